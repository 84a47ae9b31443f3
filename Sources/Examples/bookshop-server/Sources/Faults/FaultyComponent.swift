import Bookshop
import IOC

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A component that misbehaves at start and stop, according to the settings `faults.start` and `faults.stop`.
@Component
final class FaultyComponent: Startable, Stoppable {
    let database: any Database
    let log: any Log
    @Injected(setting: "faults.start", default: Misbehavior.none) let start: Misbehavior
    @Injected(setting: "faults.stop", default: Misbehavior.none) let stop: Misbehavior

    func start() async throws { try await misbehave(start, "start") }

    func stop() async throws { try await misbehave(stop, "stop") }

    private func misbehave(_ how: Misbehavior, _ stage: String) async throws {
        if how != .none { log.warning("faulty \(stage): \(how.rawValue)") }
        switch how {
        case .none: return
        case .throwing: throw DeliberateFault(description: "the \(stage) fails as faults.\(stage) says")
        case .slow: try await Task.sleep(for: .seconds(3600))
        case .hanging: while true { _ = sleep(3600) }
        }
    }
}
