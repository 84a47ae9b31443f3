import CMicroHTTPD
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// One request and its answer, from the first line of the request to the last byte sent.
final class Exchange: Sendable {
    private enum Phase {
        case receiving
        /// The request is complete.
        case whole
        /// A task works on the request, and the connection is suspended.
        case working(Task<Void, Never>?)
        case answered(Response)
        case done
    }

    private struct State {
        var phase = Phase.receiving
        var body: [UInt8] = []
        var isTooLarge = false
        var isCancelled = false
    }

    /// The next step of the HTTP library.
    enum Step: Sendable {
        case nothing
        /// The request is complete.
        case work(body: [UInt8])
        case send(Response)
        case refuse
    }

    private let state = Mutex(State())
    /// The memory address of the library's copy of the request's target, and the target's length in bytes.
    private let address: UInt
    private let length: UInt

    /// - Parameter address: The target of the request line, as it was sent.
    init(address: UnsafePointer<CChar>) {
        self.address = UInt(bitPattern: address)
        length = UInt(strlen(address))
    }

    /// Returns true if the target was sent with a NUL in it. Then the bytes after the NUL are between the target and
    /// the version. Otherwise the version follows the target directly.
    func isCut(_ address: UnsafePointer<CChar>, before version: UnsafePointer<CChar>) -> Bool {
        // The comparison is only possible while the library has the target in the same memory.
        guard self.address == UInt(bitPattern: address) else { return false }
        return UInt(bitPattern: version) > self.address + length + 1
    }

    /// Takes a part of the body. A body above the limit is discarded.
    func receive(_ bytes: UnsafeRawBufferPointer, limit: Int) {
        state.withLock { state in
            guard !state.isTooLarge else { return }
            state.isTooLarge = state.body.count + bytes.count > limit
            if state.isTooLarge { state.body = [] } else { state.body.append(contentsOf: bytes) }
        }
    }

    /// Returns the next step after the last part of the body, or after the answer.
    func next() -> Step {
        state.withLock { state in
            switch state.phase {
            case .receiving where state.isTooLarge:
                state.phase = .done
                return .refuse
            case .receiving:
                // If a connection is suspended while the library reads from it, the library reads from it once more,
                // and drops it if the client has closed its side. So the work begins when the library asks a second
                // time: then it is no longer reading.
                state.phase = .whole
                return .nothing
            case .whole:
                state.phase = .working(nil)
                defer { state.body = [] }
                return .work(body: state.body)
            case .answered(let response):
                state.phase = .done
                return .send(response)
            case .working, .done: return .nothing
            }
        }
    }

    /// Remembers the task that works on the request, so that it can be cancelled.
    func work(in task: Task<Void, Never>) {
        let isCancelled = state.withLock { state in
            if case .working = state.phase { state.phase = .working(task) }
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    func answer(_ response: Response) {
        state.withLock { $0.phase = .answered(response) }
    }

    /// True if the connection is suspended. That lasts until the library has taken the answer.
    var isSuspended: Bool {
        state.withLock { state in
            switch state.phase {
            case .working, .answered: true
            case .receiving, .whole, .done: false
            }
        }
    }

    /// Ends the exchange of a request that no task will work on.
    func drop() {
        state.withLock { $0.phase = .done }
    }

    func cancel() {
        let task = state.withLock { state -> Task<Void, Never>? in
            state.isCancelled = true
            if case .working(let task) = state.phase { return task } else { return nil }
        }
        task?.cancel()
    }
}
