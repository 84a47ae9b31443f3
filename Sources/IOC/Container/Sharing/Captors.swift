import IOCBase

/// The constructions that were passed an instance, or have looked it up, and may store it.
///
/// It is asked about instances that no scope keeps and several may hold: a weak singleton, or an object graph's.
final class Captors: Sendable {
    /// One such construction.
    struct Captor: @unchecked Sendable {
        // Sound: nothing changes it but the end of the place, which a weak reference may be asked about on any thread.

        /// The number of the definition that was made.
        let definition: Int
        /// True if its instance stands in a scope that may end before the context does.
        let isScoped: Bool
        /// The place in that scope; nil once the scope has ended.
        private(set) weak var scopedSlot: SharedSlot?

        /// - Parameters:
        ///   - definition: The number of the definition.
        ///   - scopedSlot: The place of the instance in a scope that may end; nil where it stands in none.
        init(definition: Int, scopedSlot: SharedSlot? = nil) {
            self.definition = definition
            isScoped = scopedSlot != nil
            self.scopedSlot = scopedSlot
        }

        /// True if its scope has ended, so that it stores nothing any more.
        var isGone: Bool { isScoped && scopedSlot == nil }

        func isSame(as other: Captor) -> Bool {
            definition == other.definition && isScoped == other.isScoped && scopedSlot === other.scopedSlot
        }
    }

    /// The captors of one definition's instances.
    private struct Known {
        var captors: [Captor] = []
        /// The number of them at which those that are gone are taken out.
        var limit = 8

        mutating func add(_ captor: Captor) {
            guard !captors.contains(where: captor.isSame) else { return }
            if captors.count >= limit {
                captors.removeAll(where: \.isGone)
                limit = max(8, captors.count * 2)
            }
            captors.append(captor)
        }
    }

    private let known = Guarded<[Int: Known]>([:])

    /// The number of them that are remembered.
    var count: Int { known.withLock { $0.values.reduce(0) { $0 + $1.captors.count } } }

    /// Adds what has got a definition's instance.
    func add(_ captors: [Captor], of definition: Int) {
        known.withLock { known in
            for captor in captors { known[definition, default: Known()].add(captor) }
        }
    }

    func captors(of definition: Int) -> [Captor] {
        known.withLock { $0[definition]?.captors.filter { !$0.isGone } ?? [] }
    }
}
