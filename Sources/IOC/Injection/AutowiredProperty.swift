/// An ``Autowired`` property seen from outside, as `$name`.
public struct AutowiredProperty<Value>: Sendable {
    let cell: InjectionCell<Value>

    /// The dependency, resolved now if it was not before.
    /// - Returns: The property's value.
    /// - Throws: ``IOCError`` where nothing or too much fits, or where the dependency's own code throws.
    public func get() throws -> Value { try cell.resolved() }

    /// True if the property has its value already.
    public var isFilled: Bool { cell.isFilled }
}
