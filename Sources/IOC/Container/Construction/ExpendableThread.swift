import CSwiftRuntime
import Dispatch
import IOCBase
import IOCModel

/// A thread for constructions with plain reads of properties, which can neither throw nor return where they fail.
///
/// Such a read leaves its error with the one that waits for the thread, and sleeps for good. It may: no lock of the container is held
/// where a component's code runs, and what the thread was constructing is forgotten before. What its stack holds stays in memory.
final class ExpendableThread: Sendable {
    /// The reason why a thread was given up.
    struct Failure: Error {
        let error: IOCError
        /// The definitions under construction.
        let definitions: [Int]
    }

    private struct State {
        var thread: UInt = 0
        var failure: Failure?
    }

    @TaskLocal private static var current: ExpendableThread?
    private let state = Guarded(State())
    private let isOver = DispatchSemaphore(value: 0)

    private init() {}

    /// Runs `body` on a thread of its own, with the values of the caller's task, and waits for it.
    /// - Throws: ``Failure`` where the thread was given up.
    static func run(_ body: @escaping @Sendable () -> Void) throws(Failure) {
        let thread = ExpendableThread()
        Task(executorPreference: LaneExecutor(patience: .milliseconds(1))) {
            thread.work(body)
        }
        thread.isOver.wait()
        if let failure = thread.state.withLock(\.failure) { throw failure }
    }

    private func work(_ body: () -> Void) {
        Self.$current.withValue(self) {
            state.withLock { $0.thread = ioc_thread_id() }
            body()
            state.withLock { $0.thread = 0 }
        }
        isOver.signal()
    }

    /// Gives up the current thread, if it may be, and does not return then.
    static func giveUp(_ error: any Error) {
        // A task that a component starts from there has the task-local values, and other threads.
        guard let current, current.state.withLock(\.thread) == ioc_thread_id(), let error = error as? IOCError else {
            return
        }
        let definitions = ConstructionFrame.forgetAll(error)
        current.state.withLock { $0.failure = Failure(error: error, definitions: definitions) }
        current.isOver.signal()
        while true { DispatchSemaphore(value: 0).wait() }
    }
}

extension ConstructionFrame {
    /// Forgets everything that this thread is constructing, as none of it will return.
    /// - Returns: The definitions, the innermost first.
    fileprivate static func forgetAll(_ error: any Error) -> [Int] {
        let thread = ioc_thread_id()
        var definitions: [Int] = []
        while let frame = innermost {
            let definition = frame.pointee.definition
            let slot = definition.slot
            definitions.append(definition.index)
            fail(frame, error)
            if frame.pointee.isEarly {
                slot.group.drop(slot, thread, leaving: true, error, frame.pointee.maker.waits)
            }
            ioc_set_thread_frame(frame.pointee.parent)
        }
        return definitions
    }
}
