import IOCModel

/// An initializer with what its parameters ask for.
///
/// ```swift
/// static var constructor: Constructor {
///     Constructor(
///         OrderService.init, "mapper", Parameter("log", named: "audit"),
///         Parameter("limit", setting: "orders.limit", default: 100))
/// }
/// ```
///
/// The compiler sees that there is a ``Parameter`` of the right type for each of the initializer's. A class that is not final
/// passes `self.init` in a closure, so that subclasses make themselves.
public struct Constructor: Sendable {
    /// The type of what it makes.
    let product: Any.Type
    let parameters: [ParameterFacts]
    let location: SourceLocation
    private let making: @Sendable (ConstructorArguments) throws -> AnyObject

    /// Describes an initializer.
    /// - Parameters:
    ///   - make: The initializer, or a closure that calls it.
    ///   - parameter: The request of each parameter, in their order.
    ///   - fileID: The file that stands in messages; the caller's unless given.
    ///   - line: The line that stands in messages; the caller's unless given.
    @inlinable
    public init<Instance, each Value>(
        _ make: @escaping @Sendable (repeat each Value) throws -> Instance,
        _ parameter: repeat Parameter<each Value>, fileID: StaticString = #fileID, line: Int = #line
    ) {
        var facts: [ParameterFacts] = []
        repeat facts.append((each parameter).facts(fileID, line))
        self.init(product: Instance.self, parameters: facts, fileID, line) { arguments in
            var index = 0
            return AnyValueBox.boxed(try make(repeat try arguments.next((each Value).self, at: &index)))
        }
    }

    @usableFromInline
    init(
        product: Any.Type, parameters: [ParameterFacts], _ fileID: StaticString, _ line: Int,
        making: @escaping @Sendable (ConstructorArguments) throws -> AnyObject
    ) {
        self.product = product
        self.parameters = parameters
        self.making = making
        location = SourceLocation(file: "\(fileID)", line: line)
    }

    /// Makes an instance; values come in a box.
    func make(with arguments: ConstructorArguments) throws -> AnyObject { try making(arguments) }
}

/// Where a constructor gets what it passes.
@usableFromInline
class ConstructorArguments: @unchecked Sendable {
    // Sound: it has nothing that changes.

    // Named by its number, as the metadata of a generic parameter would be looked up each time.
    @inlinable
    @inline(__always)
    final func next<Value>(_ type: Value.Type, at index: inout Int) throws -> Value {
        defer { index += 1 }
        return try value(type, at: index)
    }

    @usableFromInline
    func value<Value>(_ type: Value.Type, at index: Int) throws -> Value {
        preconditionFailure("a subclass answers")
    }
}
