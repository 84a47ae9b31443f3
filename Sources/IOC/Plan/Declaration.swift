import IOCBase
import IOCConfiguration
import IOCModel

/// A component with everything that was said of it: traits, and the file's entry, which wins.
struct Declaration: Sendable {
    /// The subject of the declaration.
    enum Subject: Hashable, Sendable {
        /// A component class, by its number in the catalogue.
        case component(Int)
        /// A definition of an assembly, by its number among the definitions.
        case definition(Int)
    }

    let subject: Subject
    var facts: DefinitionFacts
    private var keeper: ScopeKeeper?
    private var dependsOnPlace: Origin?
    /// The types whose components start before this one.
    private(set) var earlierTypes: [TypeID] = []
    /// The profiles it asks for, as they are written.
    private(set) var profiles: [String] = []
    private(set) var settings: [ContextConfiguration.SettingCondition] = []
    private(set) var whenMissing: [StatedTraits.MissingType] = []

    /// True if no condition can leave it out.
    var isPlain: Bool { profiles.isEmpty && settings.isEmpty && whenMissing.isEmpty }

    /// The scope with what keeps its instances.
    var scope: Scope { Scope(facts.scope, keeper: keeper) }
    /// Where it says what starts before it.
    var dependsOnOrigin: Origin { dependsOnPlace ?? facts.origin }

    /// - Parameters:
    ///   - facts: The known facts of it before its traits.
    ///   - scope: The scope where no trait says one.
    init(_ subject: Subject, _ facts: DefinitionFacts, traits: [ComponentTrait], scope: Scope) {
        self.subject = subject
        self.facts = facts
        setScope(scope)
        guard !traits.isEmpty else { return }
        let stated = StatedTraits(traits)
        apply(stated.entry, named: stated.name, at: facts.origin)
        settings = stated.conditions
        whenMissing = stated.missingTypes
        earlierTypes = stated.earlierTypes
        dependsOnPlace = stated.dependsOnOrigin
    }

    /// Lays the file's entry over what the class says.
    mutating func apply(_ entry: ContextConfiguration.ComponentEntry, named name: String?, at origin: Origin) {
        if let name { facts.name = name }
        facts.origin = origin
        entry.declare(in: &facts)
        if entry.dependsOn != nil {
            dependsOnPlace = nil
            earlierTypes = []
        }
        if let profiles = entry.profiles { self.profiles = profiles }
        if let condition = entry.when { settings = [condition] }
        if let type = entry.whenMissing {
            whenMissing = [.init(wanted: .name(type), ancestors: entry.countsAncestors)]
        }
        if entry.scope != nil || entry.isLazy != nil {
            let own = facts.scope == .lazySingleton ? .singleton : scope
            setScope(entry.scope ?? own, isLazy: entry.isLazy ?? false)
        }
    }

    /// Gives it a scope with what keeps its instances.
    mutating func setScope(_ given: Scope, isLazy: Bool = false) {
        let scope = isLazy && given == .singleton ? .lazySingleton : given
        facts.scope = scope.facts
        keeper = scope.keeper
    }

    /// True if a definition of an assembly declares it.
    var isDefinition: Bool { if case .definition = subject { true } else { false } }

    var number: Int? { if case .component(let number) = subject { number } else { nil } }

    /// The profiles that decide whether it is in, whether they must be active or not.
    var profileNames: [String] { profiles.map(ProfileRule.name) }

    /// True if the component is only for where others are missing.
    var isConditional: Bool { !whenMissing.isEmpty }
}

extension Declaration {
    /// Returns declarations in the order of their names; those of one name keep their order.
    static func byName(_ all: [Declaration]) -> [Declaration] {
        all.indices.ordered { all[$0].facts.name < all[$1].facts.name }.map { all[$0] }
    }
}

extension Declaration {
    /// Returns true if another component provides what this one is only for where it is missing.
    /// - Parameter isAncestor: True if the other one is a parent context's.
    func isMadeNeedless(
        by other: DefinitionFacts, ofAncestor isAncestor: Bool, _ catalogue: ProgramCatalogue
    ) -> Bool {
        whenMissing.contains { missing in
            guard missing.ancestors || !isAncestor else { return false }
            return switch missing.wanted {
            case .type(let type): catalogue.fits(other.type, type)
            case .name(let name): other.name == name || catalogue.fits(other.type, typeNamed: name)
            }
        }
    }

    /// The conditions as a decision lists them.
    func conditions(_ conditions: Conditions, _ catalogue: ProgramCatalogue) -> String? {
        if isPlain { return nil }
        var reasons: [String] = []
        if let profile = profiles.first(where: { ProfileRule.holds([$0], active: conditions.profiles) }) {
            let isAbsence = profile.hasPrefix("!")
            let remark = ProfileRule.remark(on: [profile]).map { "; \($0)" } ?? ""
            reasons.append("the profile '\(profile.drop { $0 == "!" })' is \(isAbsence ? "not " : "")active\(remark)")
        }
        reasons += settings.map { conditions.settings.reasonFor($0.setting, equals: $0.equals) }
        let missing = whenMissing.map { missing in
            switch missing.wanted {
            case .type(let type): catalogue.shortName(of: type)
            case .name(let name): name
            }
        }
        if !missing.isEmpty { reasons.append("nothing else provides \(missing.joined(separator: " or "))") }
        return reasons.joined(separator: ", ")
    }
}

/// The facts that decide whether a component is in: the active profiles and the settings.
struct Conditions: Sendable {
    let profiles: Set<String>
    let settings: SettingStore

    /// The reason why a component's profiles or settings leave it out; nil if they let it in.
    ///
    /// Every setting that a condition asks for counts as read, whichever condition decides.
    /// - Throws: ``SettingFailure`` if a value can't be put together.
    func reasonAgainst(_ declaration: Declaration) throws -> String? {
        if declaration.isPlain { return nil }
        let answers = declaration.settings.map { condition in
            Result { try settings.reasonAgainst(condition.setting, equals: condition.equals) }
        }
        let required = declaration.profiles
        if !ProfileRule.holds(required, active: profiles) {
            let wanted = required.map { "'\($0)'" }.joined(separator: " or ")
            let remark = ProfileRule.remark(on: required).map { "; \($0)" } ?? ""
            let present = profiles.isEmpty ? "none is active" : "active: \(profiles.ordered().joined(separator: ", "))"
            return "its profile is \(wanted), and \(present)\(remark)"
        }
        for answer in answers {
            if let reason = try answer.get() { return reason }
        }
        return nil
    }
}
