import IOCModel

/// A definition with everything that was said of it: traits, and the file's entry, which wins.
struct Declaration {
    var draft: DefinitionDraft
    private(set) var profiles: [String] = []
    private(set) var properties: [(path: String, value: PropertyValue?)] = []
    private(set) var whenMissing: [ComponentTrait.MissingType] = []
    /// Names of types that must be missing, as the file gives them.
    private(set) var whenMissingNames: [String] = []

    var facts: DefinitionFacts { draft.facts }

    /// An annotated class.
    init(_ found: ComponentScan.Found) {
        let name = found.programClass.qualifiedName
        let facts = DefinitionFacts(
            name: name, simpleName: found.programClass.simpleName, type: TypeIdentity.id(found.type), typeName: name,
            origin: .scannedClass(name: name))
        draft = DefinitionDraft(
            facts: facts, type: found.type, recipe: componentRecipe(found.type), programClass: found.programClass)
        apply(found.type.traits, scope: .singleton, except: Self.inheritedTraits(of: found.type))
    }

    /// What an assembly defines.
    init(_ draft: DefinitionDraft, _ traits: [ComponentTrait], scope: Scope) {
        self.draft = draft
        apply(traits, scope: scope, except: [])
    }

    private mutating func apply(_ traits: [ComponentTrait], scope: Scope, except inherited: [ComponentTrait]) {
        var scope = scope
        var isLazy = false
        for trait in traits {
            switch trait.kind {
            case .named(let name) where !inherited.contains(trait):
                draft.facts.name = name
            case .primary where !inherited.contains(trait): draft.facts.isPrimary = true
            case .named, .primary: break
            case .fallback: draft.facts.isFallback = true
            case .order(let order): draft.facts.order = order
            case .scope(let given): scope = given
            case .lazy: isLazy = true
            case .profile(let name): profiles.append(name)
            case .whenProperty(let path, let value): properties.append((path, value))
            case .whenMissing(let type): whenMissing.append(type)
            case .dependsOn(let names): draft.facts.dependsOn += names
            }
        }
        setScope(scope, isLazy: isLazy)
    }

    /// A name and a primary mark that come with a superclass's list would clash with the superclass's own.
    private static func inheritedTraits(of type: any IOCComponent.Type) -> [ComponentTrait] {
        guard let superclass = _getSuperclass(type) as? any IOCComponent.Type, superclass.traits == type.traits else {
            return []
        }
        return superclass.traits
    }

    /// Lays the file's entry over what the class says.
    mutating func apply(_ entry: Configuration.ComponentEntry, named name: String?, at origin: Origin) {
        if let name {
            draft.facts.name = name
        }
        draft.facts.origin = origin
        if let primary = entry.primary { draft.facts.isPrimary = primary }
        if let fallback = entry.fallback { draft.facts.isFallback = fallback }
        if let order = entry.order { draft.facts.order = order }
        if let dependsOn = entry.dependsOn { draft.facts.dependsOn = dependsOn }
        if let profiles = entry.profiles { self.profiles = profiles }
        if let condition = entry.when { properties = [(condition.property, condition.equals)] }
        if let type = entry.whenMissing {
            whenMissing = []
            whenMissingNames = [type]
        }
        if entry.scope != nil || entry.lazy != nil {
            let isLazy = entry.lazy ?? (entry.scope == nil && facts.scope == .lazySingleton)
            let known = facts.scope == .lazySingleton ? Scope.singleton : Scope(facts.scope)
            setScope(entry.scope ?? known, isLazy: isLazy)
        }
    }

    private mutating func setScope(_ scope: Scope, isLazy: Bool) {
        draft.facts.scope = isLazy && scope == .singleton ? .lazySingleton : scope.facts
        draft.store = scope.store ?? draft.store
    }

    /// Why the component is out, by profile or property; nil where it is in.
    func reasonToLeaveOut(profiles active: Set<String>, properties store: PropertyStore) throws -> String? {
        if !ProfileRule.holds(profiles, active: active) {
            let wanted = profiles.map { "'\($0)'" }.joined(separator: " or ")
            let present = active.isEmpty ? "none is active" : "active: \(active.sorted().joined(separator: ", "))"
            return "its profile is \(wanted), and \(present)"
        }
        for (path, expected) in properties {
            if let reason = try store.reasonAgainst(path, equals: expected) { return reason }
        }
        return nil
    }

    /// The conditions by which the component is in; nil where it has none.
    func reasonToKeep(profiles active: Set<String>, properties store: PropertyStore) -> String? {
        var reasons: [String] = []
        if let profile = profiles.first(where: { ProfileRule.holds([$0], active: active) }) {
            let isAbsence = profile.hasPrefix("!")
            reasons.append("the profile '\(profile.drop { $0 == "!" })' is \(isAbsence ? "not " : "")active")
        }
        reasons += properties.map { store.reasonFor($0.path, equals: $0.value) }
        let missing = whenMissing.map { TypeName.simple($0.type) } + whenMissingNames
        if !missing.isEmpty { reasons.append("nothing else provides \(missing.joined(separator: " or "))") }
        return reasons.isEmpty ? nil : reasons.joined(separator: ", ")
    }

    /// Whether another component provides what this one is only for where it is missing.
    func isMadeNeedless(by other: Declaration, records: ProgramRecords) -> Bool {
        whenMissing.contains { TypeFit.fits(other.draft.type, $0.type, records: records) }
            || whenMissingNames.contains { name in
                other.facts.name == name || other.fits(typeNamed: name, records: records) == true
            }
    }

    /// Whether instances can serve as a class or protocol that is known by name; nil where that can't be told.
    func fits(typeNamed name: String, records: ProgramRecords) -> Bool? {
        guard let type = draft.type as? AnyClass else {
            let written = [TypeName.qualified(draft.type), TypeName.simple(draft.type)].map(TypeName.withoutAny)
            return written.contains(name) ? true : nil
        }
        let lineage = sequence(first: type, next: { _getSuperclass($0) })
        if lineage.contains(where: { TypeName.qualified($0) == name || TypeName.simple($0) == name }) { return true }
        return records.conforms(type, toProtocolNamed: name)
    }
}

/// Whether instances of one type can serve as another, by what is known without an instance.
enum TypeFit {
    static func fits(_ type: Any.Type, _ wanted: Any.Type, records: ProgramRecords) -> Bool {
        if type == wanted { return true }
        if let ancestor = wanted as? AnyClass {
            return (type as? AnyClass).map { TypeIdentity.inherits($0, from: ancestor) } ?? false
        }
        guard TypeIdentity.isExistential(wanted), !TypeIdentity.isParameterisedExistential(wanted) else { return false }
        if let type = type as? AnyClass {
            return records.conforms(type, to: wanted) ?? TypeIdentity.conforms(type, to: wanted)
        }
        return !TypeIdentity.isExistential(type) && TypeIdentity.conforms(type, to: wanted)
    }
}
