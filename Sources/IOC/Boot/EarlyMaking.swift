import IOCBase
import IOCModel

/// The making of a context's eager singletons, without injecting them, as far as it has come.
///
/// A thread that is given up leaves the rest to the next. It is a class, as a value that closures share would have the runtime work
/// out its type at a program's first boot.
final class EarlyMaking: Sendable {
    private struct State {
        var rest: ArraySlice<Int>
        var failed: Set<Int> = []
        var faults: [Fault] = []
    }

    private let state: Guarded<State>

    /// - Parameter order: The numbers of the definitions, dependencies first.
    init(_ order: [Int]) { state = Guarded(State(rest: order[...])) }

    /// True if each was made or has failed.
    var isOver: Bool { state.withLock(\.rest.isEmpty) }

    var faults: [Fault] { state.withLock(\.faults) }

    /// Makes the rest on this thread.
    func run(in core: ContextCore) {
        while let index = next() {
            do {
                try core.maker.makeEarly(core.registry.definitions[index])
            } catch {
                let faults = (error as? IOCError)?.faults ?? []
                state.withLock { $0.faults += faults }
            }
        }
    }

    /// Notes that a thread was given up.
    func note(_ failure: ExpendableThread.Failure) {
        state.withLock { state in
            state.faults += failure.error.faults
            // A circle is reported once, for all that are in it.
            state.failed.formUnion(failure.definitions)
        }
    }

    private func next() -> Int? {
        state.withLock { state in
            while let index = state.rest.popFirst() {
                if !state.failed.contains(index) { return index }
            }
            return nil
        }
    }
}
