/// Lists of which most have one element, which stands without an allocation of its own.
public struct ListsByKey<Key: Hashable, Element> {
    @usableFromInline var first: [Key: Element] = [:]
    @usableFromInline var further: [Key: [Element]] = [:]

    /// No lists, with room for the first elements of so many.
    @inlinable
    public init(capacity: Int) { first.reserveCapacity(capacity) }

    /// Puts an element at the end of a key's list.
    @inlinable
    public mutating func append(_ element: Element, to key: Key) {
        guard let known = first.updateValue(element, forKey: key) else { return }
        first[key] = known
        further[key, default: []].append(element)
    }

    /// The elements in the order they were added; none for an unknown key.
    @inlinable
    public subscript(key: Key) -> [Element] {
        guard let element = first[key] else { return [] }
        return further.isEmpty ? [element] : [element] + (further[key] ?? [])
    }

    /// The element of a list that has one.
    @inlinable
    public func only(_ key: Key) -> Element? { further.isEmpty || further[key] == nil ? first[key] : nil }

    /// The keys that have lists.
    @inlinable
    public var keys: some Collection<Key> { first.keys }
}

extension ListsByKey: Sendable where Key: Sendable, Element: Sendable {}
