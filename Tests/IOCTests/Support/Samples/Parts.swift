// Sample components with hooks, lifecycle methods and failures. Each writes a line to the log of its context.
import IOC

struct SampleError: Error, CustomStringConvertible {
    var description: String { "the sample fails" }
}

final class Hooked: IOCComponent, @unchecked Sendable {
    @Autowired var log: PartLog
    func willInject() { log.note("willInject") }
    func didInject() throws { log.note("didInject") }
    deinit { log.note("released") }
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

/// Components that start and stop: `Web` depends on `Store`, which depends on `Disk`.
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
final class Web: Part, IOCComponent, @unchecked Sendable {
    @Autowired var store: Store
}
final class StartBreaks: Part, IOCComponent, @unchecked Sendable {
    @Autowired var disk: Disk
    override func start() async throws { throw SampleError() }
}
final class StopBreaks: Part, IOCComponent, @unchecked Sendable {
    @Autowired var disk: Disk
    override func stop() async throws { throw SampleError() }
}

/// A service that runs until it is told to end.
@Component final class Worker: IOCService {
    let log: PartLog
    func run() async throws {
        log.note("run Worker")
        try? await untilCancelled()
        log.note("Worker ends")
    }
}
