/// How a definition makes an instance and gives it what it needs.
protocol Recipe: Sendable {
    /// Makes an instance; values come in a box.
    func make(_ arguments: ArgumentKey?) throws -> AnyObject
    /// Injects an instance whose wrappers are bound: `willInject`, injections, `didInject`.
    /// - Parameter progress: How far an earlier call came, and how far this one does.
    /// - Returns: False where there was nothing to do, nor will be for another instance of the same class.
    func complete(_ instance: AnyObject, _ arguments: ArgumentKey?, _ progress: inout InjectionProgress) throws -> Bool
    /// What is left to do for an instance when the outermost build ends.
    func didBuildGraph(_ instance: AnyObject) throws
    /// What a message calls `complete`.
    var completion: String { get }
    /// Whether `didBuildGraph` does anything.
    var awaitsGraph: Bool { get }
    /// Whether `make` asks the container for nothing, so that boot may make an instance to learn from.
    var canMakeEarly: Bool { get }
}

/// How far the injection of an instance has come.
struct InjectionProgress {
    /// Whether it has begun.
    var hasBegun = false
    /// How many injections are done.
    var done = 0
    /// Whether an injection is running, which may be run again.
    var isInjecting = false
}

extension Recipe {
    var awaitsGraph: Bool { false }
    func didBuildGraph(_ instance: AnyObject) throws {}
}

/// The recipe of an annotated class: its `init()` and its hooks.
struct ComponentRecipe<Component: IOCComponent>: Recipe {
    var canMakeEarly: Bool { true }
    var completion: String { "didInject()" }

    func make(_ arguments: ArgumentKey?) throws -> AnyObject { Component() }

    func complete(
        _ instance: AnyObject, _ arguments: ArgumentKey?, _ progress: inout InjectionProgress
    ) throws -> Bool {
        // Sound: the instance comes from `make` of the same recipe.
        let component = unsafeDowncast(instance, to: Component.self)
        component.willInject()
        try component.didInject()
        return true
    }
}

/// The recipe of an annotated class that is known at run time only.
func componentRecipe<Component: IOCComponent>(_ type: Component.Type) -> any Recipe { ComponentRecipe<Component>() }

/// A closure in place of a definition's own way to make an instance.
struct ClosureRecipe: Recipe {
    private let closure: @Sendable () throws -> AnyObject

    init<Instance>(_ closure: @escaping @Sendable () throws -> Instance) {
        self.closure = { AnyValueBox.boxed(try closure()) }
    }

    var canMakeEarly: Bool { false }
    var completion: String { "its injection" }

    func make(_ arguments: ArgumentKey?) throws -> AnyObject { try closure() }

    func complete(
        _ instance: AnyObject, _ arguments: ArgumentKey?, _ progress: inout InjectionProgress
    ) throws -> Bool {
        guard let component = instance as? any IOCComponent else { return false }
        component.willInject()
        try component.didInject()
        return true
    }
}

/// A value that is no object, where the container keeps objects.
@usableFromInline
class AnyValueBox: @unchecked Sendable {
    // Sound: a box never changes after it is made.
    var boxed: Any { self }

    /// What an instance stands for: itself, or the value in its box.
    static func unboxed(_ instance: AnyObject) -> Any { (instance as? AnyValueBox)?.boxed ?? instance }

    /// The object that stands for a value: itself, or a box around it.
    @inlinable
    static func boxed<Value>(_ value: Value) -> AnyObject {
        // Sound: a value of a class is one reference to its object.
        Value.self is AnyClass ? unsafeBitCast(value, to: AnyObject.self) : box(value)
    }

    @usableFromInline
    static func box<Value>(_ value: Value) -> AnyObject {
        type(of: value as Any) is AnyClass ? value as AnyObject : ValueBox(value)
    }
}

final class ValueBox<Value>: AnyValueBox, @unchecked Sendable {
    let value: Value
    override var boxed: Any { value }
    init(_ value: Value) { self.value = value }
}
