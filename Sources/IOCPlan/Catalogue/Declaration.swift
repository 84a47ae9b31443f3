package import IOCConfiguration
package import IOCModel

/// A component with everything that was said of it: traits, and the file's entry, which wins.
package struct Declaration: Sendable {
    /// What it declares.
    package enum Subject: Hashable, Sendable {
        /// A component class, by its number in the catalogue.
        case component(Int)
        /// What an assembly defines, by its number among the definitions.
        case definition(Int)
    }

    package let subject: Subject
    package var facts: DefinitionFacts
    /// What few components say, in a box, as a plan moves all declarations about.
    private var box: Box?

    private struct Terms: Sendable {
        /// What keeps the instances of a custom scope.
        var keeper: ScopeKeeper?
        var doubt: String?
        var traitDoubt: String?
        var profiles: [String] = []
        var properties: [(key: String, equals: PropertyValue?)] = []
        var whenMissing: [MissingType] = []
        var dependsOnOrigin: Origin?
    }

    private final class Box: Sendable {
        let terms: Terms
        init(_ terms: Terms) { self.terms = terms }
    }

    private var terms: Terms {
        get { box?.terms ?? Terms() }
        set { box = Box(newValue) }
    }

    /// Whether nothing can leave it out, and its instances need no keeper.
    var isPlain: Bool { box == nil }

    /// The scope with what keeps its instances.
    package var scope: Scope { Scope(facts.scope, keeper: box?.terms.keeper) }
    /// Where it says what starts before it.
    package var dependsOnOrigin: Origin { box?.terms.dependsOnOrigin ?? facts.origin }
    /// Why it may be out, or say something else than it does here; nil where that is known.
    package var doubt: String? { box?.terms.doubt }
    /// Why nobody can tell what its traits say; nil where they are known.
    package var traitDoubt: String? { box?.terms.traitDoubt }
    /// The profiles it asks for, as they are written.
    package var profiles: [String] { box?.terms.profiles ?? [] }
    var properties: [(key: String, equals: PropertyValue?)] { box?.terms.properties ?? [] }
    var whenMissing: [MissingType] { box?.terms.whenMissing ?? [] }

    /// A type that no other component may provide.
    struct MissingType: Sendable {
        /// The type as a trait gives it, or a name as the file does.
        enum Wanted: Sendable {
            case type(TypeID)
            case name(String)
        }

        let wanted: Wanted
        /// True if components of parent contexts count.
        let ancestors: Bool
    }

    /// - Parameters:
    ///   - subject: What it declares.
    ///   - facts: What is known of it before its traits.
    ///   - traits: What it says of itself.
    ///   - scope: The scope where no trait says one.
    ///   - isInherited: Whether it has the traits from a superclass.
    ///   - doubt: Why it may be out.
    ///   - traitDoubt: Why it may say more than these traits.
    package init(
        _ subject: Subject, _ facts: DefinitionFacts, traits: [Trait], scope: Scope, isInherited: Bool = false,
        doubt: String? = nil, traitDoubt: String? = nil
    ) {
        self.subject = subject
        self.facts = facts
        if doubt != nil || traitDoubt != nil {
            terms.doubt = doubt
            terms.traitDoubt = traitDoubt
        }
        var scope = scope
        var isLazy = false
        for trait in traits where !(isInherited && trait.isPersonal) {
            switch trait {
            case .named(let name): self.facts.name = name
            case .primary: self.facts.isPrimary = true
            case .fallback: self.facts.isFallback = true
            case .order(let order): self.facts.order = order
            case .scope(let given): scope = given
            case .lazy: isLazy = true
            case .profile(let name): terms.profiles.append(name)
            case .whenProperty(let key, let value): terms.properties.append((key, value))
            case .whenMissing(let type, let ancestors):
                terms.whenMissing.append(MissingType(wanted: .type(type), ancestors: ancestors))
            case .dependsOn(let names): self.facts.dependsOn += names
            case .retry(let retry): self.facts.retry = retry
            }
        }
        setScope(scope, isLazy: isLazy)
        if let traitDoubt { hangs(on: traitDoubt) }
    }

    /// Lays the file's entry over what the class says.
    mutating func apply(_ entry: ContextConfiguration.ComponentEntry, named name: String?, at origin: Origin) {
        if let name { facts.name = name }
        facts.origin = origin
        if let isPrimary = entry.isPrimary { facts.isPrimary = isPrimary }
        if let isFallback = entry.isFallback { facts.isFallback = isFallback }
        if let order = entry.order { facts.order = order }
        if let retry = entry.retry { facts.retry = retry }
        if let dependsOn = entry.dependsOn {
            facts.dependsOn = dependsOn
            if box?.terms.dependsOnOrigin != nil { terms.dependsOnOrigin = nil }
        }
        if let profiles = entry.profiles { terms.profiles = profiles }
        if let condition = entry.when { terms.properties = [(condition.property, condition.equals)] }
        if let type = entry.whenMissing {
            terms.whenMissing = [MissingType(wanted: .name(type), ancestors: entry.countsAncestors)]
        }
        if entry.scope != nil || entry.isLazy != nil {
            let isLazy = entry.isLazy ?? (entry.scope == nil && facts.scope == .lazySingleton)
            setScope(entry.scope ?? (facts.scope == .lazySingleton ? .singleton : scope), isLazy: isLazy)
        }
    }

    /// The same, with the place where a trait says what starts before it.
    package func sayingDependsOn(at origin: Origin?) -> Declaration {
        guard let origin, facts.hasDependsOn else { return self }
        var declaration = self
        declaration.terms.dependsOnOrigin = origin
        return declaration
    }

    /// Gives it a scope with what keeps its instances.
    package mutating func setScope(_ given: Scope, isLazy: Bool = false) {
        let scope = isLazy && given == .singleton ? .lazySingleton : given
        if facts.scope != scope.facts { facts.scope = scope.facts }
        if scope.keeper != nil || box?.terms.keeper != nil { terms.keeper = scope.keeper }
    }

    /// Remembers that it may be out.
    mutating func hangs(on reason: String) {
        terms.doubt = doubt.map { "\($0) and \(reason)" } ?? reason
    }

    var number: Int? { if case .component(let number) = subject { number } else { nil } }

    /// The profiles that decide whether it is in, whether they must be active or not.
    var profileNames: [String] { profiles.map(ProfileRule.name) }

    /// Whether the component is only for where others are missing.
    var isConditional: Bool { !whenMissing.isEmpty }
}

// Asked of all of a plan's, by index, as a closure would get a copy of each; and here, as in a generic type each step would ask
// for that type.
extension Declaration {
    /// Whether they stand by name, as one assembly's definitions do anyway.
    static func areByName(_ all: [Declaration]) -> Bool {
        all.indices.dropFirst().allSatisfy { !all[$0].facts.isNamed(before: all[$0 - 1].facts) }
    }

    /// Whether none says anything of conditions.
    static func arePlain(_ all: [Declaration]) -> Bool { all.indices.allSatisfy { all[$0].isPlain } }

    /// Whether one says what starts before it.
    static func haveDependsOn(_ all: [Declaration]) -> Bool { all.indices.contains { all[$0].facts.hasDependsOn } }
}
