/// A ``Value`` property seen from outside, as `$name`.
public struct ValueProperty<Wrapped: Decodable & Sendable>: Sendable {
    let cell: ValueCell<Wrapped>

    /// The key path.
    public var key: String { cell.key }

    /// The value, looked up now if it was not before.
    /// - Returns: The property's value, or its default.
    /// - Throws: ``IOCError`` where no source has it, or where it does not convert.
    public func get() throws -> Wrapped { try cell.resolved() }

    /// The values of a live property from now on, each once it can be read; a slow reader gets the newest.
    ///
    /// The sequence ends with the context, and at once for a property that is not live.
    public var changes: AsyncStream<Wrapped> { cell.changes }

    /// True if the property has its value already.
    public var isFilled: Bool { cell.isFilled }
}
