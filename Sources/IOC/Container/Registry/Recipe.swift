import IOCConfiguration
import IOCModel

/// The recipe by which a definition makes an instance and injects it.
///
/// There are four ways, and no protocol between them: a call through one would add a level to each that a graph is deep, and a
/// processor foresees only so many returns.
enum Recipe: Sendable {
    /// An annotated class: its `init()` and its hooks.
    case component(any IOCComponent.Type)
    /// A type whose initializer is passed what it needs.
    case constructed(ConstructedRecipe)
    /// The definition of an assembly.
    case definition(DefinitionRecipe, of: AssemblyReference)
    /// A closure in place of a definition's own way to make an instance, and the type that it gives.
    case replacement(@Sendable () throws -> AnyObject, Any.Type)

    /// The way in which a component type makes its instances.
    static func making(_ type: ComponentType) -> Recipe {
        switch type {
        case .plain(let type): .component(type)
        case .constructed(let type): .constructed(ConstructedRecipe(type))
        }
    }

    static func replacement<Instance>(
        making make: @escaping @Sendable () throws -> Instance, of type: Any.Type = Instance.self
    ) -> Recipe {
        .replacement({ AnyValueBox.boxed(try make()) }, type)
    }

    /// Makes an instance; values come in a box.
    func make(_ arguments: ArgumentKey?) throws -> AnyObject {
        switch self {
        case .component(let type): type.init()
        case .constructed(let recipe): try recipe.make()
        case .definition(let definition, let owner): try definition.make(for: owner, arguments)
        case .replacement(let make, _): try make()
        }
    }

    /// True if making an instance has to be awaited.
    var isAsync: Bool {
        if case .definition(let definition, _) = self, definition.template.asyncMake != nil { return true }
        return constructed?.constructor.isAsync ?? false
    }

    /// Makes an instance, and waits for that.
    /// - Parameter arguments: The arguments of the initializer; nil if a closure makes the instance.
    func make(awaiting arguments: ConstructorArguments?) async throws -> AnyObject {
        if let arguments { return try await arguments.recipe.make(awaiting: arguments) }
        guard case .definition(let definition, let owner) = self, let asyncMake = definition.template.asyncMake else {
            return try make(nil)
        }
        return try await asyncMake(owner.get())
    }

    /// Injects an instance whose wrappers are bound: `willInject`, injections, `didInject`.
    /// - Parameters:
    ///   - component: Returns the instance as a component.
    ///   - progress: The progress of earlier calls, which this one moves on.
    func inject(
        _ instance: AnyObject, _ arguments: ArgumentKey?, _ progress: inout InjectionProgress,
        as component: () -> (any ManagedComponent)?
    ) throws {
        switch self {
        case .component(let type): try Self.callHooks(of: instance, as: type)
        case .constructed(let recipe): if !progress.isAlias { try Self.callHooks(of: instance, as: recipe.product) }
        case .definition(let definition, let owner):
            try definition.inject(instance, for: owner, arguments, &progress, as: component)
        case .replacement:
            guard !progress.isAlias, let component = AnyValueBox.unboxed(instance) as? any ManagedComponent else {
                return
            }
            component.willInject()
            try component.didInject()
        }
    }

    private static func callHooks<Component: ManagedComponent>(
        of instance: AnyObject, as type: Component.Type
    ) throws {
        // Sound: the instance comes from `make` of the same recipe: an object of the class, or the box of the value.
        let component =
            type is AnyClass
            ? unsafeBitCast(instance, to: Component.self)
            : unsafeDowncast(instance, to: ValueBox<Component>.self).value
        component.willInject()
        try component.didInject()
    }

    /// The work left for an instance when the outermost construction ends.
    func didBuildGraph(_ instance: AnyObject) throws {
        if case .definition(let definition, let owner) = self { try definition.didBuildGraph(instance, for: owner) }
    }

    /// The names of the steps in messages.
    var steps: (creation: String, injection: String) {
        switch self {
        case .component, .constructed: ("its initializer", "didInject()")
        case .definition: ("its definition in the assembly", "its injection")
        case .replacement: ("the closure that replaces it", "its injection")
        }
    }

    /// True if an assembly's definition says how an instance is made.
    var isDefinition: Bool { if case .definition = self { true } else { false } }

    /// True if `didBuildGraph` does anything.
    var awaitsGraph: Bool {
        if case .definition(let definition, _) = self { definition.template.awaitsGraph } else { false }
    }

    /// The initializer that it calls with what the container finds; nil where there is none.
    var constructed: ConstructedRecipe? {
        switch self {
        case .constructed(let recipe): recipe
        case .definition(let definition, _): definition.template.constructed
        case .component, .replacement: nil
        }
    }

    /// The injection points of what it makes for a definition; nil if only an instance shows them.
    /// - Parameter promised: The type that the definition promises.
    func plan(of promised: Any.Type) -> InjectionPlan? {
        if let constructed { return constructed.plan }
        if case .replacement(_, let type) = self, type != promised { return nil }
        return (promised as? AnyClass).map(InjectionPlanReader.plan(ofClass:))
    }

    /// The parameters of the initializer that it calls.
    var parameters: [InjectionPointFacts] { constructed?.points ?? [] }

    /// Returns false if the instance can't come from another definition. An initializer can only return that of a subclass.
    func mayBeAlias(_ instance: AnyObject) -> Bool {
        !isScanned || constructed?.isOfOwnClass(instance) == false
    }

    /// True if it is the scan's, of a component type, and no assembly's.
    var isScanned: Bool {
        switch self {
        case .component, .constructed: true
        case .definition, .replacement: false
        }
    }
}

/// The progress of an instance's injection.
struct InjectionProgress {
    /// True if another definition made the instance, which has called the instance's own hooks.
    var isAlias = false
    /// True if it has begun.
    var hasBegun = false
    /// The number of injections done.
    var done = 0
    /// True if an injection is running, which may be run again.
    var isInjecting = false
}

/// The recipe of a type with a constructor: one for each type of the program. It looks the arguments up for the construction
/// that calls the constructor.
final class ConstructedRecipe: Sendable {
    let product: any ConstructedComponent.Type
    let constructor: Constructor
    private let cells: [ParameterCell]
    /// The wrapped properties of its class, and then the parameters; all definitions that make it so share them.
    let plan: InjectionPlan
    /// The injection points of the parameters.
    var points: [InjectionPointFacts] { plan.parameters }

    init(_ type: any ConstructedComponent.Type) {
        let owner = TypeName.simple(type)
        product = type
        constructor = type.constructor
        let properties = (type as? AnyClass).map(InjectionPlanReader.plan(ofClass:)) ?? .empty
        cells = constructor.parameters.enumerated().map {
            ParameterCell($1, of: owner, index: properties.fields.count + $0)
        }
        plan = cells.isEmpty ? properties : InjectionPlan(fields: properties.fields, parameters: cells.map(\.point))
    }

    // MARK: Arguments

    /// The argument of a parameter that is a class; nil if `value(at:for:)` has to find it.
    func object(at index: Int, of type: Any.Type) throws -> AnyObject? {
        guard cells.indices.contains(index), let frame = ConstructionFrame.innermost else { return nil }
        let cell = cells[index]
        guard cell.parameter.type == type, frame.pointee.definition.constructed === self, let target = cell.target
        else {
            return nil
        }
        return try frame.pointee.maker.instance(of: target, for: cell)
    }

    func value<Value>(at index: Int, for cell: ParameterCell) throws -> Value {
        // A closure may have kept the arguments, or passed them to another thread.
        guard let frame = ConstructionFrame.innermost, frame.pointee.definition.constructed === self else {
            throw error(.argumentMisused, at: index)
        }
        let (maker, definition) = (frame.pointee.maker, frame.pointee.definition)
        guard let read = cell.parameter.read else {
            return try maker.core.lookup.supply(Value.self, to: cell, named: cell.qualifier)
        }
        do {
            // A cast that can't fail: the cell's type is `Value`.
            return try read(maker.registry.settings, definition.facts) as! Value
        } catch let failure as SettingFailure {
            throw IOCError(failure.fault(point: cell.point))
        }
    }

    /// The parameter of a number, which has a type.
    func cell(at index: Int, as type: Any.Type) throws -> ParameterCell {
        guard cells.indices.contains(index) else {
            let owner = TypeName.qualified(constructor.product)
            throw error(.argumentMisused(index, of: points.count, in: owner), at: nil)
        }
        guard cells[index].parameter.type == type else {
            throw error(.argumentMisused(as: TypeName.written(type)), at: index)
        }
        return cells[index]
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
        try checked(constructor.make(with: ConstructorArguments(recipe: self, resolved: nil)))
    }

    /// All arguments, looked up for the construction that is running on this thread.
    func arguments() throws -> ConstructorArguments {
        let arguments = try cells.enumerated().map { index, cell in
            func argument<Value>(_ type: Value.Type) throws -> Any { try value(at: index, for: cell) as Value }
            return try _openExistential(cell.parameter.type, do: argument)
        }
        return ConstructorArguments(recipe: self, resolved: arguments)
    }

    /// Makes an instance, and waits for its initializer.
    func make(awaiting arguments: ConstructorArguments) async throws -> AnyObject {
        try checked(await constructor.make(awaiting: arguments))
    }

    /// - Throws: `constructor-mismatch` for an instance of another class.
    @inline(__always)
    private func checked(_ instance: AnyObject) throws -> AnyObject {
        guard constructor.product != product, !isOfOwnClass(instance) else { return instance }
        throw IOCError(mismatch(making: type(of: instance)))
    }

    /// Returns true if an instance is one of the type itself, or the box of one, and of no subclass.
    func isOfOwnClass(_ instance: AnyObject) -> Bool { !(product is AnyClass) || type(of: instance) == product }
}
