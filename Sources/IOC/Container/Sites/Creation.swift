import IOCConfiguration
import IOCModel

/// The code that creates and injects the instances of a component. Several contexts can share it.
final class Creation: Sendable {
    /// The kind of the declaration.
    enum Kind: Sendable {
        /// An annotated type, or a type that conforms manually.
        case type
        /// A function with ``Provides(_:)``.
        case function
        /// A definition of an assembly.
        case definition
        /// A closure of a test or of a processor, instead of the component's own code.
        case replacement
    }

    /// The code that is called.
    private enum Code: Sendable {
        /// The initializer without parameters.
        case plain(any IOCComponent.Type)
        /// The initializer or function that the container calls with arguments.
        case constructed(ConstructedType)
        /// The closure of a definition or of a replacement.
        case closure(@Sendable (ArgumentKey?) throws -> AnyObject)
    }

    let kind: Kind
    private let code: Code
    /// The type that declares the hooks of all instances; nil if it depends on the class of each instance.
    let hooks: ComponentHooks?
    /// The initializer or function that the container calls with arguments; nil if there is none.
    let constructed: ConstructedType?
    /// The type of a replacement; nil for other kinds.
    let replacement: Any.Type?
    /// The hooks and injections of a definition, in the order of their phases.
    let steps: [DefinitionTemplate.Step]
    /// The assembly that the steps belong to; nil if there is none.
    let owner: AssemblyReference?
    /// True if the closure of a definition takes an ``InjectionPoint``.
    let takesPoint: Bool

    private init(
        _ kind: Kind, hooks: ComponentHooks? = nil, constructed: ConstructedType? = nil,
        replacement: Any.Type? = nil, steps: [DefinitionTemplate.Step] = [], owner: AssemblyReference? = nil,
        takesPoint: Bool = false, _ code: Code
    ) {
        self.kind = kind
        self.code = code
        self.takesPoint = takesPoint
        self.hooks = hooks
        self.constructed = constructed
        self.replacement = replacement
        self.steps = steps
        self.owner = owner
    }

    /// Describes the creation of a component type's instances.
    convenience init(_ type: ComponentType) {
        switch type {
        case .plain(let type): self.init(.type, hooks: ComponentHooks(type), .plain(type))
        case .constructed(let type):
            let constructed = ConstructedType(type)
            let isFunction = constructed.constructor.isOfFunction
            self.init(
                isFunction ? .function : .type, hooks: isFunction ? nil : ComponentHooks(type),
                constructed: constructed,
                .constructed(constructed))
        }
    }

    /// Describes the creation of a definition's instances.
    convenience init(_ template: DefinitionTemplate, of owner: AssemblyReference) {
        guard let constructed = template.constructed else {
            guard let make = template.make else { preconditionFailure("an abstract definition is in no context") }
            let closure = Code.closure { try make.run(owner.get(), $0) }
            self.init(.definition, steps: template.steps, owner: owner, takesPoint: template.takesPoint, closure)
            return
        }
        self.init(
            .definition, constructed: constructed, steps: template.steps, owner: owner, .constructed(constructed))
    }

    /// Returns the creation by a closure that replaces the component's own code.
    /// - Parameter type: The declared type of the closure's result.
    static func replacing<Instance>(
        by make: @escaping @Sendable () throws -> Instance, of type: Any.Type = Instance.self
    ) -> Creation {
        Creation(.replacement, replacement: type, .closure { _ in AnyValueBox.boxed(try make()) })
    }

    /// Creates an instance for the innermost ``Frame``. A value is returned in a box.
    func create(_ arguments: ArgumentKey?) throws -> AnyObject {
        switch code {
        case .plain(let type): type.init()
        case .constructed(let constructed): try constructed.create()
        case .closure(let make): try make(arguments)
        }
    }

    /// True if the creation of an instance has to be awaited.
    var isAsync: Bool { constructed?.constructor.isAsync ?? false }

    /// True if the closure of a definition creates the instances. Its dependencies are then known only from the lookups
    /// that the closure makes.
    var isClosure: Bool { kind == .definition && constructed == nil }

    /// True if the component is declared by a component type, not by a function or a definition, and isn't replaced.
    var isOfType: Bool { kind == .type }

    /// True if a scan finds the component: a component type or a function.
    var isScanned: Bool { kind == .type || kind == .function }

    /// The word in messages for the code that creates instances.
    var maker: String { kind == .function ? "function" : "initializer" }

    /// Returns the injection points of the instances; nil if they depend on the class of each instance, and for a value
    /// type without a ``Constructor``.
    /// - Parameter promised: The declared type of the component.
    func plan(of promised: Any.Type) -> InjectionPlan? {
        if let constructed { return constructed.plan }
        if let replacement, replacement != promised { return nil }
        return (promised as? AnyClass).map(InjectionPlanReader.plan(ofClass:))
    }

    /// Returns the name of a stage in messages.
    func name(of stage: CallSite.Stage) -> String {
        switch (stage, kind) {
        case (.creation, .type), (.creation, .function): "its \(maker)"
        case (.creation, .definition): "its definition in the assembly"
        case (.creation, .replacement): "the closure that replaces it"
        case (.injection, .type), (.adoption, .type): "didInject()"
        case (.injection, _), (.adoption, _): "its injection"
        case (.graph, _): "didBuildGraph"
        case (.processing, _): "post-processing"
        }
    }
}

/// The type that declares the hooks of instances.
enum ComponentHooks: Sendable {
    case object(ObjectType)
    case value(any ManagedComponent.Type)

    typealias ObjectType = any (ManagedComponent & AnyObject).Type

    init(_ type: any ManagedComponent.Type) {
        // Classes have their own case. A generic call that doesn't know that the type is a class copies the value
        // (benchmark row: a prototype with two prototypes).
        let object =
            type is AnyClass
            ? TypeIdentity.metatype(of: type, as: (any ManagedComponent).self, ObjectType.self) : nil
        self = object.map(ComponentHooks.object) ?? .value(type)
    }

    /// Calls the hooks of an instance of the type, or of the value in its box.
    func call(on instance: AnyObject) throws {
        switch self {
        case .object(let type): try Self.callObject(instance, as: type)
        case .value(let type): try Self.callValue(in: instance, as: type)
        }
    }

    private static func callObject<Component: ManagedComponent & AnyObject>(
        _ instance: AnyObject, as type: Component.Type
    ) throws {
        // Sound: the type is the class that creates the instance, or the class of the instance itself.
        let component = unsafeDowncast(instance, to: type)
        component.willInject()
        try component.didInject()
    }

    private static func callValue<Component: ManagedComponent>(
        in instance: AnyObject, as type: Component.Type
    ) throws {
        guard let component = AnyValueBox.unboxed(instance) as? Component else { return }
        component.willInject()
        try component.didInject()
    }
}

/// A type with its ``Constructor``, and the injection points of its instances.
final class ConstructedType: Sendable {
    let product: any ConstructedComponent.Type
    /// The type of the instances: the type itself, or the return type of its function.
    let promised: Any.Type
    /// The name of the type, or of the function.
    let name: String
    let constructor: Constructor
    /// The wrapped properties of the instances' class, then the parameters.
    let plan: InjectionPlan

    init(_ type: any ConstructedComponent.Type) {
        product = type
        constructor = type.constructor
        promised = constructor.isOfFunction ? constructor.product : type
        name = TypeName.ofFunction(TypeName.qualified(type))
        let properties = (promised as? AnyClass).map(InjectionPlanReader.plan(ofClass:)) ?? .empty
        let inModule = String(name.drop { $0 != "." }.dropFirst())
        let owner = constructor.isOfFunction ? inModule : "\(TypeName.simple(type)).init"
        let parameters = constructor.parameters.map { $0.point(of: owner) }
        plan = parameters.isEmpty ? properties : InjectionPlan(fields: properties.fields, parameters: parameters)
    }

    func create() throws -> AnyObject {
        try checked(constructor.make(with: ConstructorArguments(self, for: Frame.innermost?.pointee.siteReference)))
    }

    func create(awaiting arguments: ConstructorArguments) async throws -> AnyObject {
        try checked(await constructor.make(awaiting: arguments))
    }

    /// The fault of a constructor that is declared for a type other than `promised`. It is nil if the types match, or
    /// if the constructor is declared for a superclass: then `checked(_:)` decides for each instance.
    ///
    /// If a superclass's constructor calls `self.init`, it creates the subclass, although its declared result is the
    /// superclass.
    var mismatch: Fault? {
        if let product = product as? AnyClass, let promised = constructor.product as? AnyClass,
            TypeIdentity.inherits(product, from: promised)
        {
            return nil
        }
        return constructor.product == promised ? nil : mismatch(making: constructor.product)
    }

    private func mismatch(making made: Any.Type) -> Fault {
        Fault(
            .constructorMismatch(name: TypeName.qualified(product), product: TypeName.qualified(made)),
            at: .source(constructor.location))
    }

    /// Checks the class of an instance if the constructor is declared for a superclass.
    /// - Throws: `constructor-mismatch` for an instance of another class.
    @inline(__always)
    private func checked(_ instance: AnyObject) throws -> AnyObject {
        guard constructor.product != promised, !isOfOwnClass(instance) else { return instance }
        throw IOCError(mismatch(making: type(of: instance)))
    }

    /// Returns true if an instance is of exactly this class and not of a subclass. Always true if the type is not a
    /// class.
    func isOfOwnClass(_ instance: AnyObject) -> Bool { !(product is AnyClass) || type(of: instance) == product }
}
