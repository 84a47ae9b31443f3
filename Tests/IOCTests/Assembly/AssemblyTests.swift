import IOC
import Testing

@Suite("Assemblies")
struct AssemblyTests {
    final class SystemClock: Sendable {}
    final class Ledger: @unchecked Sendable {
        let clock: SystemClock
        init(clock: SystemClock) { self.clock = clock }
    }
    final class Session: @unchecked Sendable {
        let user: Int
        var ledger: Ledger?
        private(set) var isOpen = false
        init(user: Int) { self.user = user }
        func open() { isOpen = true }
    }
    final class Socket: @unchecked Sendable {
        let clock: SystemClock
        init(clock: SystemClock) { self.clock = clock }
    }

    final class CoreAssembly: Assembly {
        let network = Collaborator(NetworkAssembly.self)
        let clock = Definition(.singleton) { (_: CoreAssembly) in SystemClock() }
        let ledger = Definition { (core: CoreAssembly) in Ledger(clock: try core.clock()) }
        let session = Definition(.prototype) { (core: CoreAssembly, user: Int) in Session(user: user) }
            .inject { session, core in session.ledger = try core.ledger() }
            .didInject { $0.open() }
        let link = Definition(.singleton) { (core: CoreAssembly) in try core.network().socket() }
    }
    class NetworkAssembly: Assembly, @unchecked Sendable {
        let core = Collaborator(CoreAssembly.self)
        let clock = Definition(.singleton) { (_: NetworkAssembly) in SystemClock() }
        let socket = Definition(.lazySingleton) { (network: NetworkAssembly) in
            Socket(clock: try network.core().clock())
        }
        required init() {}
    }
    final class LoopbackAssembly: NetworkAssembly, @unchecked Sendable {
        let port = Definition(.singleton) { (_: LoopbackAssembly) in 7 }
    }
    final class Empty: Assembly {}

    @Test("Definitions call each other, with arguments, injections and hooks")
    func calls() throws {
        let core = try CoreAssembly.activated()
        let session = try core.session(42)
        #expect(session.user == 42)
        #expect(session.isOpen)
        #expect(try session.ledger?.clock === core.clock())
    }

    @Test("Assemblies may use each other in a circle, and use one property name without clashing")
    func collaborators() throws {
        let core = try CoreAssembly.activated()
        let network = try core.network()
        #expect(try network.core() === core)
        #expect(try network.socket().clock === core.clock())
        #expect(try network.clock() !== core.clock())
        #expect(try core.link() === network.socket())
        #expect(
            try core.context.graph.components.map(\.name).filter { $0.hasSuffix(".clock") } == [
                "IOCTests.AssemblyTests.CoreAssembly.clock", "IOCTests.AssemblyTests.NetworkAssembly.clock",
            ])
    }

    @Test("A passed subclass takes its base's place")
    func passedSubclass() throws {
        let loopback = LoopbackAssembly()
        let core = try CoreAssembly.activated(with: [loopback])
        #expect(try core.network() === loopback)
        #expect(try loopback.port() == 7)
    }

    @Test("Activating twice does nothing the second time")
    func idempotent() throws {
        let core = CoreAssembly()
        try core.activate()
        let clock = try core.clock()
        try core.activate()
        #expect(try core.clock() === clock)
    }

    @Test("A call before activation says so")
    func notActivated() throws {
        let error = try #require(throws: IOCError.self) { try CoreAssembly().clock() }
        #expect(error.code == .assemblyNotActivated)
        #expect(error.description.contains("AssemblyTests.swift:"))
        #expect(throws: IOCError.self) { try CoreAssembly().network() }
        #expect(throws: IOCError.self) { try CoreAssembly().context }
    }

    @Test("An assembly without definitions can't be activated")
    func empty() throws {
        let error = try #require(throws: IOCError.self) { try Empty.activated() }
        #expect(error.code == .assemblyUnknown)
    }

    @Test("The context lives and ends with its assembly")
    func lifetime() throws {
        weak var clock: SystemClock?
        weak var assembly: CoreAssembly?
        do {
            let core = try CoreAssembly.activated()
            clock = try core.clock()
            assembly = core
            _ = try core.session(1)
            _ = try core.link()
            #expect(clock != nil)
        }
        #expect(assembly == nil)
        #expect(clock == nil)
    }

    final class Composing: Assembly {
        let network = Collaborator(ClockAssembly.self)
            .replace(\.clock) { _ in FixedClock() }
            .replace(\.greeting) { (_: ClockAssembly, name: String) in "bye \(name)" }
    }
    protocol Clock: AnyObject, Sendable {}
    final class RealClock: Clock {}
    final class FixedClock: Clock {}
    final class ClockAssembly: Assembly {
        let clock = Definition(.singleton) { (_: ClockAssembly) -> any Clock in RealClock() }
        let greeting = Definition { (_: ClockAssembly, name: String) in "hello \(name)" }
    }

    @Test("A collaborator's definition is replaced by key path where it is composed, and keeps its scope")
    func replaced() throws {
        let composing = try Composing.activated()
        let clocks = try composing.network()
        #expect(try clocks.clock() is FixedClock)
        #expect(try clocks.clock() === clocks.clock())
        #expect(try clocks.greeting("Ann") == "bye Ann")
        let clockAssembly = try ClockAssembly.activated()
        #expect(try clockAssembly.clock() is RealClock)
    }

    @Test("An activated assembly can have a configuration beside it, and they see each other")
    func withConfiguration() throws {
        let core = try CoreAssembly.activated(configuration: ContextConfiguration(NeedsClock.self))
        let component = try core.context.component(NeedsClock.self)
        #expect(try component.clock === core.clock())
        #expect(try component.byKey === core.ledger().clock)
    }

    final class NeedsClock: IOCComponent, @unchecked Sendable {
        @Autowired("CoreAssembly.clock") var byName: SystemClock?
        @Autowired("IOCTests.AssemblyTests.CoreAssembly.clock") var clock: SystemClock
        @Autowired("IOCTests.AssemblyTests.CoreAssembly.clock") var byKey: SystemClock
    }
}
