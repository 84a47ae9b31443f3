import IOC
import IOCBase
import Testing

/// The ways in which a service ends, and what the run makes of them.
@Suite("Ends of services", .timeLimit(.minutes(30)))
struct ServiceEndTests {
    struct Lost: Error {}

    enum Way: String, CaseIterable, Sendable {
        case returns, fails, throwsCancellation
        case cancelsItselfAndReturns, cancelsItselfAndThrows, cancelsItselfLater, childCancelled
    }
    final class Service: IOCComponent, IOCService, @unchecked Sendable {
        @Autowired var disk: Disk
        @Autowired var worker: Worker
        @Value("way") var way: String
        func run() async throws {
            switch Way(rawValue: way) {
            case .cancelsItselfAndReturns: withUnsafeCurrentTask { $0?.cancel() }
            case .cancelsItselfAndThrows:
                withUnsafeCurrentTask { $0?.cancel() }
                throw Lost()
            case .cancelsItselfLater:
                await Task.yield()
                withUnsafeCurrentTask { $0?.cancel() }
                try await untilCancelled()
            case .fails: throw Lost()
            case .throwsCancellation: throw CancellationError()
            case .childCancelled:
                let child = Task { try await untilCancelled() }
                child.cancel()
                try await child.value
            case .returns, nil: break
            }
        }
    }

    @Test("A service that ends by itself ends the run, whatever it does to its task", arguments: Way.allCases)
    func byItself(way: Way) async throws {
        let configuration = ContextConfiguration.parts(Service.self, Worker.self, Disk.self)
        let context = try ApplicationContext(configuration.with { $0.overrides = ["way": .string(way.rawValue)] })
        let run = Task { try await context.run(handlingSignals: false) }
        let result = try await ending("the run") { await run.result }
        switch way {
        case .returns, .cancelsItselfAndReturns: try result.get()
        default:
            let error = try #require(throws: IOCError.self) { try result.get() }
            #expect(error.codes == [.serviceFailed])
            let isOwn = way == .fails || way == .cancelsItselfAndThrows
            #expect(isOwn ? error.cause is Lost : error.cause is CancellationError)
            #expect(error.exitCode == 70)
        }
        // The other service is asked to end, and the components stop behind it.
        #expect(try context.lines == ["start Disk", "run Worker", "Worker ends", "stop Disk"])
    }

    final class Consumer: IOCComponent, IOCService {
        let runs = Latch()
        func run() async throws {
            runs.open()
            do { try await untilCancelled() } catch { throw Lost() }
        }
    }

    @Test("What a service throws after it was asked to end is a failure")
    func afterwards() async throws {
        let context = try boot(Consumer.self)
        let run = Task { try await context.run(handlingSignals: false) }
        await (try context.component(Consumer.self)).runs.wait()
        try? await context.stop()
        let error = await #expect(throws: IOCError.self) { try await run.value }
        #expect(error?.codes == [.serviceFailed])
        #expect(error?.cause is Lost)
        #expect(error?.exitCode == 70)
    }

    // MARK: In a start

    /// Works once the migration has ended, and fails with it.
    final class Sessions: IOCComponent, IOCService, @unchecked Sendable {
        @Autowired var migrations: Migrations
        func run() async throws {
            await migrations.hasFailed.wait()
            throw Lost()
        }
    }
    final class Migrations: IOCComponent {
        let hasFailed = Latch()
    }
    final class Schema: IOCComponent, Startable, @unchecked Sendable {
        @Autowired var migrations: Migrations
        @Autowired var sessions: Sessions
        @Value("first", default: false) var isFirst: Bool
        func start() async throws {
            migrations.hasFailed.open()
            // The service fails first, or at the same time.
            if !isFirst { try? await untilCancelled() }
            throw Lost()
        }
    }

    @Test("A start that fails beside a service is listed first, and the code is 69", arguments: [true, false])
    func failedStart(isFirst: Bool) async throws {
        for _ in 0..<10 {
            let configuration = ContextConfiguration(Sessions.self, Migrations.self, Schema.self)
            let context = try ApplicationContext(configuration.with { $0.overrides = ["first": .bool(isFirst)] })
            let error = try await #require(throws: IOCError.self) {
                try await ending("the run") { try await context.run(handlingSignals: false) }
            }
            #expect(error.codes == [.startFailed, .serviceFailed])
            #expect(error.exitCode == 69)
            #expect(error.description.contains("Sessions failed in run() while the context started"))
        }
    }
}
