/// Lists of which most have one element, which stands without an allocation of its own.
package struct ListsByKey<Key: Hashable, Element> {
    private var first: [Key: Element] = [:]
    private var further: [Key: [Element]] = [:]

    package init(capacity: Int) { first.reserveCapacity(capacity) }

    package mutating func append(_ element: Element, to key: Key) {
        if first[key] == nil {
            first[key] = element
        } else {
            further[key, default: []].append(element)
        }
    }

    /// The elements in the order they were added; none for an unknown key.
    package subscript(key: Key) -> [Element] { first[key].map { [$0] + (further[key] ?? []) } ?? [] }

    /// The element of a list that has one.
    package func only(_ key: Key) -> Element? { further[key] == nil ? first[key] : nil }

    package var keys: some Collection<Key> { first.keys }
}

extension ListsByKey: Sendable where Key: Sendable, Element: Sendable {}
