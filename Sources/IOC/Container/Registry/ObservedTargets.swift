import Synchronization

/// The definitions that a definition's construction was seen to ask for without a property that shows it.
///
/// A list that only grows, at its head: reading it takes no lock, as every lookup during a construction does.
struct ObservedTargets: ~Copyable, @unchecked Sendable {
    // Sound: a node never changes once it is published, and is freed with the list only.
    private struct Node {
        let target: Int
        let next: UnsafeMutablePointer<Node>?
    }

    private let head = Atomic<UnsafeMutablePointer<Node>?>(nil)

    deinit {
        var next = head.load(ordering: .acquiring)
        while let node = next {
            next = node.pointee.next
            node.deallocate()
        }
    }

    var all: Set<Int> {
        var targets: Set<Int> = []
        var next = head.load(ordering: .acquiring)
        while let node = next {
            targets.insert(node.pointee.target)
            next = node.pointee.next
        }
        return targets
    }

    /// Adds a target.
    /// - Returns: True if it was not there.
    @inline(__always)
    borrowing func insert(_ target: Int) -> Bool {
        let first = head.load(ordering: .acquiring)
        return Self.contains(target, from: first) ? false : insert(target, before: first)
    }

    @inline(never)
    private borrowing func insert(_ target: Int, before known: UnsafeMutablePointer<Node>?) -> Bool {
        var first = known
        let node = UnsafeMutablePointer<Node>.allocate(capacity: 1)
        while true {
            node.initialize(to: Node(target: target, next: first))
            let (exchanged, current) = head.compareExchange(
                expected: first, desired: node, ordering: .acquiringAndReleasing)
            if exchanged { return true }
            first = current
            if Self.contains(target, from: first) {
                node.deallocate()
                return false
            }
        }
    }

    @inline(__always)
    private static func contains(_ target: Int, from first: UnsafeMutablePointer<Node>?) -> Bool {
        var next = first
        while let node = next {
            if node.pointee.target == target { return true }
            next = node.pointee.next
        }
        return false
    }
}
