import IOC
import IOCModel
import IOCSource

/// A component with everything that is said of it: traits, and the file's entry, which wins.
struct SourceDeclaration: Sendable {
    /// Whether a component is in, as far as that can be told before the program runs.
    enum Presence {
        case present
        case absent(String)
        case open(String)
        case faulty(Fault)
    }

    /// The number of the annotated class; nil for what an assembly defines.
    let number: Int?
    /// What the instances are: the class itself, or what a definition promises; nil where only the compiler knows.
    let promised: WantedType?
    /// Where it is declared.
    let location: SourceLocation
    var facts: DefinitionFacts
    var points: [SourcePoint] = []
    var values: [SourceProperty] = []
    private(set) var profiles: [String] = []
    private(set) var properties: [(key: String, equals: PropertyValue?)] = []
    private(set) var whenMissing: [WantedType] = []
    private(set) var whenMissingNames: [String] = []
    /// Whether traits remain that only the compiler can read.
    private(set) var hasUnreadTraits: Bool
    private let condition: String?

    /// An annotated class.
    init(_ number: Int, graph: TypeGraph, list: TraitList, inherited: TraitList?, location: SourceLocation) {
        let type = graph.index.types[number]
        self.number = number
        self.location = location
        promised = WantedType(
            form: .nominal(.declared(number, [])), written: type.qualifiedName,
            bindingNames: [type.qualifiedName, type.simpleName])
        condition = type.condition
        hasUnreadTraits = !list.unread.isEmpty
        facts = DefinitionFacts(
            name: type.qualifiedName, simpleName: type.simpleName, type: TypeID(UInt(number)),
            typeName: type.qualifiedName, origin: .source(location))
        // A name and a primary mark that come with a superclass's list would clash with the superclass's own.
        apply(list.traits, scope: .singleton, isInherited: inherited == list)
    }

    /// What an assembly defines.
    init(_ definition: SourceDefinition, graph: TypeGraph) {
        number = nil
        location = definition.location
        promised = definition.promised
        condition = definition.condition
        hasUnreadTraits = !definition.traits.unread.isEmpty || definition.isScopeUnread
        facts = DefinitionFacts(
            name: "\(graph.index.types[definition.assembly].qualifiedName).\(definition.key)",
            simpleName: definition.key, type: TypeID(0), typeName: definition.promised?.written ?? "an unknown type",
            origin: .source(definition.location))
        facts.needsArguments = definition.needsArguments
        apply(definition.traits.traits, scope: definition.scope ?? .objectGraph, isInherited: false)
    }

    private mutating func apply(_ traits: [TraitList.Trait], scope: ScopeFacts, isInherited: Bool) {
        var scope = scope
        var isLazy = false
        for trait in traits {
            switch trait {
            case .named(let name) where !isInherited:
                facts.name = name
            case .primary where !isInherited: facts.isPrimary = true
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

    /// Lays the file's entry over what the class says.
    mutating func apply(_ entry: Configuration.ComponentEntry, named name: String?, at origin: Origin) {
        if let name {
            facts.name = name
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
            let known = facts.scope == .lazySingleton ? ScopeFacts.singleton : facts.scope
            setScope(entry.scope?.facts ?? known, isLazy: isLazy)
        }
    }

    private mutating func setScope(_ scope: ScopeFacts, isLazy: Bool) {
        facts.scope = isLazy && scope == .singleton ? .lazySingleton : scope
    }

    /// Whether the component is in.
    /// - Parameters:
    ///   - known: The profiles that the configuration makes active.
    ///   - isExact: Whether no other profile is.
    ///   - forecast: The properties.
    func presence(profiles known: Set<String>, isExact: Bool, _ forecast: PropertyForecast) -> Presence {
        var open: [String] = []
        if !ProfileRule.holds(profiles, active: known) || !isExact && !isCertain(known) {
            let wanted = profiles.map { "'\($0)'" }.joined(separator: " or ")
            let canStillHold = !isExact && profiles.contains { !$0.hasPrefix("!") }
            if ProfileRule.holds(profiles, active: known) || canStillHold {
                open.append("the profile \(wanted)")
            } else {
                return .absent("its profile is \(wanted)")
            }
        }
        for (key, value) in properties {
            let outcome = forecast.condition(key, equals: value, at: facts.origin)
            guard forecast.isExact else {
                open.append("the property \(key)")
                continue
            }
            switch outcome {
            case .holds: break
            case .fails(let reason): return .absent(reason)
            case .faulty(let fault): return .faulty(fault)
            }
        }
        if let condition { open.append("'#if \(condition)'") }
        if hasUnreadTraits { open.append("traits that are not written as literals") }
        return open.isEmpty ? .present : .open(open.joined(separator: " and "))
    }

    /// Whether more active profiles would change nothing.
    private func isCertain(_ known: Set<String>) -> Bool {
        profiles.isEmpty || profiles.contains(where: known.contains)
    }

    /// Whether the component is only for where others are missing.
    var isConditional: Bool { !whenMissing.isEmpty || !whenMissingNames.isEmpty }

    /// Whether another component provides what this one is only for where it is missing.
    func isMadeNeedless(by other: SourceDeclaration, graph: TypeGraph) -> Bool {
        whenMissing.contains { graph.fits(other.promised, $0) == true }
            || whenMissingNames.contains { other.facts.name == $0 || other.fits(typeNamed: $0, graph) == true }
    }

    /// Whether instances can serve as a class or protocol that is known by name; nil where that can't be told.
    func fits(typeNamed name: String, _ graph: TypeGraph) -> Bool? {
        guard let promised else { return nil }
        if case .nominal(.declared(let number, _)) = promised.form, graph.index.types[number].isClass {
            return graph.fits(number, typeNamed: name) ? true : graph.hasUnseenSupertypes(number) ? nil : false
        }
        return promised.bindingNames.contains(name) ? true : nil
    }
}
