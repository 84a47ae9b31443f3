import IOCBase

/// A strong reference that is emptied when a scope ends, for a property that closes a cycle through what the scope keeps.
///
/// The property has it; the slot of what the scope keeps knows it weakly. So its instance goes with the property or with the scope,
/// whichever is first.
final class ScopedReference: Sendable {
    private struct Held: @unchecked Sendable {
        // Sound: reached under the mutex only.
        var instance: AnyObject?
    }

    private let held: Guarded<Held>

    init(_ instance: AnyObject) { held = Guarded(Held(instance: instance)) }

    /// Lets the instance go.
    func empty() {
        let former = held.withLock { exchange(&$0, with: Held()) }
        withExtendedLifetime(former) {}
    }

    /// The references that one slot's end empties.
    struct List: @unchecked Sendable {
        // Sound: its slot's group guards it.
        private struct Entry {
            weak var reference: ScopedReference?
        }

        private var entries: [Entry] = []

        /// The number of entries, those included whose property has gone.
        var count: Int { entries.count }

        mutating func add(_ reference: ScopedReference) {
            let isPowerOfTwo = count & (count - 1) == 0
            if count >= 8, isPowerOfTwo {
                let present = entries.filter { $0.reference != nil }
                // Not for fewer, so that many short-lived properties beside many that stay cost nothing more.
                if present.count <= count / 2 { entries = present }
            }
            entries.append(Entry(reference: reference))
        }

        func empty() {
            for entry in entries { entry.reference?.empty() }
        }
    }
}
