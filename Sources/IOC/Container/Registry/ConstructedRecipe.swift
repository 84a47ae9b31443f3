import IOCConfiguration
import IOCModel

/// The recipe of a type with a constructor: one for each type of the program. It looks the arguments up for the construction
/// that calls the constructor.
final class ConstructedRecipe: ConstructorArguments, @unchecked Sendable {
    // Sound: nothing changes after `init`.

    private let product: any ConstructedComponent.Type
    let constructor: Constructor
    /// Its injection points.
    let points: [InjectionPointFacts]
    private let cells: [ParameterCell]
    /// The same behind the wrapped properties of its class; all definitions that make it so share them.
    let plan: InjectionPlan

    /// - Parameters:
    ///   - type: The type to make.
    ///   - owner: Its name in messages.
    init(_ type: any ConstructedComponent.Type, owner: String) {
        product = type
        constructor = type.constructor
        let properties = (type as? AnyClass).map(InjectionPlanReader.plan(ofClass:)) ?? .empty
        cells = constructor.parameters.enumerated().map {
            ParameterCell($1, of: owner, index: properties.propertyCount + $0)
        }
        points = cells.map(\.point)
        plan = properties.with(points)
    }

    // MARK: Arguments

    override func object(at index: Int, of type: Any.Type) throws -> AnyObject? {
        guard cells.indices.contains(index), let frame = ConstructionFrame.innermost else { return nil }
        let cell = cells[index]
        guard cell.type == type, frame.pointee.definition.constructed === self, let target = cell.target else {
            return nil
        }
        return try frame.pointee.maker.instance(of: target, for: cell)
    }

    override func value<Value>(at index: Int) throws -> Value {
        let cell = try cell(at: index, as: Value.self)
        // A closure may have kept the arguments, or passed them to another thread.
        guard let frame = ConstructionFrame.innermost, frame.pointee.definition.constructed === self else {
            throw error(.argumentMisused, at: index)
        }
        if let read = cell.read { return try setting(cell.point, read, frame.pointee.maker, frame.pointee.definition) }
        return try frame.pointee.maker.core.lookup.supply(Value.self, to: cell)
    }

    /// The parameter of a number, which has a type.
    fileprivate func cell(at index: Int, as type: Any.Type) throws -> ParameterCell {
        guard cells.indices.contains(index) else {
            let owner = TypeName.qualified(constructor.product)
            throw error(.argumentMisused(index, of: points.count, in: owner), at: nil)
        }
        guard cells[index].type == type else {
            throw error(.argumentMisused(as: TypeName.written(type)), at: index)
        }
        return cells[index]
    }

    private func setting<Value>(
        _ point: InjectionPointFacts, _ read: ParameterFacts.Reader, _ maker: Maker, _ definition: RegisteredDefinition
    ) throws -> Value {
        do {
            return try withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { place in
                let start = place.baseAddress.unsafelyUnwrapped
                try read(maker.registry.settings, definition.facts, UnsafeMutableRawPointer(start))
                return start.move()
            }
        } catch let failure as SettingFailure {
            throw IOCError(failure.fault(point: point))
        }
    }

    private func error(_ kind: Fault.Kind, at index: Int?) -> IOCError {
        var fault = Fault(kind, at: .source(constructor.location))
        fault.point = index.map { points[$0] }
        fault.wanted = index.map { TypeName.written(constructor.parameters[$0].type) }
        return IOCError(fault)
    }

    // MARK: Making

    /// The fault where it makes another type than its own; nil where it does not, or where only an instance knows.
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
        guard constructor.product != product, !isOfOwnClass(instance) else { return instance }
        throw IOCError(mismatch(making: type(of: instance)))
    }

    /// All arguments, looked up for the construction that is running on this thread.
    func arguments() throws -> ResolvedArguments {
        ResolvedArguments(
            try cells.indices.map { index in
                func argument<Value>(_ type: Value.Type) throws -> Any { try value(at: index) as Value }
                return try _openExistential(cells[index].type, do: argument)
            }, of: self)
    }

    /// Makes an instance, and waits for its initializer.
    func make(awaiting arguments: ResolvedArguments) async throws -> AnyObject {
        let instance = try await constructor.make(awaiting: arguments)
        guard constructor.product != product, !isOfOwnClass(instance) else { return instance }
        throw IOCError(mismatch(making: type(of: instance)))
    }

    /// Returns true if an instance is one of the type itself, or the box of one, and of no subclass.
    func isOfOwnClass(_ instance: AnyObject) -> Bool { !(product is AnyClass) || type(of: instance) == product }

    /// The faults of the settings that it passes.
    func settingFaults(in registry: Registry, for definition: RegisteredDefinition) -> [Fault] {
        zip(constructor.parameters, points).compactMap { parameter, point in
            do {
                try parameter.check?(registry.settings, definition.facts)
                return nil
            } catch {
                return (error as? SettingFailure)?.fault(point: point)
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

/// The arguments of an initializer that is awaited: they were all looked up before.
final class ResolvedArguments: ConstructorArguments, @unchecked Sendable {
    // Sound: nothing changes after `init`.
    private let values: [Any]
    private let recipe: ConstructedRecipe

    fileprivate init(_ values: [Any], of recipe: ConstructedRecipe) {
        self.values = values
        self.recipe = recipe
    }

    override func value<Value>(at index: Int) throws -> Value {
        _ = try recipe.cell(at: index, as: Value.self)
        // Sound: each argument was looked up as the type of its parameter.
        return values[index] as! Value
    }
}
