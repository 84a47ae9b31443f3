import IOC
import IOCModel
import IOCSource

/// A component with everything that is said of it: traits, and the file's entry, which wins.
struct SourceDeclaration: Sendable {
    /// Whether a component is in, as far as that can be told before the program runs.
    enum Presence: Equatable {
        case present
        case absent(String)
        case open(String)
    }

    let number: Int
    var facts: DefinitionFacts
    var points: [SourcePoint] = []
    private(set) var profiles: [String] = []
    private(set) var properties: [String] = []
    private(set) var whenMissing: [WantedType] = []
    private(set) var whenMissingNames: [String] = []
    /// Whether traits remain that only the compiler can read.
    private(set) var hasUnreadTraits: Bool
    private let condition: String?

    /// An annotated class.
    init(_ number: Int, graph: TypeGraph, list: TraitList, inherited: TraitList?, origin: Origin) {
        let type = graph.index.types[number]
        self.number = number
        condition = type.condition
        hasUnreadTraits = !list.unread.isEmpty
        facts = DefinitionFacts(
            name: type.qualifiedName, simpleName: type.simpleName, type: TypeID(UInt(number)),
            typeName: type.qualifiedName, origin: origin)
        // A name and a primary mark that come with a superclass's list would clash with the superclass's own.
        let isInherited = inherited == list
        var scope = ScopeFacts.singleton
        var isLazy = false
        for trait in list.traits {
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
            case .whenProperty(let path): properties.append(path)
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
        if let condition = entry.when { properties = [condition.property] }
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
    func presence(profiles known: Set<String>, isExact: Bool) -> Presence {
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
        open += properties.map { "the property \($0)" }
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
        whenMissing.contains { graph.fits(other.number, $0) }
            || whenMissingNames.contains { other.facts.name == $0 || graph.fits(other.number, typeNamed: $0) }
    }
}
