import Foundation
import IOCBase
import IOCConfiguration
import IOCModel
import Testing

@testable import IOC

/// Small things that a user sees.
@Suite("Details of contexts")
struct ContextDetailTests {
    final class Bottom: IOCComponent {
        struct Pain: Error {}
        func didInject() throws { throw Pain() }
    }
    final class Middle: IOCComponent, @unchecked Sendable {
        @Autowired var bottom: Bottom
        func didInject() throws { _ = try $bottom.get() }
    }
    final class Upper: IOCComponent, @unchecked Sendable {
        @Autowired var middle: Middle
        func didInject() throws { _ = try $middle.get() }
    }
    final class Top: IOCComponent, @unchecked Sendable {
        @Autowired var upper: Upper
        func didInject() throws { _ = try $upper.get() }
    }

    @Test("One that fails at boot is told once, and not again for each above it")
    func failingChain() throws {
        let error = try bootError(ContextConfiguration(Top.self, Upper.self, Middle.self, Bottom.self))
        #expect(error.faults.map(\.code) == [.componentFailed])
    }

    final class Plain: IOCComponent {}
    final class Other: IOCComponent {}

    @Test("A class may be listed by its mangled name")
    func mangled() throws {
        let name = try #require(_mangledTypeName(Plain.self))
        let context = try ApplicationContext(ContextConfiguration(classes: [name]))
        _ = try context.component(Plain.self)
        #expect(context.graph.components.count == 1)
    }

    final class Reader: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
        @Value("reader.size") var size: Int
    }

    /// No component.
    final class Loose: @unchecked Sendable {
        @Value("loose.size") var size: Int
    }

    @Test("A configured property that is missing is told with its type, and not as a component of that name")
    func valueWanted() throws {
        let context = try boot(Reader.self)
        let error = try #require(throws: IOCError.self) { try context.component(Reader.self).$size.get() }
        #expect(error.description.contains("   wanted      Int\n"))
        let loose = try #require(throws: IOCError.self) {
            try ApplicationContext.withCurrent(context) { try Loose().$size.get() }
        }
        #expect(loose.faults[0].propertyKey == "loose.size")
        #expect(!loose.description.contains("named 'loose.size'"))
    }

    final class Visit: IOCComponent {
        static var traits: [ComponentTrait] { [.scope(.request)] }
    }
    final class Guest: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        @Autowired var visit: Visit
    }

    @Test("A property whose scope is not active is told with its name")
    func inactiveScope() throws {
        let context = try boot(Visit.self, Guest.self)
        let guest = try context.component(Guest.self)
        let error = try #require(throws: IOCError.self) { try guest.$visit.get() }
        #expect(error.code == .scopeInactive)
        #expect(error.faults[0].injectionPoint?.hasSuffix("Guest.visit") == true)
    }

    final class Node {
        let name: String
        let children: [Node]
        init(_ name: String, _ children: [Node] = []) {
            self.name = name
            self.children = children
        }
    }

    @Test("A tree is gone through from its root, and each branch before the next")
    func tree() throws {
        let context = try boot(Plain.self)
        let shared = Node("shared")
        let root = Node("root", [Node("a", [Node("a1"), shared]), Node("b", [shared, Node("b1")])])
        var seen: [String] = []
        #expect(throws: IOCError.self) {
            try context.inject(into: root) { object in
                guard let node = object as? Node else { return [] }
                seen.append(node.name)
                return node.children
            }
        }
        #expect(seen == ["root", "a", "a1", "shared", "b", "b1"])
    }

    final class Unwell: IOCComponent, HealthReporting {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        var subject: String { "unwell" }
        func health() async throws -> String { "fine" }
        func didInject() throws { throw Bottom.Pain() }
    }

    @Test("Where one that reports its health can't be made, the context is down, and says why")
    func health() async throws {
        let page = await ContextPages(try boot(Unwell.self)).page(at: "/health", host: "localhost")
        #expect(page.status == 503)
        #expect(page.body.contains("\"status\" : \"down\"") && page.body.contains("\"context\" : "))
    }

    @Test("Who waits for a shutdown that was asked for already goes on")
    func shutdownBefore() async {
        let request = Latch()
        request.open()
        await request.wait()
    }

    struct Audited: ContainerProgram {
        static var profiles: [String] { ["audit"] }
    }
    struct Unaudited: ContainerProgram {}

    @Test("A profile that the program itself knows is no mistake")
    func programProfiles() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("shop.json", "{ \"classes\": [\"\(String(reflecting: Plain.self))\"] }")
        func code(_ program: any ContainerProgram) async -> Int32 {
            let arguments = ["--config", file, "--profile", "audit", "--check"]
            return await ProgramRun(program, arguments: arguments) { try ApplicationContext($0) }.outcome().code
        }
        #expect(await code(Audited()) == 0)
        #expect(await code(Unaudited()) == 78)
    }

    @Test("A list of traits is a subclass's own where any of it is written elsewhere")
    func inheritedTraits() {
        func traits(_ name: String, _ file: StaticString, _ line: UInt, _ column: UInt) -> [ComponentTrait] {
            [.primary, .named(name, fileID: file, line: line, column: column)]
        }
        let list = traits("a", "A.swift", 1, 2)
        let cases = [
            traits("a", "A.swift", 1, 2), traits("a", "B.swift", 1, 2), traits("a", "A.swift", 2, 2),
            traits("a", "A.swift", 1, 3), traits("b", "A.swift", 1, 2), [.primary], list + [.primary],
        ]
        #expect(
            cases.map { ComponentTrait.isInherited($0, from: list) } == [
                true, false, false, false, false, false, false,
            ])
    }

    // MARK: Processors of definitions

    final class Changed: IOCComponent {}
    final class Changer: IOCComponent, DefinitionPostProcessor {
        func process(_ definition: inout DefinitionDescription) throws {
            guard definition.typeName.hasSuffix("Changed") else { return }
            definition.isPrimary = true
            definition.isFallback = true
            definition.order = 7
            definition.scope = .prototype
        }
    }

    @Test("What a processor says of a definition counts, each part of it")
    func definitionProcessor() throws {
        let context = try boot(Changed.self, Changer.self, Plain.self)
        let facts = try #require(context.core.definition(of: Changed.self)).facts
        #expect(facts.isPrimary && facts.isFallback && facts.order == 7 && facts.scope == .prototype)
        let plain = try #require(context.core.definition(of: Plain.self)).facts
        #expect(!plain.isPrimary && !plain.isFallback && plain.order == 0 && plain.scope == .singleton)
    }

    // MARK: Cycles of makings

    final class Chicken: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy, .named("chicken")] }
        @Autowired var egg: Egg
        init() { _ = try? $egg.get() }
    }
    final class Egg: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy, .named("egg")] }
        let reason: IOCError?
        @Autowired var chicken: Chicken
        init() {
            let result = Result { try ApplicationContext.current.component(Chicken.self) }
            if case .failure(let error) = result { reason = error as? IOCError } else { reason = nil }
        }
    }

    @Test("A component that needs itself to be made is told with the whole way there and back")
    func makingCycle() throws {
        let context = try boot(Chicken.self, Egg.self)
        _ = try context.component(Chicken.self)
        let fault = try #require(context.component(Egg.self).reason?.faults.first)
        #expect(fault.code == .constructionCycle)
        #expect(fault.path == ["chicken", "egg", "chicken"])
    }

    // MARK: What outlives a context

    private static let gone = Guarded<Set<String>>([])
    final class Parts: Assembly {
        let part = Define(.singleton) { _ in Plain() }
        deinit { gone.withLock { _ = $0.insert("assembly") } }
    }
    final class Server: IOCComponent, IOCService {
        func run() async throws { try await Task.sleep(for: .seconds(3600)) }
        deinit { gone.withLock { _ = $0.insert("service") } }
    }
    final class Watcher: IOCComponent, ContextObserver {
        func handle(_ event: ContextEvent) {}
        deinit { gone.withLock { _ = $0.insert("observer") } }
    }
    final class Polisher: IOCComponent, InstancePostProcessor {
        func process(_ instance: Any, named name: String) throws -> Any { instance }
        deinit { gone.withLock { _ = $0.insert("processor") } }
    }
    final class Survivor: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        @Autowired var plain: Plain
        @Autowired var server: Server
    }

    @Test("Who outlives a context that was stopped keeps nothing of it")
    func outliving() async throws {
        var context: ApplicationContext? = try ApplicationContext(
            ContextConfiguration(Server.self, Watcher.self, Polisher.self, Survivor.self).with {
                $0.assemblies = [String(reflecting: Parts.self)]
            })
        let survivor = try context?.component(Survivor.self)
        try await context?.start()
        try await context?.stop()
        context = nil
        #expect(Self.gone.withLock { $0.subtracting(["leaf"]) } == ["assembly", "service", "observer", "processor"])
        #expect(throws: IOCError.self) { _ = try survivor?.$plain.get() }
    }

    // MARK: Taking over

    final class Heir: IOCComponent, TakesOverAtReload, @unchecked Sendable {
        let inherited = Guarded(0)
        func takeOver(from predecessor: Heir) {
            let before = predecessor.inherited.withLock { $0 }
            inherited.withLock { $0 = before + 1 }
        }
    }

    @Test("What only takes over, and has nothing to start, takes over on a reload")
    func onlySuccessor() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("shop.json", #"{ "classes": ["\#(String(reflecting: Heir.self))"] }"#)
        let context = try ApplicationContext(contentsOf: file)
        try await context.start()
        let next = try await context.reloading()
        #expect(try next.component(Heir.self).inherited.withLock { $0 } == 1)
        try await next.stop()
    }

    final class Stubborn: IOCComponent, Startable, Stoppable {
        func start() {}
        func stop() throws { throw Bottom.Pain() }
    }

    @Test("What went wrong in a stop is told once; a later stop does nothing, and a later start is refused")
    func stoppedTwice() async throws {
        let context = try boot(Stubborn.self)
        try await context.start()
        await #expect(throws: IOCError.self) { try await context.stop() }
        #expect(!context.core.lifecycle.isRunning)
        try await context.stop()
        let error = await #expect(throws: IOCError.self) { try await context.start() }
        #expect(error?.code == .contextStopped)
    }

    // MARK: Properties

    private static let jobs = Guarded(0)
    final class Job: IOCComponent {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        init() { jobs.withLock { $0 += 1 } }
    }
    final class Office: IOCComponent, @unchecked Sendable {
        @Autowired var job: Job
        @Autowired var assigned: Job
    }

    @Test("A property is filled once, however it is read, and not at all where it was assigned")
    func filledOnce() throws {
        let context = try boot(Office.self, Job.self)
        let office = try context.component(Office.self)
        let job = try office.$job.get()
        #expect(try office.$job.get() === job)
        #expect(office.job === job)
        let other = Job()
        office.assigned = other
        #expect(try office.$assigned.get() === other)
        #expect(office.assigned === other)
        #expect(Self.jobs.withLock { $0 } == 2)
        withExtendedLifetime(context) {}
    }

    protocol Limb: AnyObject, Sendable {}
    final class Trunk: IOCComponent, @unchecked Sendable {
        @Autowired var limbs: [any Limb]
    }
    final class Branch: IOCComponent, Limb, @unchecked Sendable {
        @Autowired var trunk: Trunk
    }
    final class Leaf: IOCComponent, Limb {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        deinit { gone.withLock { _ = $0.insert("leaf") } }
    }

    @Test("A list that leads back to its owner keeps what is its own, as long as the owner")
    func listLeadingBack() throws {
        var context: ApplicationContext? = try boot(Trunk.self, Branch.self, Leaf.self)
        weak let trunk = try context?.component(Trunk.self)
        #expect(trunk?.limbs.count == 2)
        #expect((trunk?.limbs.first { $0 is Branch } as? Branch)?.trunk === trunk)
        #expect(trunk?.limbs.count == 2 && !Self.gone.withLock { $0.contains("leaf") })
        context = nil
        #expect(trunk == nil && Self.gone.withLock { $0.contains("leaf") })
    }

    // MARK: Patches

    enum One {
        final class Same: IOCComponent {}
    }
    enum Two {
        final class Same: IOCComponent {}
    }
    final class Hooked: IOCComponent {
        let hooks = Guarded<[String]>([])
        func willInject() { hooks.withLock { $0.append("will") } }
        func didInject() throws { hooks.withLock { $0.append("did") } }
    }

    @Test("A name that two have replaces neither, and what replaces a component is injected as one")
    func patches() throws {
        let context = try boot(One.Same.self, Two.Same.self, Hooked.self)
        let error = try #require(throws: IOCError.self) {
            try context.patched { $0.replace(named: "Same") { One.Same() } }
        }
        #expect(error.code == .nameAmbiguous && error.faults[0].candidates.count == 2)
        let mine = Hooked()
        let patched = try context.patched { $0.replace(Hooked.self) { mine } }
        #expect(try patched.component(Hooked.self) === mine)
        #expect(mine.hooks.withLock { $0 } == ["will", "did"])
    }

    // MARK: Who takes part

    final class Faint: IOCComponent, Startable {
        static var traits: [ComponentTrait] { [.scope(.weakSingleton)] }
        let isStarted = Guarded(false)
        func start() { isStarted.withLock { $0 = true } }
    }

    @Test("What others may let go is started by nobody, though it is there")
    func weakStart() async throws {
        let context = try boot(Faint.self)
        let faint = try context.component(Faint.self)
        try await context.start()
        #expect(!faint.isStarted.withLock { $0 })
        try await context.stop()
    }

    final class Counter: ContextObserver {
        let events = Guarded<[String: Int]>([:])
        func handle(_ event: ContextEvent) { events.withLock { $0["\(event.kind)", default: 0] += 1 } }
    }

    final class Sheet: IOCComponent {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
    }

    @Test("Observers hear of every prototype, however many there were before")
    func observedPrototypes() throws {
        let counter = Counter()
        let context = try ApplicationContext(ContextConfiguration(Sheet.self).with { $0.observers = [counter] })
        for _ in 0..<3 { _ = try context.component(Sheet.self) }
        #expect(counter.events.withLock { $0 } == ["made": 3, "injected": 3])
    }
}
