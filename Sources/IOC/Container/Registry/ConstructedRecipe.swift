import IOCModel

/// The recipe of a type with a constructor: one for each type of the program.
///
/// It does not know where its arguments come from: its subclass among the constructions looks them up.
class ConstructedRecipe: ConstructorArguments, @unchecked Sendable {
    // Sound: nothing changes after `init`.

    private let product: any ConstructedComponent.Type
    final let constructor: Constructor
    /// Its injection points.
    final let points: [InjectionPointFacts]
    /// The numbers of those that ask for a property of the configuration.
    private let settings: [Int]
    /// The same behind the wrapped properties of its class; all definitions that make it so share them.
    final let plan: InjectionPlan
    /// True if the constructor promises a superclass.
    private let isInherited: Bool

    init(_ type: any ConstructedComponent.Type, _ constructor: Constructor, points: [InjectionPointFacts]) {
        product = type
        self.constructor = constructor
        self.points = points
        settings = constructor.parameters.indices.filter { constructor.parameters[$0].check != nil }
        plan = ((type as? AnyClass).map(InjectionPlanReader.plan(ofClass:)) ?? .empty).with(points)
        isInherited = constructor.product != type
    }

    /// The fault where it makes another type than its own; nil where it does not, or where only an instance knows.
    ///
    /// A superclass's constructor that calls `self.init` makes the subclass, and promises the superclass.
    final var mismatch: Fault? {
        if let product = product as? AnyClass, let promised = constructor.product as? AnyClass,
            TypeIdentity.inherits(product, from: promised)
        {
            return nil
        }
        return constructor.product == product ? nil : mismatch(making: constructor.product)
    }

    private func mismatch(making made: Any.Type) -> Fault {
        Fault(
            .constructorMismatch(name: TypeName.qualified(product), product: TypeName.qualified(made)),
            at: .source(constructor.location))
    }

    /// Makes an instance; a value comes in a box.
    final func make() throws -> AnyObject {
        let instance = try constructor.make(with: self)
        guard isInherited, !isOfOwnClass(instance) else { return instance }
        throw IOCError(mismatch(making: type(of: instance)))
    }

    /// Returns true if an instance is one of the type itself, or the box of one, and of no subclass.
    final func isOfOwnClass(_ instance: AnyObject) -> Bool { !(product is AnyClass) || type(of: instance) == product }

    /// The faults of the configuration's properties that it passes.
    final func settingFaults(in registry: Registry, for definition: RegisteredDefinition) -> [Fault] {
        settings.compactMap { index in
            do {
                try constructor.parameters[index].check?(registry.properties, definition.facts)
                return nil
            } catch {
                return (error as? PropertyFailure)?.fault(point: points[index])
            }
        }
    }

    /// Calls the hooks of an instance.
    /// - Returns: False where its class has none.
    final func inject(_ instance: AnyObject) throws -> Bool {
        func callHooks<Component: ConstructedComponent>(_ type: Component.Type) throws -> Bool {
            // Sound: the instance comes from `make` of the same recipe: an object of the class, or the box of the value.
            let component =
                type is AnyClass
                ? unsafeBitCast(instance, to: Component.self)
                : unsafeDowncast(instance, to: ValueBox<Component>.self).value
            return try Hooks.call(of: component)
        }
        return try callHooks(product)
    }
}
