import IOCConfiguration
import IOCModel

/// A component class or a definition, while a boot collects what is said of it: traits, and the file's entry, which wins.
final class Declaration {
    /// The subject of the declaration.
    enum Subject: Sendable {
        case component(ProgramComponent)
        case definition(DefinitionMember)
    }

    /// A type that the component is only for where nothing else provides it.
    /// `ancestors` is true if components of parent contexts count.
    typealias MissingType = (wanted: ComponentTarget, ancestors: Bool)

    let subject: Subject
    var creation: Creation
    var facts: DefinitionFacts
    private var keeper: (any Sendable)?
    private var dependsOnPlace: Origin?
    /// The types whose components start before this one.
    private(set) var earlierTypes: [TypeID] = []
    /// The profiles it asks for, as they are written.
    private(set) var profiles: [String] = []
    private(set) var settings: [ContextConfiguration.SettingCondition] = []
    private(set) var whenMissing: [MissingType] = []

    /// True if no condition can leave it out.
    var isPlain: Bool { profiles.isEmpty && settings.isEmpty && whenMissing.isEmpty }

    /// The scope with what keeps its instances.
    var scope: Scope {
        get { Scope(facts.scope, keeper: keeper) }
        set { (facts.scope, keeper) = (newValue.facts, newValue.keeper) }
    }

    /// Where it says what starts before it.
    var dependsOnOrigin: Origin { dependsOnPlace ?? facts.origin }

    var component: ProgramComponent? { if case .component(let component) = subject { component } else { nil } }
    var member: DefinitionMember? { if case .definition(let member) = subject { member } else { nil } }

    /// A component class with its traits.
    convenience init(_ component: ProgramComponent) {
        self.init(
            .component(component), component.creation, component.facts,
            traits: ComponentType.ownTraits(of: component.type), scope: .singleton)
    }

    /// - Parameters:
    ///   - facts: The known facts of it before its traits.
    ///   - scope: The scope where no trait says one.
    init(_ subject: Subject, _ creation: Creation, _ facts: DefinitionFacts, traits: [ComponentTrait], scope: Scope) {
        self.subject = subject
        self.creation = creation
        self.facts = facts
        self.scope = scope
        if !traits.isEmpty { apply(traits) }
    }

    private func apply(_ traits: [ComponentTrait]) {
        var scope: Scope?
        var isLazy: Bool?
        for trait in traits {
            switch trait.kind {
            case .named(let name, _): facts.name = name
            case .primary: facts.isPrimary = true
            case .fallback: facts.isFallback = true
            case .order(let order): facts.order = order
            case .scope(let given): scope = given
            case .lazy: isLazy = true
            case .profile(let name): profiles.append(name)
            case .when(let condition): settings.append(condition)
            case .whenMissing(let type, let ancestors):
                whenMissing.append((.type(type), ancestors))
            case .retry(let retry): facts.retry = retry
            case .dependsOn(let targets, let place):
                for target in targets {
                    switch target {
                    case .type(let type): earlierTypes.append(type)
                    case .name(let name): facts.dependsOn.append(name)
                    }
                }
                dependsOnPlace = dependsOnPlace ?? .source(place.location)
            }
        }
        change(scope, isLazy: isLazy)
    }

    /// Lays the file's entry over what the class says.
    func apply(_ entry: ContextConfiguration.ComponentEntry, named name: String?, at origin: Origin) {
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
            whenMissing = [(.name(type), entry.countsAncestors)]
        }
        change(entry.scope, isLazy: entry.isLazy)
    }

    private func change(_ given: Scope?, isLazy: Bool?) {
        guard given != nil || isLazy != nil else { return }
        let named = given ?? (facts.scope == .lazySingleton ? .singleton : scope)
        scope = named == .singleton && isLazy == true ? .lazySingleton : named
    }
}

extension Declaration {
    /// The fault of a component class that the compiler has kept no description of, or whose constructor makes another.
    var mistake: Fault? {
        guard let component else { return nil }
        if let fault = component.creation.constructed?.mismatch { return fault }
        return component.record.lacksReflection
            ? Fault(.reflectionDisabled(name: facts.typeName), at: facts.origin) : nil
    }
}
