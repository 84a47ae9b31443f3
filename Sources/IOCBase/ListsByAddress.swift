/// Lists by address, of which most have one element: all elements stand one after the other, whichever list they are of.
public struct ListsByAddress<Element> {
    @usableFromInline var nodes: [Node] = []
    /// For each address the first and the last node of its list.
    @usableFromInline var ends: AddressTable<(first: Int32, last: Int32)>

    @usableFromInline
    struct Node {
        @usableFromInline let element: Element
        /// The next one of the list; -1 where it is the last.
        @usableFromInline var next: Int32 = -1

        @inlinable
        init(element: Element) { self.element = element }
    }

    /// No lists, with room for so many elements.
    @inlinable
    public init(capacity: Int) {
        nodes.reserveCapacity(capacity)
        ends = AddressTable(capacity: capacity)
    }

    /// Puts an element at the end of an address's list.
    /// - Returns: Whether it is the first one of its list.
    @inlinable
    @discardableResult
    public mutating func append(_ element: Element, to key: UInt) -> Bool {
        let added = Int32(nodes.count)
        nodes.append(Node(element: element))
        let before = ends.change(key, initial: (added, added)) { ends in
            defer { ends.last = added }
            return ends.last
        }
        if before == added { return true }
        nodes[Int(before)].next = added
        return false
    }

    /// Shows the elements of an address's list in the order they were added.
    @inlinable
    public func forEach(of key: UInt, _ body: (Element) -> Void) {
        var next = ends[key]?.first ?? -1
        while next >= 0 {
            body(nodes[Int(next)].element)
            next = nodes[Int(next)].next
        }
    }

    /// The elements in the order they were added; none for an unknown address.
    @inlinable
    public subscript(key: UInt) -> [Element] {
        var elements: [Element] = []
        forEach(of: key) { elements.append($0) }
        return elements
    }

    /// The element of a list that has one.
    @inlinable
    public func only(_ key: UInt) -> Element? {
        guard let ends = ends[key], ends.first == ends.last else { return nil }
        return nodes[Int(ends.first)].element
    }
}

extension ListsByAddress: Sendable where Element: Sendable {}
extension ListsByAddress.Node: Sendable where Element: Sendable {}
