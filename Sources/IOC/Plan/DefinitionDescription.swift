public import IOCConfiguration
import IOCModel

/// A definition, in a form that a post-processor can change.
///
/// It combines the class, its traits and its entry in the configuration, or describes the definition of an assembly.
/// The boot derives the final facts from it.
public struct DefinitionDescription {
    /// The type in a `whenMissing` condition. `ancestors` is true if components of parent contexts count.
    typealias MissingType = (wanted: ComponentTarget, ancestors: Bool)

    /// The component's name.
    public private(set) var name: String
    /// The name of the class or definition, without its module and outer types.
    let simpleName: String
    let type: TypeID
    /// The component type or function; nil for a definition of an assembly.
    let component: ProgramComponent?
    /// The definition of an assembly; nil for a component type or function.
    let member: DefinitionMember?
    /// The lifetime of its instances.
    public var scope: Scope
    /// True if the component is preferred over others that fit.
    public var isPrimary = false
    /// True if the component is used only if no other fits.
    public var isFallback = false
    /// The position in collections: lower numbers first.
    public var order = 0
    let needsArguments: Bool
    private let isManaged: Bool
    /// The names of the components that start before this one.
    var dependsOn: [String] = []
    private(set) var retry: StartRetry?
    /// The place of its entry in the configuration; if it has none, of its declaration.
    private(set) var place: Origin
    var creation: Creation
    private var replacement: (@Sendable () throws -> Any)?
    private var dependsOnPlace: Origin?
    /// The types whose components start before this one.
    private(set) var earlierTypes: [TypeID] = []
    /// The profiles in its conditions, as they are written.
    private(set) var profiles: [String] = []
    private(set) var settings: [ContextConfiguration.SettingCondition] = []
    private(set) var whenMissing: [MissingType] = []

    /// The declared type of its instances.
    public var typeName: String { TypeName.writer(type) }
    /// The place of its entry in the configuration; if it has none, of its declaration.
    public var origin: String { place.description }

    /// True if it has no conditions.
    var isPlain: Bool { profiles.isEmpty && settings.isEmpty && whenMissing.isEmpty }

    /// The place of its `dependsOn`.
    var dependsOnOrigin: Origin { dependsOnPlace ?? place }

    /// Describes a component type or function with its traits.
    init(_ component: ProgramComponent) {
        name = component.name.qualified
        simpleName = component.name.simple
        type = TypeIdentity.id(component.promised)
        self.component = component
        member = nil
        scope = .singleton
        needsArguments = false
        isManaged = true
        place = component.origin
        creation = component.creation
        apply(ComponentType.ownTraits(of: component.type))
    }

    /// Describes a definition of an assembly, with its traits.
    init(_ member: DefinitionMember, named name: String, simpleName: String, _ creation: Creation, scope: Scope) {
        let template = member.template
        self.name = name
        self.simpleName = simpleName
        type = TypeIdentity.id(template.promised)
        component = nil
        self.member = member
        self.scope = scope
        needsArguments = template.takesArguments
        isManaged = template.isManaged
        place = .source(member.location)
        self.creation = creation
        apply(template.traits)
    }

    /// Returns the facts that result from the description.
    fileprivate func facts() -> DefinitionFacts {
        DefinitionFacts(
            name: name, simpleName: simpleName, type: type, writer: TypeName.writer, scope: scope.facts,
            isPrimary: isPrimary, isFallback: isFallback, order: order, needsArguments: needsArguments,
            isManaged: isManaged, dependsOn: dependsOn, retry: retry, origin: place)
    }

    private mutating func apply(_ traits: [ComponentTrait]) {
        if traits.isEmpty { return }
        var scope: Scope?
        var isLazy: Bool?
        for trait in traits {
            switch trait.kind {
            case .named(let name, _): self.name = name
            case .primary: isPrimary = true
            case .fallback: isFallback = true
            case .order(let order): self.order = order
            case .scope(let given): scope = given
            case .lazy: isLazy = true
            case .profile(let name): profiles.append(name)
            case .when(let condition): settings.append(condition)
            case .whenMissing(let type, let ancestors):
                whenMissing.append((.type(type), ancestors))
            case .retry(let retry): self.retry = retry
            case .dependsOn(let targets, let place):
                for target in targets {
                    switch target {
                    case .type(let type): earlierTypes.append(type)
                    case .name(let name): dependsOn.append(name)
                    }
                }
                dependsOnPlace = dependsOnPlace ?? .source(place.location)
            }
        }
        change(scope, isLazy: isLazy)
    }

    /// Overrides the traits of the class or definition with those of its entry in the configuration.
    mutating func apply(_ entry: ContextConfiguration.ComponentEntry, named name: String?, at origin: Origin) {
        if let name { self.name = name }
        place = origin
        if let isPrimary = entry.isPrimary { self.isPrimary = isPrimary }
        if let isFallback = entry.isFallback { self.isFallback = isFallback }
        if let order = entry.order { self.order = order }
        if let dependsOn = entry.dependsOn {
            self.dependsOn = dependsOn
            dependsOnPlace = nil
            earlierTypes = []
        }
        if let retry = entry.retry { self.retry = retry }
        if let profiles = entry.profiles { self.profiles = profiles }
        if let condition = entry.when { settings = [condition] }
        if let type = entry.whenMissing {
            whenMissing = [(.name(type), entry.countsAncestors)]
        }
        change(entry.scope, isLazy: entry.isLazy)
    }

    private mutating func change(_ given: Scope?, isLazy: Bool?) {
        guard given != nil || isLazy != nil else { return }
        let named = given ?? (scope == .lazySingleton ? .singleton : scope)
        scope = named == .singleton && isLazy == true ? .lazySingleton : named
    }

    // MARK: Post-processors

    /// Replaces the code that creates instances.
    /// - Parameter make: Creates an instance of the declared type.
    public mutating func replace(with make: @escaping @Sendable () throws -> Any) { replacement = make }

    /// Applies the changes of a post-processor.
    mutating func apply(_ changed: DefinitionDescription) {
        scope = changed.scope
        isPrimary = changed.isPrimary
        isFallback = changed.isFallback
        order = changed.order
        if let replacement = changed.replacement {
            creation = .replacing(by: replacement, of: TypeIdentity.type(type))
        }
    }
}

/// A definition of a plan: its description, and the facts that result from it.
final class Declaration {
    let description: DefinitionDescription
    let facts: DefinitionFacts

    init(_ description: consuming DefinitionDescription) {
        facts = description.facts()
        self.description = description
    }

    /// The fault of a component class that was compiled without reflection metadata, or whose constructor creates
    /// another type; nil if there is none.
    var mistake: Fault? {
        guard let component = description.component, !component.isFunction else { return nil }
        if let fault = component.creation.constructed?.mismatch { return fault }
        return component.record.lacksReflection
            ? Fault(.reflectionDisabled(name: facts.typeName), at: facts.origin) : nil
    }
}

extension [Declaration] {
    /// The faults of custom scopes with the name of a built-in scope, or with the name of a custom scope that has a
    /// different store.
    var scopeFaults: [Fault] {
        let builtIn = Scope.nameable.map(\.facts.name)
        var first: [String: Declaration] = [:]
        var faults: [Fault] = []
        for declaration in self {
            guard declaration.facts.scope.sharing == .store, let store = declaration.description.scope.store else {
                continue
            }
            let (facts, name) = (declaration.facts, declaration.facts.scope.name)
            if builtIn.contains(name) {
                faults.append(Fault(.scopeNameTaken(scope: name, component: facts.name), at: facts.origin))
            } else if let other = first[name] {
                if other.description.scope.store?.isSame(as: store) ?? true { continue }
                let kind = Fault.Kind.scopeNameTaken(scope: name, component: facts.name, other: other.facts.name)
                let candidates = [other, declaration].map { Fault.NamedCandidate($0.facts) }
                faults.append(Fault(kind, at: facts.origin) { $0.candidates = candidates })
            } else {
                first[name] = declaration
            }
        }
        return faults
    }
}

extension ScopeStore {
    /// Returns true if another store is the same object, or an equal value. Two values of one type that isn't
    /// `Equatable` count as equal.
    fileprivate func isSame(as other: any ScopeStore) -> Bool {
        if type(of: other) is AnyClass { return self as AnyObject === other as AnyObject }
        guard type(of: other) == type(of: self) else { return false }
        return (self as? any Equatable)?.isEqual(to: other) ?? true
    }
}

extension Equatable {
    fileprivate func isEqual(to other: Any) -> Bool { other as? Self == self }
}
