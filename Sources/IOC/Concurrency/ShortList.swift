/// A list that hardly ever has more than one element, which stands without an allocation of its own.
struct ShortList<Element>: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
    private var head: Element?
    private var further: [Element] = []

    var startIndex: Int { 0 }
    var endIndex: Int { head == nil ? 0 : further.count + 1 }

    subscript(index: Int) -> Element {
        get { index == 0 ? head! : further[index - 1] }
        _modify {
            if index == 0 { yield &head! } else { yield &further[index - 1] }
        }
    }

    mutating func append(_ element: Element) {
        if head == nil { head = element } else { further.append(element) }
    }

    @discardableResult
    mutating func remove(at index: Int) -> Element {
        guard index == 0 else { return further.remove(at: index - 1) }
        defer { head = further.isEmpty ? nil : further.removeFirst() }
        return head!
    }

    mutating func replaceSubrange(_ range: Range<Int>, with elements: some Collection<Element>) {
        var all = Array(self)
        all.replaceSubrange(range, with: elements)
        head = all.first
        further = Array(all.dropFirst())
    }
}
