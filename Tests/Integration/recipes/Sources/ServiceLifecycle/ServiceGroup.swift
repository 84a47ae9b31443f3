import Dispatch
import Glibc
package import Logging

package enum UnixSignal: Int32, Sendable {
    case sigterm = 15
    case sigint = 2
}

/// Like the group of the package: runs all services at once, and ends them gracefully one after another, the last one
/// first.
package actor ServiceGroup: Service {
    package struct EndedUnexpectedly: Error {}
    private let services: [any Service]
    private let signals: [UnixSignal]
    private let asked: AsyncStream<Void>
    private let ask: AsyncStream<Void>.Continuation

    package init(services: [any Service], gracefulShutdownSignals: [UnixSignal] = [], logger: Logger) {
        self.services = services
        signals = gracefulShutdownSignals
        (asked, ask) = AsyncStream.makeStream()
    }

    package func triggerGracefulShutdown() { ask.yield() }

    /// Receives a signal from now on. A signal that arrives before Dispatch listens would be lost.
    private func listen(to number: UnixSignal) -> any DispatchSourceSignal {
        let (ask, isListening) = (ask, DispatchSemaphore(value: 0))
        let source = DispatchSource.makeSignalSource(signal: number.rawValue, queue: .global())
        source.setRegistrationHandler { isListening.signal() }
        source.setEventHandler { ask.yield() }
        source.resume()
        isListening.wait()
        return source
    }

    package func run() async throws {
        let sources = signals.map { listen(to: $0) }
        defer { for source in sources { source.cancel() } }
        let managers = services.map { _ in ShutdownManager() }
        try await withGracefulShutdownHandler {
            try await serve(managers, asked)
        } onGracefulShutdown: {
            self.ask.yield()
        }
    }

    private enum Event {
        case ended(Int)
        case asked
    }

    private func serve(_ managers: [ShutdownManager], _ asked: AsyncStream<Void>) async throws {
        try await withThrowingTaskGroup(of: Event.self) { group in
            for (index, service) in services.enumerated() {
                group.addTask {
                    try await ShutdownManager.$current.withValue(managers[index]) { try await service.run() }
                    return .ended(index)
                }
            }
            group.addTask {
                for await _ in asked { break }
                return .asked
            }
            var ended: Set<Int> = []
            var isAsked = false
            do {
                while ended.count < services.count, let event = try await group.next() {
                    if case .ended(let index) = event { ended.insert(index) }
                    if !isAsked, case .ended = event { throw EndedUnexpectedly() }
                    isAsked = true
                    // The last service that still runs ends next.
                    if let next = services.indices.last(where: { !ended.contains($0) }) { managers[next].shutDown() }
                }
                group.cancelAll()
            } catch {
                group.cancelAll()
                throw error
            }
        }
    }
}
