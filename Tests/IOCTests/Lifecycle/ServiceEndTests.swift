import IOC
import IOCBase
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The ways in which a service ends, and what the run makes of them.
@Suite("Ends of services", .timeLimit(.minutes(30)))
struct ServiceEndTests {
    struct Lost: Error {}

    enum Way: String, CaseIterable, Sendable {
        case cancelsItselfAndReturns, cancelsItselfAndThrows, cancelsItselfLater, throwsCancellation
        case childCancelled
    }
    final class Service: IOCComponent, IOCService, @unchecked Sendable {
        // Sound: the only state is wrapped.
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
            case .throwsCancellation: throw CancellationError()
            case .childCancelled:
                let child = Task { try await untilCancelled() }
                child.cancel()
                try await child.value
            case nil: break
            }
        }
    }

    @Test("A service that ends by itself ends the run, whatever it does to its task", arguments: Way.allCases)
    func byItself(way: Way) async throws {
        var configuration = ContextConfiguration(Service.self)
        configuration.overrides = ["way": .string(way.rawValue)]
        let context = try ApplicationContext(configuration)
        let run = Task { try await context.run(handlingSignals: false) }
        var error: IOCError?
        do {
            try await ending("the run") { try await run.value }
        } catch let thrown as IOCError {
            error = thrown
        }
        switch way {
        case .cancelsItselfAndReturns: #expect(error == nil)
        case .cancelsItselfAndThrows: #expect(error?.cause is Lost)
        default: #expect(error?.cause is CancellationError)
        }
        if way != .cancelsItselfAndReturns { #expect(error?.faults.map(\.code) == [.serviceFailed]) }
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
        #expect(error?.faults.map(\.code) == [.serviceFailed])
        #expect(error?.cause is Lost)
        #expect(error?.exitCode == 70)
    }

    // MARK: In a start

    /// Works once the migration has ended, and fails with it.
    final class Sessions: IOCComponent, IOCService, @unchecked Sendable {
        // Sound: the wrapper synchronizes itself.
        @Autowired var migrations: Migrations
        func run() async throws {
            await migrations.hasFailed.wait()
            throw Lost()
        }
    }
    final class Migrations: IOCComponent {
        let hasFailed = Latch()
        let mayEnd = Latch()
    }
    final class Schema: IOCComponent, Startable, @unchecked Sendable {
        // Sound: wrappers synchronize themselves.
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
        for _ in 0..<20 {
            var configuration = ContextConfiguration(Sessions.self, Migrations.self, Schema.self)
            configuration.overrides = ["first": .bool(isFirst)]
            let context = try ApplicationContext(configuration)
            let error = try await #require(throws: IOCError.self) {
                try await ending("the run") { try await context.run(handlingSignals: false) }
            }
            #expect(error.faults.map(\.code) == [.startFailed, .serviceFailed])
            #expect(error.exitCode == 69)
            #expect(error.description.contains("Sessions failed in run() while the context started"))
        }
    }

    /// Fails while nothing else does.
    final class Lonely: IOCComponent, IOCService { func run() async throws { throw Lost() } }
    final class LonelyUser: IOCComponent, Startable, @unchecked Sendable {
        // Sound: the wrapper synchronizes itself.
        @Autowired var service: Lonely
        func start() async throws { try await untilCancelled() }
    }

    @Test("A service that fails alone in a start is a failed start, too")
    func failedAlone() async throws {
        let context = try boot(Lonely.self, LonelyUser.self)
        let error = await #expect(throws: IOCError.self) { try await context.start() }
        #expect(error?.faults.map(\.code) == [.serviceFailed])
        #expect(error?.exitCode == 69)
    }

    // MARK: Programs

    struct Shop: ContainerProgram {}
    final class Brief: IOCComponent, IOCService {
        func run() async throws {}
    }
    final class Lasting: IOCComponent, IOCService {
        func run() async throws { try await untilCancelled() }
    }

    @Test("A program that ends because its service has returned says which, in one line", .promptly, arguments: [1, 2])
    func returned(services: Int) async throws {
        let outcome = await #expect(processExitsWith: .exitCode(0), observing: [\.standardErrorContent]) { [services] in
            let types: [any IOCComponent.Type] = services == 1 ? [Brief.self] : [Brief.self, Lasting.self]
            let folder = try TemporaryFolder()
            let file = try folder.write(
                "a.json", #"{ "classes": [\#(types.map { "\"\(String(reflecting: $0))\"" }.joined(separator: ", "))] }"#
            )
            exit(await programExitCode(Shop(), ["--quiet", "--config", file]))
        }
        let lines = String(decoding: try #require(outcome).standardErrorContent, as: UTF8.self).split(separator: "\n")
        let line = "Shop: IOCTests.ServiceEndTests.Brief returned from run() after 0."
        #expect(lines.filter { $0.hasPrefix(line) && $0.hasSuffix(" s, so the program ends") }.count == 1, "\(lines)")
    }

    final class Idle: IOCComponent, Startable {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        func start() {}
    }

    @Test("A run prints the notices that a check prints of what is never started and what excludes nothing")
    func notices() async throws {
        let folder = try TemporaryFolder()
        let classes = [Brief.self, Idle.self].map { "\"\(String(reflecting: $0))\"" }.joined(separator: ", ")
        let file = try folder.write("a.json", #"{ "prefixes": [\#(classes)], "exclude": ["IOCTests.Nothing"] }"#)
        let printed = Guarded<[String]>([])
        _ = await programOutcome(Shop(), ["--config", file], notify: { line in printed.withLock { $0.append(line) } })
        let lines = printed.withLock { $0 }.filter { $0.contains("notice") }
        #expect(lines.count == 2, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("Shop: notice: component-never-started: ") })
        #expect(lines.contains { $0.hasPrefix("Shop: notice: prefix-without-match: 'IOCTests.Nothing' excludes") })
    }

    // MARK: Reloads

    @Component final class Ledger: Stoppable {
        @Injected(setting: "page") let page: Int
        func stop() throws { if page == 1 { throw Lost() } }
    }

    @Test("If a replaced context does not stop well, a reload prints that in one line and succeeds", .promptly)
    func replacedInVain() async throws {
        let outcome = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let folder = try TemporaryFolder()
            func write(_ page: Int) throws -> String {
                let type = String(reflecting: Ledger.self)
                return try folder.write(
                    "ledger.json", #"{ "classes": ["\#(type)"], "settings": { "page": \#(page) } }"#)
            }
            let context = try ApplicationContext(contentsOf: write(1), environment: [:])
            try await context.start()
            _ = try write(2)
            let next = try await context.reloading()
            #expect(try next.component(Ledger.self).page == 2)
            try await next.stop()
        }
        let lines = String(decoding: try #require(outcome).standardErrorContent, as: UTF8.self).split(separator: "\n")
        let line = "ioc: the context that was replaced did not stop well: stop-failed: "
        #expect(lines.filter { $0.hasPrefix(line) && $0.contains("Lost()") }.count == 1, "\(lines)")
    }

    // MARK: Scopes

    @Component(.scope(.request)) final class Transaction: Stoppable {
        func stop() throws { throw Lost() }
    }

    @Test("If the operation of a request fails, a stop that fails too is printed in one line", .promptly)
    func failedScope() async throws {
        let outcome = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let context = try boot(Transaction.self)
            await #expect(throws: CancellationError.self) {
                try await withRequestScope {
                    _ = try context.component(Transaction.self)
                    throw CancellationError()
                }
            }
        }
        let lines = String(decoding: try #require(outcome).standardErrorContent, as: UTF8.self).split(separator: "\n")
        let line = "ioc: a scope whose operation has failed did not stop well: stop-failed: "
        #expect(lines.filter { $0.hasPrefix(line) && $0.contains("Lost()") }.count == 1, "\(lines)")
    }
}
