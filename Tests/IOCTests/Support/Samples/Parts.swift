// Sample components with lifecycle methods and failures. Each writes a line to the log of its context.
import IOC

struct SampleError: Error, CustomStringConvertible {
    var description: String { "the sample fails" }
}

/// A component that can't be created.
final class Broken: IOCComponent {
    func didInject() throws { throw SampleError() }
}

/// A component whose initializer is awaited.
@Component final class Pool {
    let log: PartLog
    init(log: PartLog) async throws {
        await Task.yield()
        self.log = log
        log.note("Pool is created")
    }
}

/// Components that start and stop: `Store` depends on `Disk`.
class Part: Startable, Stoppable, @unchecked Sendable {
    @Autowired var log: PartLog
    required init() {}
    func start() async throws { log.note("start \(type(of: self))") }
    func stop() async throws { log.note("stop \(type(of: self))") }
}
final class Disk: Part, IOCComponent, @unchecked Sendable {}
final class Store: Part, IOCComponent, @unchecked Sendable {
    @Autowired var disk: Disk
}
final class StartBreaks: Part, IOCComponent, @unchecked Sendable {
    @Autowired var disk: Disk
    override func start() async throws { throw SampleError() }
}
final class StopBreaks: Part, IOCComponent, @unchecked Sendable {
    @Autowired var disk: Disk
    override func stop() async throws { throw SampleError() }
}

/// A service that runs until its task is cancelled.
@Component final class Worker: IOCService {
    let log: PartLog
    func run() async throws {
        log.note("run Worker")
        try? await untilCancelled()
        log.note("Worker ends")
    }
}
