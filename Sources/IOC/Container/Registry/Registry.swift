import IOCBase
import IOCConfiguration
import IOCModel

/// Everything a context can make, frozen: definitions, names, bindings and the rule that chooses among them.
final class Registry: Sendable {
    /// The result of a boot that a patch leaves as it is.
    struct Base: Sendable {
        let configuration: ContextConfiguration
        let rule: CandidateRule
        /// The stores of custom scopes' instances, by the number of the definition.
        let stores: [Int: any ScopeStore]
        /// The notices, which are no faults, in no order; a report sorts them.
        let notices: [Fault]
        /// The settings that only components read which are out.
        let absentReaders: [AbsentReader]
        /// The components that are in or out by a condition, by name.
        let decisions: [ContextReport.Decision]
    }

    let base: Base
    let definitions: [RegisteredDefinition]
    /// The numbers of the definitions, dependencies before their dependents, except in a circle.
    let order: [Int]
    /// The choices for all injection points, as the boot knows them.
    let wiring: Wiring
    /// The components that the start creates, and not the boot.
    let creations: StartCreations
    let observers: ContextObservers
    let settings: SettingStore

    /// Wires the definitions of the base's rule.
    /// - Parameter recipes: The way to make each.
    init(
        _ base: Base, _ recipes: [Recipe], settings: SettingStore, parent: ApplicationContext?
    ) {
        self.base = base
        self.settings = settings
        let rule = base.rule
        observers = ContextObservers(base.configuration.observers, awaitsComponents: !rule.observers.isEmpty)
        let plans = zip(rule.definitions, recipes).map { $1.plan(of: TypeIdentity.type($0.type)) }
        let wiring = Wiring(
            rule: rule, points: plans.map { $0?.facts ?? [] }, forbidsCycles: base.configuration.cycles == .forbid,
            inherited: Self.inherited(parent))
        let groups = ComponentGroups(wiring, rule.definitions)
        self.wiring = wiring
        order = groups.order
        creations = StartCreations(wiring, rule.definitions, recipes, rule.names)
        definitions = rule.definitions.indices.map { index in
            RegisteredDefinition(
                index: index, facts: rule.definitions[index], recipe: recipes[index], plan: plans[index],
                wiring: wiring, groups: groups)
        }
    }

    var rule: CandidateRule { base.rule }

    /// The components that a property leads to when it is read.
    func targets(of point: InjectionPointFacts) -> [Int] {
        guard point.shape.isImmediate else { return [] }
        if !point.shape.isCollection, case .chosen(let target) = rule.choose(point.wanted, qualifier: point.qualifier) {
            return [target]
        }
        return rule.all(point.wanted, qualifier: point.qualifier)
    }

    /// The definition of a name.
    func match(_ name: String) -> NameIndex.Match { rule.names.match(name) }
}

extension CandidateRule {
    /// The components that observe.
    var observers: [Int] { all(TypeIdentity.id((any ContextObserver).self)) }
}

/// A setting that a component reads which is not part of the context.
struct AbsentReader: Sendable {
    let key: String
    let component: String
    /// The reason why the component is out.
    let reason: String
}

/// A definition as the running context has it: the facts, how to make an instance, and the slot of the singleton that is made
/// without arguments.
final class RegisteredDefinition: Sendable {
    /// Its place among the definitions of its context.
    let index: Int
    let facts: DefinitionFacts
    let recipe: Recipe
    /// The injection points of its type; nil where that is neither a class nor made by a constructor.
    let plan: InjectionPlan?
    /// The way its scope shares instances.
    let sharing: ScopeFacts.Sharing
    /// The initializer that makes its instances, if the container calls one.
    let constructed: ConstructedRecipe?
    /// True if a closure makes its instances, which may return what was looked up for it.
    let mayBeAlias: Bool
    /// The class that it promises; nil for a protocol or a value type.
    let promisedClass: AnyClass?
    /// True if a closure makes instances that may be components, with hooks.
    private let mayPromiseComponent: Bool
    /// For each injection point the number of the definition that it leads to; nil if only a lookup shows it.
    let targets: [Int?]
    /// The circles of the wiring that it is part of.
    let group: ComponentGroup?
    /// The number of the circles that it is part of without references to instances that a scope keeps.
    let unkeptGroup: Int?
    let slot: SharedSlot
    /// The definitions that its constructions have asked for.
    let observed = Guarded<Set<Int>>([])
    /// The classes whose instances have shown points, names and settings that the wiring did not know.
    let judged = Guarded<Set<ObjectIdentifier>>([])

    init(
        index: Int, facts: DefinitionFacts, recipe: Recipe, plan: InjectionPlan?, wiring: Wiring,
        groups: ComponentGroups
    ) {
        self.index = index
        self.facts = facts
        self.recipe = recipe
        self.plan = plan
        constructed = recipe.constructed
        mayBeAlias = !recipe.isScanned || !recipe.parameters.isEmpty
        sharing = facts.scope.sharing
        promisedClass = TypeIdentity.type(facts.type) as? AnyClass
        mayPromiseComponent =
            !recipe.isScanned
            && promisedClass.flatMap { ProgramRecords.latest.conforms($0, to: (any ManagedComponent).self) } != false
        targets = wiring.targets(of: index)
        group = groups.groups[index]
        unkeptGroup = groups.unkept[index]
        slot = SharedSlot(lock: group?.lock ?? ConstructionLock(), isWeak: facts.scope.isWeak)
    }

    /// The type it promises: a class, a protocol or a value type.
    var type: Any.Type { TypeIdentity.type(facts.type) }

    /// The place of its code: the line of a scanned class whose initializer has parameters or throws, and otherwise where it is
    /// declared.
    var codeOrigin: Origin {
        recipe.isScanned ? constructed.map { .source($0.constructor.location) } ?? facts.origin : facts.origin
    }

    /// True if the start of the context makes its instance, because that has to be awaited.
    var isAsync: Bool { recipe.isAsync }

    /// True if several may get one instance.
    var isShared: Bool { sharing.isShared }

    /// An instance as a component; nil if its class is none.
    func component(_ instance: AnyObject) -> (any ManagedComponent)? {
        // A cast that fails would search all conformances of the program for each class.
        if !mayPromiseComponent, promisedClass == Swift.type(of: instance) { return nil }
        return AnyValueBox.unboxed(instance) as? any ManagedComponent
    }

    /// True if boot makes it.
    var isEager: Bool { facts.scope.isEager && !facts.needsArguments }
}

extension Registry {
    /// In strict mode, the settings in files that nothing has read, unless an instance to come may read them.
    var unreadFaults: [Fault] {
        settings.isStrict && !mayReadMore ? unread.filter { $0.code == .settingUnread } : []
    }

    /// The settings in files that nothing has read. A setting that only a component reads which is out is no mistake.
    var unread: [Fault] {
        settings.unread.map { fault in
            guard let key = fault.settingKey else { return fault }
            guard let reader = absentReader(of: key) else {
                var fault = fault
                fault.suggestion = fault.suggestion ?? Suggestion.nearest(to: key, among: base.absentReaders.map(\.key))
                return fault
            }
            return Fault(.settingOfAbsent(key: key, reader: reader.component, reason: reader.reason), at: fault.origin)
        }
    }

    private func absentReader(of key: String) -> AbsentReader? {
        base.absentReaders.first { key == $0.key || key.hasPrefix($0.key + ".") }
    }

    /// The keys among some that nothing reads, each with the one that was probably meant.
    ///
    /// While an instance to come may read more, a key must nearly be a known one.
    func unread(among keys: [String]) -> [(key: String, suggestion: String?)] {
        let mayReadMore = self.mayReadMore
        return settings.unread(among: keys).filter { key, suggestion in
            suggestion != nil || !mayReadMore && absentReader(of: key) == nil
        }
    }

    /// The notices that the operator of a program sees: settings that nothing reads, and variables that are probably misspelt.
    ///
    /// While an instance to come may read more, a setting must nearly be a known one.
    var operatorNotices: [Fault] {
        let mayReadMore = self.mayReadMore
        return unread.filter { $0.code == .settingUnread && (!mayReadMore || $0.suggestion != nil) }
            + settings.strayVariables
    }

    /// True if an instance to come may read settings that its class doesn't state.
    var mayReadMore: Bool { definitions.contains(where: \.mayReadMore) }

    /// The faults of all settings that are known without an instance.
    var settingFaults: [Fault] { statedSettings.compactMap(\.fault) }

    /// The settings that the classes state, and those that are passed to initializers.
    var statedSettings: [StatedSetting] { definitions.flatMap { $0.statedSettings(in: settings) } }
}

extension RegisteredDefinition {
    /// True if an instance to come may have settings that its class doesn't state.
    fileprivate var mayReadMore: Bool {
        if judged.withLock({ !$0.isEmpty }) { return false }
        return plan?.hasUnreadProperties ?? (!isEager && TypeIdentity.isExistential(type))
    }

    fileprivate func statedSettings(in settings: SettingStore) -> [StatedSetting] {
        let properties = (plan?.fields ?? []).compactMap { field -> StatedSetting? in
            guard let stated = field.stated, let key = stated.setting else { return nil }
            let result = Result { try field.wrapper.checkSetting?(settings, key, facts, stated) }
            let defaultText: @Sendable () -> String = { "in its code" }
            return StatedSetting(
                key: key, point: field.facts, type: field.wrapper.valueType,
                defaultText: stated.hasDefault ? defaultText : nil, failure: result.failure as? SettingFailure)
        }
        let parameters = zip(constructed?.constructor.parameters ?? [], constructed?.points ?? []).compactMap {
            parameter, point -> StatedSetting? in
            guard let check = parameter.check, let key = parameter.qualifier else { return nil }
            let result = Result { try check(settings, facts) }
            return StatedSetting(
                key: key, point: point, type: parameter.type, defaultText: parameter.defaultText,
                failure: result.failure as? SettingFailure)
        }
        return properties + parameters
    }
}

/// A setting that a class states for a property, or for a parameter of its initializer.
struct StatedSetting {
    let key: String
    let point: InjectionPointFacts
    let type: Any.Type
    /// Evaluates the default, and returns it as text; nil for none.
    let defaultText: (@Sendable () -> String)?
    /// The reason why it can't be read; nil if it can.
    let failure: SettingFailure?

    var fault: Fault? { failure?.fault(point: point) }
}
