import IOCModel

/// How a type with a constructor is made: one for each type of the program.
final class ConstructedRecipe: ConstructorArguments, @unchecked Sendable {
    // Sound: nothing changes after `init`.

    private let product: any ConstructedComponent.Type
    let constructor: Constructor
    /// Its injection points.
    let points: [InjectionPointFacts]
    private let cells: [ParameterCell]
    /// True if the constructor promises a superclass.
    private let isInherited: Bool

    init(_ type: any ConstructedComponent.Type, owner: String) {
        product = type
        constructor = type.constructor
        points = constructor.parameters.map { InjectionPointFacts(parameter: $0, owner: owner) }
        isInherited = constructor.product != type
        cells = points.enumerated().map { ParameterCell($1, index: $0) }
    }

    /// What is wrong where it makes another type than its own; nil where it does not, or where only an instance tells.
    ///
    /// A superclass's constructor that calls `self.init` makes the subclass, and promises the superclass.
    var mismatch: Fault? {
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
    func make() throws -> AnyObject {
        let instance = try constructor.make(with: self)
        guard isInherited, type(of: instance) != product else { return instance }
        throw IOCError(mismatch(making: type(of: instance)))
    }

    @usableFromInline
    override func value<Value>(of parameter: Parameter<Value>, at index: Int) throws -> Value {
        guard let frame = ConstructionFrame.innermost else {
            preconditionFailure("a constructor is called inside a construction")
        }
        let maker = frame.pointee.maker
        switch parameter.source {
        case .component: return try maker.core.lookup.supply(Value.self, to: cells[index])
        case .setting(_, let read):
            do {
                return try read(maker.registry.properties, frame.pointee.definition.facts)
            } catch let failure as PropertyFailure {
                throw IOCError(failure.fault(point: points[index]))
            }
        }
    }

    /// What is wrong with the properties of the configuration that it passes.
    func settingFaults(in registry: Registry, for definition: RegisteredDefinition) -> [Fault] {
        zip(constructor.parameters, points).compactMap { parameter, point in
            do {
                try parameter.check?(registry.properties, definition.facts)
                return nil
            } catch {
                return (error as? PropertyFailure)?.fault(point: point)
            }
        }
    }

    /// Calls the hooks of an instance.
    func inject(_ instance: AnyObject) throws {
        func callHooks<Component: ConstructedComponent>(_ type: Component.Type) throws {
            // Sound: the instance comes from `make` of the same recipe: an object of the class, or the box of the value.
            let component =
                type is AnyClass
                ? unsafeBitCast(instance, to: Component.self)
                : unsafeDowncast(instance, to: ValueBox<Component>.self).value
            component.willInject()
            try component.didInject()
        }
        try callHooks(product)
    }
}

extension InjectionPointFacts {
    fileprivate init(parameter: ParameterFacts, owner: String) {
        let form =
            parameter.isSetting ? (shape: .property, element: parameter.type) : InjectionForms.analyze(parameter.type)
        self.init(
            owner: owner, property: parameter.name, location: parameter.location,
            wanted: TypeIdentity.id(form.element), shape: form.shape, qualifier: parameter.qualifier, isParameter: true)
    }
}
