import IOCBase
package import IOCConfiguration
package import IOCModel

/// A component with everything that was said of it: traits, and the file's entry, which wins.
package struct Declaration: Sendable {
    /// The subject of the declaration.
    package enum Subject: Hashable, Sendable {
        /// A component class, by its number in the catalogue.
        case component(Int)
        /// A definition of an assembly, by its number among the definitions.
        case definition(Int)
    }

    /// The part that few say.
    ///
    /// In a box, as boot looks through all declarations again and again: with these stored in each, a list of a thousand would
    /// not fit the processor's nearest cache.
    private struct Additions: Sendable {
        var keeper: ScopeKeeper?
        var doubt: String?
        var traitDoubt: String?
        var profiles: [String] = []
        var properties: [ContextConfiguration.PropertyCondition] = []
        var whenMissing: [StatedTraits.MissingType] = []
        var dependsOnPlace: Origin?
    }

    package let subject: Subject
    package var facts: DefinitionFacts
    private var box: IndirectStorage<Additions>?

    private var additions: Additions {
        get { box[orNew: Additions()] }
        _modify { yield &box[orNew: Additions()] }
    }

    /// The reason why it may be out, or say something else than it does here; nil where that is known.
    package var doubt: String? { box?.value.doubt }
    /// The reason why nobody can tell what its traits say; nil where they are known.
    package var traitDoubt: String? { box?.value.traitDoubt }
    /// The profiles it asks for, as they are written.
    package var profiles: [String] { box?.value.profiles ?? [] }
    var properties: [ContextConfiguration.PropertyCondition] { box?.value.properties ?? [] }
    var whenMissing: [StatedTraits.MissingType] { box?.value.whenMissing ?? [] }

    /// True if no condition can leave it out.
    var isPlain: Bool { box == nil || profiles.isEmpty && properties.isEmpty && whenMissing.isEmpty }

    /// The scope with what keeps its instances.
    package var scope: Scope { Scope(facts.scope, keeper: box?.value.keeper) }
    /// Where it says what starts before it.
    package var dependsOnOrigin: Origin { box?.value.dependsOnPlace ?? facts.origin }

    /// - Parameters:
    ///   - facts: The known facts of it before its traits.
    ///   - scope: The scope where no trait says one.
    package init(
        _ subject: Subject, _ facts: DefinitionFacts, traits: [ComponentTrait], scope: Scope,
        doubt: String? = nil, traitDoubt: String? = nil
    ) {
        self.subject = subject
        self.facts = facts
        if doubt != nil || traitDoubt != nil { box = IndirectStorage(Additions(doubt: doubt, traitDoubt: traitDoubt)) }
        setScope(scope)
        if !traits.isEmpty {
            let stated = StatedTraits(traits)
            apply(stated.entry, named: stated.name, at: facts.origin)
            let place = ComponentTrait.origin(of: "dependsOn", in: traits)
            if !stated.conditions.isEmpty { additions.properties = stated.conditions }
            if !stated.missingTypes.isEmpty { additions.whenMissing = stated.missingTypes }
            if let place { additions.dependsOnPlace = place }
        }
        if let traitDoubt { hangs(on: traitDoubt) }
    }

    /// Lays the file's entry over what the class says.
    mutating func apply(_ entry: ContextConfiguration.ComponentEntry, named name: String?, at origin: Origin) {
        if let name { facts.name = name }
        facts.origin = origin
        for key in ComponentKey.all { key.declare(entry, &facts) }
        if entry.dependsOn != nil, box != nil { additions.dependsOnPlace = nil }
        if let profiles = entry.profiles { additions.profiles = profiles }
        if let condition = entry.when { additions.properties = [condition] }
        if let type = entry.whenMissing {
            additions.whenMissing = [.init(wanted: .name(type), ancestors: entry.countsAncestors)]
        }
        if entry.scope != nil || entry.isLazy != nil {
            let own = facts.scope == .lazySingleton ? .singleton : scope
            setScope(entry.scope ?? own, isLazy: entry.isLazy ?? false)
        }
    }

    /// Gives it a scope with what keeps its instances.
    package mutating func setScope(_ given: Scope, isLazy: Bool = false) {
        let scope = isLazy && given == .singleton ? .lazySingleton : given
        if facts.scope != scope.facts { facts.scope = scope.facts }
        if box != nil || scope.keeper != nil { additions.keeper = scope.keeper }
    }

    /// Remembers that it may be out.
    mutating func hangs(on reason: String) {
        additions.doubt = doubt.map { "\($0) and \(reason)" } ?? reason
    }

    /// True if a definition of an assembly declares it.
    package var isDefinition: Bool { if case .definition = subject { true } else { false } }

    var number: Int? { if case .component(let number) = subject { number } else { nil } }

    /// The profiles that decide whether it is in, whether they must be active or not.
    var profileNames: [String] { profiles.map(ProfileRule.name) }

    /// True if the component is only for where others are missing.
    var isConditional: Bool { !whenMissing.isEmpty }
}

// Asked of all of a plan's, by index, as a closure would get a copy of each; and here, as in a generic type each step would ask
// for that type.
extension Declaration {
    /// Returns true if they stand by name, as one assembly's definitions do anyway.
    static func areByName(_ all: [Declaration]) -> Bool {
        all.indices.dropFirst().allSatisfy { !all[$0].facts.isNamed(before: all[$0 - 1].facts) }
    }

    /// Returns them by name, those of one name as they stand.
    static func byName(_ all: [Declaration]) -> [Declaration] {
        all.indices.ordered { all[$0].facts.isNamed(before: all[$1].facts) }.map { all[$0] }
    }

    /// Returns true if none says anything of conditions.
    static func arePlain(_ all: [Declaration]) -> Bool { all.indices.allSatisfy { all[$0].isPlain } }

    /// Returns true if one says what starts before it.
    static func haveDependsOn(_ all: [Declaration]) -> Bool { all.indices.contains { all[$0].facts.hasDependsOn } }
}
