import IOCModel

/// A component class with everything that was said of it: its traits, and the file's entry, which wins.
struct ComponentDeclaration {
    let type: any IOCComponent.Type
    let programClass: ProgramClass
    var facts: DefinitionFacts
    private(set) var profiles: [String] = []
    private(set) var properties: [(path: String, value: PropertyValue?)] = []
    private(set) var whenMissing: [ComponentTrait.MissingType] = []
    /// Names of types that must be missing, as the file gives them.
    private(set) var whenMissingNames: [String] = []

    init(_ found: ComponentScan.Found) {
        type = found.type
        programClass = found.programClass
        let name = found.programClass.qualifiedName
        facts = DefinitionFacts(
            name: name, simpleName: found.programClass.simpleName, type: TypeIdentity.id(found.type), typeName: name,
            origin: .scannedClass(name: name))
        var scope = Scope.singleton
        var isLazy = false
        let inherited = Self.inheritedTraits(of: found.type)
        for trait in found.type.traits {
            switch trait.kind {
            case .named(let name) where !inherited.contains(trait):
                facts.name = name
                facts.isNamedExplicitly = true
            case .primary where !inherited.contains(trait): facts.isPrimary = true
            case .named, .primary: break
            case .fallback: facts.isFallback = true
            case .order(let order): facts.order = order
            case .scope(let given): scope = given
            case .lazy: isLazy = true
            case .profile(let name): profiles.append(name)
            case .whenProperty(let path, let value): properties.append((path, value))
            case .whenMissing(let type): whenMissing.append(type)
            case .dependsOn(let names): facts.dependsOn += names
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
            facts.name = name
            facts.isNamedExplicitly = true
        }
        facts.origin = origin
        if let primary = entry.primary { facts.isPrimary = primary }
        if let fallback = entry.fallback { facts.isFallback = fallback }
        if let order = entry.order { facts.order = order }
        if let dependsOn = entry.dependsOn { facts.dependsOn = dependsOn }
        if let profiles = entry.profiles { self.profiles = profiles }
        if let condition = entry.when { properties = [(condition.property, condition.equals)] }
        if let type = entry.whenMissing {
            whenMissing = []
            whenMissingNames = [type]
        }
        if entry.scope != nil || entry.lazy != nil {
            let isLazy = entry.lazy ?? (entry.scope == nil && facts.scope == .lazySingleton)
            setScope(entry.scope ?? (facts.scope == .prototype ? .prototype : .singleton), isLazy: isLazy)
        }
    }

    private mutating func setScope(_ scope: Scope, isLazy: Bool) {
        switch scope.facts {
        case .singleton, .lazySingleton: facts.scope = isLazy || scope == .lazySingleton ? .lazySingleton : .singleton
        case .prototype: facts.scope = .prototype
        }
    }

    /// Why the component is out, by profile or property; nil where it is in.
    func reasonToLeaveOut(profiles active: Set<String>, properties values: PropertyValue) -> String? {
        if !ProfileRule.holds(profiles, active: active) {
            let wanted = profiles.map { "'\($0)'" }.joined(separator: " or ")
            let present = active.isEmpty ? "none is active" : "active: \(active.sorted().joined(separator: ", "))"
            return "its profile is \(wanted), and \(present)"
        }
        for (path, expected) in properties {
            let value = values.value(at: path)
            if let expected {
                if value != expected { return "the property \(path) is not \(expected)" }
            } else if value == nil || value == .null || value == .bool(false) {
                return "the property \(path) is not set"
            }
        }
        return nil
    }
}
