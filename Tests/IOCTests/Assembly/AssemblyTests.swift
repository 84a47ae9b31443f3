import IOC
import Testing

@Suite("Assemblies")
struct AssemblyTests {
    final class SystemClock: Sendable {}
    final class Ledger: @unchecked Sendable {
        let clock: SystemClock
        var session: Session?
        init(clock: SystemClock) { self.clock = clock }
    }
    final class Session: @unchecked Sendable {
        let user: Int
        var ledger: Ledger?
        private(set) var isOpen = false
        init(user: Int) { self.user = user }
        func open() { isOpen = true }
    }

    final class CoreAssembly: Assembly {
        let network = Collaborator(NetworkAssembly.self)
        let clock = Definition(.singleton) { (_: CoreAssembly) in SystemClock() }
        let ledger = Define { core in Ledger(clock: try core.clock()) }
        let session: Define<Session, Int> = Define(.prototype) { _, user in Session(user: user) }
            .inject { session, core in session.ledger = try core.ledger() }
            .didInject { $0.open() }
        let link = Define(.singleton) { core in try core.network().ledger() }
        let limit = Define.value(10)
    }
    class NetworkAssembly: Assembly, @unchecked Sendable {
        let core = Collaborator(CoreAssembly.self)
        let clock = Define(.singleton) { _ in SystemClock() }
        let ledger = Define(.lazySingleton) { network in Ledger(clock: try network.core().clock()) }
        required init() {}
    }
    final class LoopbackAssembly: NetworkAssembly, @unchecked Sendable {
        let twin = Define { loopback in Ledger(clock: try loopback.clock()) }
    }
    final class Empty: Assembly {}

    @Test("Definitions call each other, with arguments, injections and hooks")
    func calls() throws {
        let core = try CoreAssembly.activated()
        let session = try core.session(42)
        #expect(session.user == 42 && session.isOpen)
        #expect(try session.ledger?.clock === core.clock())
        #expect(try core.limit() == 10 && core.context.component(Int.self) == 10)
    }

    @Test("Assemblies may use each other in a circle, and use one property name without clashing")
    func collaborators() throws {
        let core = try CoreAssembly.activated()
        let network = try core.network()
        #expect(try network.core() === core)
        #expect(try network.ledger().clock === core.clock() && network.clock() !== core.clock())
        #expect(try core.link() === network.ledger())
        #expect(
            try core.context.graph.components.map(\.name).filter { $0.hasSuffix(".clock") } == [
                "IOCTests.AssemblyTests.CoreAssembly.clock", "IOCTests.AssemblyTests.NetworkAssembly.clock",
            ])
    }

    @Test("A passed subclass takes its base's place, and has the definitions of both")
    func passedSubclass() throws {
        let loopback = LoopbackAssembly()
        let core = try CoreAssembly.activated(with: [loopback])
        #expect(try core.network() === loopback)
        #expect(try loopback.twin().clock === loopback.clock())
    }

    final class Computed: Assembly {
        let number = Define.value(1)
        var text: Define<String> { Define { _ in "computed" } }
    }

    @Test(
        "A call before the activation, and of a computed definition, is an error",
        arguments: [
            { try CoreAssembly().clock() }, { try CoreAssembly().network() }, { try CoreAssembly().context },
            { try Computed.activated().text() },
        ] as [@Sendable () throws -> Any])
    func notActivated(call: @Sendable () throws -> Any) {
        #expect(faultCodes(call) == [.assemblyNotActivated])
    }

    @Test("An assembly without definitions can't be activated")
    func empty() { #expect(faultCodes { try Empty.activated() } == [.assemblyUnknown]) }

    final class NeedsClock: IOCComponent, @unchecked Sendable {
        @Autowired("CoreAssembly.clock") var byEnd: SystemClock?
        @Autowired("IOCTests.AssemblyTests.CoreAssembly.clock") var clock: SystemClock
    }

    @Test("The end of a definition's name is a name while it is unique, also for a component beside the assembly")
    func withConfiguration() throws {
        let core = try CoreAssembly.activated(configuration: ContextConfiguration(NeedsClock.self))
        let component = try core.context.component(NeedsClock.self)
        #expect(try component.clock === core.clock() && component.byEnd === core.clock())
        #expect(faultCodes { try core.context.component(named: "clock", as: SystemClock.self) } == [.nameAmbiguous])
    }

    // MARK: Ends

    /// An assembly whose closures capture an object.
    final class Capturing: Assembly {
        @TaskLocal static var mark: AliveMark?
        let plain: Define<Piece>
        let addressed: Define<String, String, Int>

        init() {
            let mark = Self.mark
            plain = Define(.prototype) { _ in Piece(mark == nil ? "none" : "marked") }
            addressed = Define(.prototype) { _, name, copies in "\(name) \(copies) \(mark == nil)" }
        }
    }

    @Test("A captured object lives as long as its assembly, activated or not", arguments: [true, false])
    func captures(isActivated: Bool) throws {
        let living = AliveCount()
        try AliveCount.$current.withValue(living) {
            let capturing = Capturing.$mark.withValue(AliveMark()) { Capturing() }
            #expect(living.alive == 1)
            guard isActivated else { return withExtendedLifetime(capturing) {} }
            try capturing.activate()
            for round in 0..<2 {
                #expect(try capturing.plain().label == "marked")
                #expect(try capturing.addressed("Ada", round) == "Ada \(round) false")
            }
        }
        #expect(living.alive == 0)
    }

    @Test("The context lives and ends with its assembly")
    func lifetime() throws {
        weak var clock: SystemClock?
        weak var assembly: CoreAssembly?
        do {
            let core = try CoreAssembly.activated()
            (clock, assembly) = (try core.clock(), core)
            _ = try (core.session(1), core.link())
            #expect(clock != nil)
        }
        #expect(assembly == nil && clock == nil)
    }
}
