import IOCBase

/// The constructions that were passed an instance, or have looked it up, and may store it.
///
/// It is asked about instances that no scope keeps and several may hold: a weak singleton, or an object graph's.
final class Captors: Sendable {
    /// One such construction.
    struct Captor {
        /// The number of the definition that was made.
        let definition: Int
        /// The place of its instance, if it is shared.
        let slot: SharedSlot?

        func isSame(as other: Captor) -> Bool { definition == other.definition && slot === other.slot }
    }

    private let known = Guarded<[Int: [Captor]]>([:])

    /// Adds what has got a definition's instance.
    func add(_ captors: [Captor], of definition: Int) {
        known.withLock { known in
            for captor in captors where !(known[definition] ?? []).contains(where: captor.isSame) {
                known[definition, default: []].append(captor)
            }
        }
    }

    func captors(of definition: Int) -> [Captor] { known.withLock { $0[definition] ?? [] } }
}
