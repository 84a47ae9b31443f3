public import IOCConfiguration
import IOCModel

/// A definition as a post-processor may change it.
///
/// It collects what a component class, its traits and the file's entry say, or a definition of an assembly, until a boot makes
/// the definition's facts of it.
public struct DefinitionDescription {
    /// A type that the component is only for if nothing else provides it.
    /// `ancestors` is true if components of parent contexts count.
    typealias MissingType = (wanted: ComponentTarget, ancestors: Bool)

    /// The component's name.
    public private(set) var name: String
    /// The name without the module and the outer types.
    let simpleName: String
    let type: TypeID
    /// The component class; nil for a definition of an assembly.
    let component: ProgramComponent?
    /// The definition of an assembly; nil for a component class.
    let member: DefinitionMember?
    /// The lifetime of its instances.
    public var scope: Scope
    /// True if it is preferred if several fit.
    public var isPrimary = false
    /// True if it is used only if no other fits.
    public var isFallback = false
    /// Its place in collections: lower numbers first.
    public var order = 0
    let needsArguments: Bool
    private let isManaged: Bool
    /// The names of the components that start before this one.
    var dependsOn: [String] = []
    private(set) var retry: StartRetry?
    /// The place of its declaration.
    private(set) var place: Origin
    var creation: Creation
    private var replacement: (@Sendable () throws -> Any)?
    private var dependsOnPlace: Origin?
    /// The types whose components start before this one.
    private(set) var earlierTypes: [TypeID] = []
    /// The profiles it asks for, as they are written.
    private(set) var profiles: [String] = []
    private(set) var settings: [ContextConfiguration.SettingCondition] = []
    private(set) var whenMissing: [MissingType] = []

    /// The type it promises.
    public var typeName: String { TypeName.writer(type) }
    /// Where it was declared.
    public var origin: String { place.description }

    /// True if no condition can leave it out.
    var isPlain: Bool { profiles.isEmpty && settings.isEmpty && whenMissing.isEmpty }

    /// Where it says what starts before it.
    var dependsOnOrigin: Origin { dependsOnPlace ?? place }

    /// A component class with its traits.
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

    /// A definition of an assembly, with its traits.
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

    /// The facts of what has been collected.
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

    /// Lays the file's entry over what the class says.
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

    /// Replaces the way to create instances.
    /// - Parameter make: Creates an instance of the promised type.
    public mutating func replace(with make: @escaping @Sendable () throws -> Any) { replacement = make }

    /// Takes over the changes of a post-processor.
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

/// A definition of a plan: its description, and the facts that were made of it.
final class Declaration {
    let description: DefinitionDescription
    let facts: DefinitionFacts

    init(_ description: consuming DefinitionDescription) {
        facts = description.facts()
        self.description = description
    }

    /// The fault of a component class that the compiler has kept no description of, or whose constructor makes another.
    var mistake: Fault? {
        guard let component = description.component, !component.isFunction else { return nil }
        if let fault = component.creation.constructed?.mismatch { return fault }
        return component.record.lacksReflection
            ? Fault(.reflectionDisabled(name: facts.typeName), at: facts.origin) : nil
    }
}

extension [Declaration] {
    /// The faults of custom scopes that have the name of a built-in scope, or of one with another store.
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
    /// Returns true if another store is the same object, or a value that is equal as far as values of its type can be compared.
    fileprivate func isSame(as other: any ScopeStore) -> Bool {
        if type(of: other) is AnyClass { return self as AnyObject === other as AnyObject }
        guard type(of: other) == type(of: self) else { return false }
        return (self as? any Equatable)?.isEqual(to: other) ?? true
    }
}

extension Equatable {
    fileprivate func isEqual(to other: Any) -> Bool { other as? Self == self }
}
