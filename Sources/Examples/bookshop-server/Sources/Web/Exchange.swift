import CMicroHTTPD
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// One request and its answer, from its first line to the last byte sent.
final class Exchange: Sendable {
    private enum Phase {
        case receiving
        /// All of it is there.
        case whole
        /// A task works on it; the connection is suspended.
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
        /// The request is whole.
        case work(body: [UInt8])
        case send(Response)
        case refuse
    }

    private let state = Mutex(State())
    /// Where the library keeps the request's address, and how many bytes it had as it was sent.
    private let address: UInt
    private let length: UInt

    /// - Parameter address: The target of the request line, as it was sent.
    init(address: UnsafePointer<CChar>) {
        self.address = UInt(bitPattern: address)
        length = UInt(strlen(address))
    }

    /// Returns true if the address was sent with a NUL in it: the version, a byte behind its end, is further away then.
    func isCut(_ address: UnsafePointer<CChar>, before version: UnsafePointer<CChar>) -> Bool {
        // Unless the library has it elsewhere by now.
        guard self.address == UInt(bitPattern: address) else { return false }
        return UInt(bitPattern: version) > self.address + length + 1
    }

    /// Takes a part of the body; more than the limit is thrown away.
    func receive(_ bytes: UnsafeRawBufferPointer, limit: Int) {
        state.withLock { state in
            guard !state.isTooLarge else { return }
            state.isTooLarge = state.body.count + bytes.count > limit
            if state.isTooLarge { state.body = [] } else { state.body.append(contentsOf: bytes) }
        }
    }

    /// The next step after the last part of the body, or after the answer.
    func next() -> Step {
        state.withLock { state in
            switch state.phase {
            case .receiving where state.isTooLarge:
                state.phase = .done
                return .refuse
            case .receiving:
                // The library reads once more from a connection that it was reading from when that was suspended, and drops
                // one whose client has closed its side. Asked a second time it does not read any more.
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

    /// Remembers the task that works on it, to cancel it.
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

    /// True if its connection is suspended, which lasts until the library has heard of the answer.
    var isSuspended: Bool {
        state.withLock { state in
            switch state.phase {
            case .working, .answered: true
            case .receiving, .whole, .done: false
            }
        }
    }

    /// Ends it without work.
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
