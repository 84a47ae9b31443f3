// Sample components that wait, fail or don't listen in their lifecycle, and what suites of the lifecycle share.
import Foundation
import IOC
import IOCBase

/// Starts until it is cancelled.
final class PatientStart: Part, IOCComponent, @unchecked Sendable {
    @Autowired var disk: Disk
    let (hasBegun, isCancelled) = (Latch(), Latch())
    override func start() async throws {
        hasBegun.open()
        defer { isCancelled.open() }
        try await untilCancelled()
    }
}

/// Starts until a test opens its latch, whether it is cancelled or not.
final class DeafStart: Part, IOCComponent, @unchecked Sendable {
    @Autowired var disk: Disk
    let (hasBegun, isCancelled, mayEnd) = (Latch(), Latch(), Latch())
    override func start() async throws {
        hasBegun.open()
        await withTaskCancellationHandler {
            await mayEnd.wait()
        } onCancel: {
            isCancelled.open()
        }
    }
}

/// A service that tells a test when it runs.
final class HeardService: IOCComponent, IOCService, @unchecked Sendable {
    @Autowired var disk: Disk
    let isRunning = Latch()
    func run() async throws {
        isRunning.open()
        try await untilCancelled()
    }
}
final class ReturningService: IOCComponent, IOCService, @unchecked Sendable {
    @Autowired var disk: Disk
    func run() async throws {}
}

extension ContextConfiguration {
    /// Components with a log, which start one after another, so that names decide, within a limit that no test reaches.
    static func parts(of types: [any ManagedComponent.Type], limit: Duration = .seconds(600)) -> Self {
        ContextConfiguration(components: types + [PartLog.self]).with {
            $0.startupConcurrency = 1
            ($0.startTimeout, $0.stopTimeout) = (limit, limit)
        }
    }

    /// Components with a log, which start one after another, so that names decide, within a limit that no test reaches.
    static func parts(_ types: any ManagedComponent.Type..., limit: Duration = .seconds(600)) -> Self {
        parts(of: types, limit: limit)
    }
}

extension ApplicationContext {
    /// What the parts of this context have written.
    var lines: [String] { get throws { try component(PartLog.self).lines } }
}

/// What happened, by a name in the settings, because the components of two contexts have nothing else in common.
final class Diary: Sendable {
    private static let all = Guarded<[String: Diary]>([:])
    private let kept = Guarded<[String]>([])
    /// Opened by a test to let components continue.
    let release = Latch()

    static func named(_ name: String) -> Diary {
        all.withLock { all in
            let diary = all[name] ?? Diary()
            all[name] = diary
            return diary
        }
    }

    func write(_ line: String) { kept.withLock { $0.append(line) } }
    func clear() { kept.withLock { $0 = [] } }
    var lines: [String] { kept.withLock { $0 } }

    /// Waits until it has a line.
    func until(_ line: String) async throws {
        try await IOCTests.until("'\(line)' in \(lines)") { lines.contains(line) }
    }
}

extension IOCError {
    var codes: [Code] { faults.map(\.code) }
}
