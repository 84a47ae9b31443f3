import IOCModel

/// An initializer with what its parameters ask for.
///
/// ```swift
/// static var constructor: Constructor {
///     Constructor(
///         Parameter<OrderMapper>("mapper"), Parameter<any Sink>("log", named: "audit"),
///         Parameter<Int>("limit", setting: "orders.limit", default: 100)
///     ) {
///         try OrderService(mapper: $0[0], log: $0[1], limit: $0[2])
///     }
/// }
/// ```
///
/// ``Component(_:)`` writes the same. A class that is not final calls `self.init`, so that subclasses create themselves.
///
/// An `async` initializer is called in a closure with `await`. The container awaits it when the context starts.
public struct Constructor: Sendable {
    /// The type of what it makes.
    let product: Any.Type
    let parameters: [ParameterFacts]
    let location: SourceLocation
    private let making: @Sendable (ConstructorArguments) throws -> AnyObject
    /// Calls an `async` initializer; nil for any other.
    private let asyncMaking: AsyncMaking?

    @usableFromInline typealias AsyncMaking = @Sendable (ConstructorArguments) async throws -> AnyObject

    /// Describes an initializer by a closure that takes each argument by its parameter's number.
    /// - Parameters:
    ///   - parameter: The request of each parameter, in their order.
    ///   - fileID: The file that stands in messages; the caller's unless given.
    ///   - line: The line that stands in messages; the caller's unless given.
    ///   - make: A closure that calls the initializer.
    @inlinable
    @inline(__always)
    public init<Instance, each Value>(
        _ parameter: repeat Parameter<each Value>, fileID: StaticString = #fileID, line: Int = #line,
        make: @escaping @Sendable (ConstructorArguments) throws -> Instance
    ) {
        // Inlined, so that both closures become one: a call more is one more return to foresee for each level of a graph.
        let facts = Self.facts(repeat each parameter)
        self.init(product: Instance.self, parameters: facts, fileID, line) { AnyValueBox.boxed(try make($0)) }
    }

    /// Describes an `async` initializer by a closure that takes each argument by its parameter's number.
    ///
    /// ```swift
    /// Constructor(Parameter<PostgresClient>("client")) { arguments in
    ///     await PostgresPersistDriver(client: try arguments[0] as PostgresClient)
    /// }
    /// ```
    ///
    /// The container looks the arguments up before it calls the closure, and awaits the closure when the context starts.
    /// - Parameters:
    ///   - parameter: The request of each parameter, in their order.
    ///   - fileID: The file that stands in messages; the caller's unless given.
    ///   - line: The line that stands in messages; the caller's unless given.
    ///   - make: A closure that calls the initializer.
    @_disfavoredOverload
    public init<Instance, each Value>(
        _ parameter: repeat Parameter<each Value>, fileID: StaticString = #fileID, line: Int = #line,
        asyncMake make: @escaping @Sendable (ConstructorArguments) async throws -> Instance
    ) {
        let facts = Self.facts(repeat each parameter)
        self.init(product: Instance.self, parameters: facts, fileID, line) { _ in
            throw IOCError(.notStarted(component: TypeName.qualified(Instance.self)))
        } asyncMaking: { arguments in
            AnyValueBox.boxed(try await make(arguments))
        }
    }

    @usableFromInline
    static func facts<each Value>(_ parameter: repeat Parameter<each Value>) -> [ParameterFacts] {
        var facts: [ParameterFacts] = []
        repeat facts.append((each parameter).facts)
        return facts
    }

    @usableFromInline
    init(
        product: Any.Type, parameters: [ParameterFacts], _ fileID: StaticString, _ line: Int,
        making: @escaping @Sendable (ConstructorArguments) throws -> AnyObject, asyncMaking: AsyncMaking? = nil
    ) {
        self.product = product
        self.parameters = parameters
        self.making = making
        self.asyncMaking = asyncMaking
        location = SourceLocation(fileID: fileID, line: line)
    }

    /// Makes an instance; values come in a box.
    func make(with arguments: ConstructorArguments) throws -> AnyObject { try making(arguments) }

    /// True if the initializer has to be awaited.
    var isAsync: Bool { asyncMaking != nil }

    /// The same, and waits for the initializer.
    func make(awaiting arguments: ConstructorArguments) async throws -> AnyObject {
        guard let asyncMaking else { return try make(with: arguments) }
        return try await asyncMaking(arguments)
    }
}
