import IOCConfiguration
import IOCModel

/// An initializer, with a description of its parameters.
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
/// ``Component(_:)`` generates the same code. In a class that is not final, the closure calls `self.init`, so that a
/// subclass creates its own instances.
///
/// If the initializer is `async`, call it with `await` in the closure. The container awaits it when the context starts.
public struct Constructor: Sendable {
    /// The type of the instances that it creates.
    let product: Any.Type
    let parameters: [ParameterFacts]
    let location: SourceLocation
    private let making: @Sendable (ConstructorArguments) throws -> AnyObject
    /// Calls an `async` initializer; nil for any other.
    private let asyncMaking: AsyncMaking?
    /// True if it calls a function with ``Provides(_:)``, which creates instances of another type than the one that
    /// declares the constructor.
    private(set) var isOfFunction = false

    @usableFromInline typealias AsyncMaking = @Sendable (ConstructorArguments) async throws -> AnyObject

    /// Describes an initializer by a closure that calls it with the arguments, numbered like the parameters.
    /// - Parameters:
    ///   - parameter: A description of each parameter, in their order.
    ///   - fileID: The file that messages name. The default is the caller's.
    ///   - line: The line that messages name. The default is the caller's.
    ///   - make: A closure that calls the initializer.
    @inlinable
    @inline(__always)
    public init<Instance, each Value>(
        _ parameter: repeat Parameter<each Value>, fileID: StaticString = #fileID, line: Int = #line,
        make: @escaping @Sendable (ConstructorArguments) throws -> Instance
    ) {
        // Inlined, so that `make` and the closure around it become one (see the benchmark "prototype with two
        // prototypes: initializer").
        let facts = Self.facts(repeat each parameter)
        self.init(product: Instance.self, parameters: facts, fileID, line) { AnyValueBox.boxed(try make($0)) }
    }

    /// Describes an `async` initializer by a closure that calls it with the arguments, numbered like the parameters.
    ///
    /// ```swift
    /// Constructor(Parameter<PostgresClient>("client")) { arguments in
    ///     await PostgresPersistDriver(client: try arguments[0] as PostgresClient)
    /// }
    /// ```
    ///
    /// The container looks up the arguments before it calls the closure, and awaits the closure when the context
    /// starts.
    /// - Parameters:
    ///   - parameter: A description of each parameter, in their order.
    ///   - fileID: The file that messages name. The default is the caller's.
    ///   - line: The line that messages name. The default is the caller's.
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

    /// This constructor, marked as the constructor of a function.
    public var _ofFunction: Constructor {
        var copy = self
        copy.isOfFunction = true
        return copy
    }

    /// Creates an instance. A value is returned in a box.
    func make(with arguments: ConstructorArguments) throws -> AnyObject { try making(arguments) }

    /// True if the initializer has to be awaited.
    var isAsync: Bool { asyncMaking != nil }

    /// Creates an instance, and awaits the initializer if it is `async`.
    func make(awaiting arguments: ConstructorArguments) async throws -> AnyObject {
        guard let asyncMaking else { return try make(with: arguments) }
        return try await asyncMaking(arguments)
    }
}

/// The description of a ``Constructor``'s parameter: a component, chosen by its type or by name, or a setting.
///
/// A component's type can be any type that a property with ``Autowired`` can have: a class, a protocol, an optional, a
/// list, a dictionary by name, a ``Provider``, an ``ApplicationContext``.
public struct Parameter<Value>: Sendable {
    let facts: ParameterFacts

    /// Asks for a component.
    /// - Parameters:
    ///   - name: The parameter's name, for messages.
    ///   - qualifier: The component's name; nil to choose by type.
    ///   - fileID: The file that messages name. The default is the caller's.
    ///   - line: The line that messages name. The default is the caller's.
    public init(_ name: String, named qualifier: String? = nil, fileID: StaticString = #fileID, line: Int = #line) {
        facts = ParameterFacts(
            name: name, type: Value.self, qualifier: qualifier, location: SourceLocation(fileID: fileID, line: line))
    }
}

extension Parameter where Value: Decodable & Sendable {
    /// Asks for a setting, as ``IOC/Value`` does.
    /// - Parameters:
    ///   - name: The parameter's name, for messages.
    ///   - key: The key path, such as `server.port`. If no source has the setting, an optional parameter is nil. For
    ///     any other parameter, that is a fault at boot.
    ///   - fileID: The file that messages name. The default is the caller's.
    ///   - line: The line that messages name. The default is the caller's.
    public init(_ name: String, setting key: String, fileID: StaticString = #fileID, line: Int = #line) {
        self.init(name, key, nil, SourceLocation(fileID: fileID, line: line))
    }

    /// Asks for a setting with a default.
    /// - Parameters:
    ///   - name: The parameter's name, for messages.
    ///   - key: The key path, such as `server.port`.
    ///   - fallback: The value if no source has the setting. It is evaluated for each instance that needs it.
    ///   - fileID: The file that messages name. The default is the caller's.
    ///   - line: The line that messages name. The default is the caller's.
    public init(
        _ name: String, setting key: String, default fallback: @autoclosure @escaping @Sendable () -> Value,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(name, key, fallback, SourceLocation(fileID: fileID, line: line))
    }

    private init(
        _ name: String, _ key: String, _ fallback: (@Sendable () -> Value)?, _ location: SourceLocation
    ) {
        facts = ParameterFacts(
            name: name, type: Value.self, qualifier: key,
            read: { try $0.read(Value.self, at: key, for: $1, default: fallback) },
            check: {
                try $0.check(Value.self, at: key, for: $1, hasDefault: fallback != nil, isLive: false)
            },
            defaultText: fallback.map { value -> @Sendable () -> String in { "\(value())" } }, location: location)
    }
}

extension Parameter {
    /// Unavailable: the type of a setting must be `Decodable` and `Sendable`.
    @available(*, unavailable, message: "a setting is decoded: let its type conform to Decodable and Sendable")
    public init(
        _ name: String, setting key: String, default fallback: @autoclosure @escaping @Sendable () -> Value? = nil,
        fileID: StaticString = #fileID, line: Int = #line
    ) { fatalError("unavailable") }
}

/// The untyped description of a parameter.
@usableFromInline
struct ParameterFacts: Sendable {
    typealias Reader = @Sendable (SettingStore, DefinitionFacts) throws -> Any

    let name: String
    let type: Any.Type
    /// The component's name, or the setting's key.
    let qualifier: String?
    /// Reads the setting as a value of the parameter's type; nil for a component.
    var read: Reader?
    /// Checks that the setting's value converts, or that there is a default if no source has a value. The default is
    /// not evaluated. Nil for a component.
    var check: (@Sendable (SettingStore, DefinitionFacts) throws -> Void)?
    /// The default of a setting as text; nil if there is none.
    var defaultText: (@Sendable () -> String)?
    let location: SourceLocation

    var isSetting: Bool { read != nil }

    /// Returns the parameter as an injection point.
    /// - Parameter owner: The name of the initializer or function in messages.
    func point(of owner: String) -> InjectionPointFacts {
        let form = InjectionForms.analyze(type, isSetting: isSetting)
        return InjectionPointFacts(
            owner: owner, property: name, location: location, wanted: TypeIdentity.id(form.element), shape: form.shape,
            qualifier: qualifier, isParameter: true)
    }
}

/// The arguments of a ``Constructor``, looked up for the instance that is being created.
public struct ConstructorArguments: @unchecked Sendable {
    // Sound: `resolved` is passed to one awaited initializer, and to nothing else.

    /// The ``CallSite`` whose instance is being created. It is only compared, never accessed.
    private let site: Unmanaged<CallSite>?
    /// The arguments of an awaited initializer; nil if each argument is looked up when the initializer reads it.
    private let resolved: [Any]?
    private let type: ConstructedType

    /// Creates the arguments of the instance that this thread is creating. Each is looked up when the initializer reads
    /// it.
    init(_ type: ConstructedType, for site: Unmanaged<CallSite>?) {
        self.type = type
        self.site = site
        resolved = nil
    }

    /// Looks up all arguments of the instance that this thread is creating.
    init(resolving type: ConstructedType, for site: CallSite) throws {
        let arguments = ConstructorArguments(type, for: .passUnretained(site))
        self.type = type
        self.site = nil
        resolved = try type.constructor.parameters.enumerated().map { index, parameter in
            func argument<Value>(_ type: Value.Type) throws -> Any { try arguments.value(at: index) as Value }
            return try _openExistential(parameter.type, do: argument)
        }
    }

    /// The argument of a parameter.
    /// - Parameter index: The number of the parameter, from 0.
    /// - Throws: ``IOCError`` if no component or more than one fits, if its creation fails, if the parameter has
    ///   another type or doesn't exist, or if the argument is read outside the constructor's closure.
    @inlinable
    public subscript<Value>(index: Int) -> Value {
        get throws {
            // A parameter of a class needs no generic code of the container (see the benchmark "prototype with two
            // prototypes: initializer").
            if Value.self is AnyClass, let object = try object(at: index, of: Value.self) {
                // Sound: the instance is of the class `Value`, so a `Value` is one reference, as an `AnyObject` is.
                if AnyValueBox.isInstance(object, of: Value.self) { return unsafeBitCast(object, to: Value.self) }
                if let value = object as? Value { return value }
            }
            return try value(at: index)
        }
    }

    /// Returns the argument of a parameter whose type is a class; nil if `value(at:)` has to find it.
    @usableFromInline
    func object(at index: Int, of type: Any.Type) throws -> AnyObject? {
        guard let frame, let target = frame.pointee.read(parameter: index, of: type) else { return nil }
        defer { frame.pointee.reading = nil }
        let object = try target._withUnsafeGuaranteedRef { try $0.resolve(isWired: true) }
        frame.pointee.note(object)
        return object
    }

    @usableFromInline
    func value<Value>(at index: Int) throws -> Value {
        let parameters = type.constructor.parameters
        guard parameters.indices.contains(index) else {
            let owner = TypeName.qualified(type.constructor.product)
            throw error(.argumentMisused(index, of: parameters.count, in: owner), at: nil)
        }
        guard parameters[index].type == Value.self else {
            throw error(.argumentMisused(as: TypeName.written(Value.self)), at: index)
        }
        // The cast can't fail, because each argument was looked up as the type of its parameter.
        if let resolved { return resolved[index] as! Value }
        guard let frame, let argument = frame.pointee.site?.arguments[index] else {
            throw error(.argumentMisused, at: index)
        }
        frame.pointee.reading = argument
        defer { frame.pointee.reading = nil }
        return try frame.pointee.core.value(of: argument.source, as: Value.self).value
    }

    /// The ``Frame`` of the construction; nil on another thread, and after the end of the construction.
    private var frame: Frame.Pointer? {
        guard let site, let frame = Frame.innermost, frame.pointee.isConstructing(site) else { return nil }
        return frame
    }

    private func error(_ kind: Fault.Kind, at index: Int?) -> IOCError {
        IOCError([
            Fault(
                kind, at: .source(type.constructor.location), asked: index.map { type.plan.parameters[$0] },
                wanted: index.map { TypeName.written(type.constructor.parameters[$0].type) })
        ])
    }
}
