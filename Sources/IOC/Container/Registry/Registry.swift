import IOCModel

/// Everything a context can make, frozen: definitions, names, bindings and the rule that chooses among them.
final class Registry: Sendable {
    let definitions: [RegisteredDefinition]
    /// The stores of custom scopes' instances, by the number of the definition.
    let stores: [Int: any ScopeStore]
    let rule: CandidateRule
    /// The types by which the rule chooses.
    let types: ProgramTypes
    let forbidsCycles: Bool
    /// The components that the start creates, and not the boot.
    let creations: StartCreations
    let constructionTimeout: Duration
    let lifecycle: LifecycleSettings
    let settings: SettingStore
    /// The notices, which are no faults, in no order; a report sorts them.
    let notices: [Fault]
    /// The settings that only components read which are out.
    let absentReaders: [AbsentReader]
    /// All there is to report of how it came about.
    let summary: BootSummary

    init(
        definitions: [RegisteredDefinition], stores: [Int: any ScopeStore], rule: CandidateRule, types: ProgramTypes,
        forbidsCycles: Bool, creations: StartCreations, constructionTimeout: Duration, lifecycle: LifecycleSettings,
        settings: SettingStore, notices: [Fault], absentReaders: [AbsentReader], summary: BootSummary
    ) {
        self.definitions = definitions
        self.stores = stores
        self.rule = rule
        self.types = types
        self.forbidsCycles = forbidsCycles
        self.creations = creations
        self.constructionTimeout = constructionTimeout
        self.lifecycle = lifecycle
        self.settings = settings
        self.notices = notices
        self.absentReaders = absentReaders
        self.summary = summary
    }

    /// The same registry with other places for instances, and nothing that depends on instances shared.
    /// - Parameters:
    ///   - definitions: The same definitions, some of them made in another way.
    ///   - creations: Those among them that the start creates.
    ///   - hidesReaders: True if one of those would have read settings that are not known.
    func with(
        _ definitions: [RegisteredDefinition], _ creations: StartCreations, hidingReaders hidesReaders: Bool
    ) -> Registry {
        Registry(
            definitions: definitions, stores: stores, rule: rule, types: types, forbidsCycles: forbidsCycles,
            creations: creations, constructionTimeout: constructionTimeout, lifecycle: lifecycle.renewed(),
            settings: settings.derived(hidingReaders: hidesReaders), notices: notices, absentReaders: absentReaders,
            summary: summary)
    }

    /// The components that properties lead to when they are read.
    func targets(of points: [InjectionPointFacts]) -> Set<Int> {
        var targets: Set<Int> = []
        for point in points where point.shape.isImmediate {
            if !point.shape.isCollection,
                case .chosen(let target) = rule.choose(point.wanted, qualifier: point.qualifier)
            {
                targets.insert(target)
            } else {
                targets.formUnion(rule.all(point.wanted, qualifier: point.qualifier))
            }
        }
        return targets
    }

    /// The definition of a name.
    func match(_ name: String) -> NameIndex.Match { rule.names.match(name) }
}

/// A summary of a boot, for reports.
struct BootSummary: Sendable {
    /// The files, in the order they were read.
    let sources: [String]
    /// The active profiles.
    let profiles: [String]
    /// The components that are in or out by a condition, by name.
    let decisions: [ConditionDecision]
}

/// A setting that a component reads which is not part of the context.
struct AbsentReader: Sendable {
    let key: String
    let component: String
    /// The reason why the component is out.
    let reason: String
}
