import IOC
import IOCBase
import Testing

@Suite("Scopes of definitions")
struct DefinitionScopeTests {
    final class Node: @unchecked Sendable {
        var other: Node?
        var third: Node?
        var list: [Node] = []
        let label: String
        init(_ label: String = "") { self.label = label }
    }

    struct Users {
        let nodes: [Node]
    }

    final class Graph: Assembly {
        let shared = Definition { (_: Graph) in Node("shared") }
        let pair = Definition(.prototype) { (graph: Graph) in Node("pair") }
            .inject { pair, graph in
                pair.other = try graph.shared()
                pair.third = try graph.shared()
            }
        let user = Definition { (_: Graph, id: Int) in Node("user \(id)") }
        let users = Definition(.prototype) { (graph: Graph) -> Users in
            Users(nodes: [try graph.user(27), try graph.user(25), try graph.user(27)])
        }
        let lazy = Definition(.lazySingleton) { (_: Graph) in Node("lazy") }
        let eager = Definition(.singleton) { (_: Graph) in Node("eager") }
        let weak = Definition(.weakSingleton) { (_: Graph) in Node("weak") }
        let numbered = Definition(.lazySingleton) { (_: Graph, number: Int) in Node("\(number)") }
        let optional = Definition { (_: Graph, a: Int?, b: String) in Node("\(a ?? 0)\(b)") }
        let forwarded = Definition(.prototype) { (graph: Graph, number: Int) in
            Node(try graph.user(number).label)
        }
    }
    final class WeakNumbers: Assembly {
        let number = Definition(.weakSingleton) { (_: WeakNumbers) in 3 }
    }

    let graph: Graph

    init() throws { graph = try Graph.activated() }

    @Test("Object graph: one until the outermost call ends")
    func objectGraph() throws {
        let pair = try graph.pair()
        #expect(pair.other === pair.third)
        #expect(try graph.pair().other !== pair.other)
        #expect(try graph.shared() !== graph.shared())
    }

    @Test("Arguments are part of the key by equality: equal ones share within a graph, others do not")
    func arguments() throws {
        let users = try graph.users().nodes
        #expect(users[0] === users[2])
        #expect(users[0] !== users[1])
        #expect(users.map(\.label) == ["user 27", "user 25", "user 27"])
        #expect(try graph.numbered(1) === graph.numbered(1))
        #expect(try graph.numbered(1) !== graph.numbered(2))
    }

    @Test("Arguments may be optional, several and forwarded")
    func argumentKinds() throws {
        #expect(try graph.optional(nil, "x").label == "0x")
        #expect(try graph.optional(3, "y").label == "3y")
        #expect(try graph.forwarded(9).label == "user 9")
    }

    @Test("Singletons are one for the context; a weak one is created anew after release")
    func singletons() throws {
        #expect(try graph.lazy() === graph.lazy())
        #expect(try graph.eager() === graph.eager())
        var held: Node? = try graph.weak()
        #expect(try graph.weak() === held)
        weak let gone = held
        held = nil
        #expect(gone == nil)
        #expect(try graph.weak().label == "weak")
    }

    @Test("A weak singleton that is a value is a fault at boot")
    func weakValue() throws {
        let error = try #require(throws: IOCError.self) {
            try ApplicationContext(ContextConfiguration(assemblies: [String(reflecting: WeakNumbers.self)]))
        }
        #expect(error.faults.map(\.code) == [.scopeNeedsClass])
    }

    @Test("A definition with arguments can't be looked up without them")
    func lookupNeedsArguments() throws {
        let error = try #require(throws: IOCError.self) {
            try graph.context.component(named: "numbered", as: Node.self)
        }
        #expect(error.code == .argumentsNeeded)
    }

    // MARK: Custom scopes

    final class Bag: Sendable {
        let active = Guarded<ScopeInstances?>(nil)
    }
    static let bag = Bag()
    struct BagScope: ScopeStore {
        let bag: Bag
        var instances: ScopeInstances? { bag.active.withLock { $0 } }
    }

    final class Custom: Assembly {
        let bag = Bag()
        let perTask = Definition(.request) { (_: Custom) in Node("task") }
        let holder = Definition(.prototype) { (custom: Custom) in Node("holder") }
            .inject { holder, custom in holder.other = try custom.perTask() }
    }
    final class PerBag: Assembly {
        let perBag = Definition(.custom(named: "bag", store: BagScope(bag: DefinitionScopeTests.bag))) { (_: PerBag) in
            Node("bag")
        }
    }
    final class Captive: Assembly {
        let perTask = Definition(.request) { (_: Captive) in Node("task") }
        let holder = Definition(.singleton) { (captive: Captive) in Node("holder") }
            .inject { holder, captive in holder.other = try captive.perTask() }
    }

    @Test("A request scope has one instance, shared by child tasks; a detached task is outside")
    func requestScope() async throws {
        let custom = try Custom.activated()
        try await withRequestScope {
            let first = try custom.perTask()
            async let child = custom.perTask()
            #expect(try await child === first)
            #expect(try custom.holder().other === first)
            let outside = await Task.detached { Result { try custom.perTask() } }.value
            #expect(throws: IOCError.self) { try outside.get() }
            let inner = try await withRequestScope { try custom.perTask() }
            #expect(inner !== first)
        }
        let error = try #require(throws: IOCError.self) { try custom.perTask() }
        #expect(error.code == .scopeInactive)
        #expect(error.description.contains("withRequestScope"))
    }

    @Test("The instances of a request are released at its end")
    func requestScopeEnds() throws {
        let custom = try Custom.activated()
        weak var node: Node?
        try withRequestScope {
            node = try custom.perTask()
            #expect(node != nil)
        }
        #expect(node == nil)
    }

    @Test("A scope of one's own keeps its instances where its store says")
    func ownScope() throws {
        let assembly = try PerBag.activated()
        let first = ScopeInstances()
        Self.bag.active.withLock { $0 = first }
        let node = try assembly.perBag()
        #expect(try assembly.perBag() === node)
        Self.bag.active.withLock { $0 = ScopeInstances() }
        #expect(try assembly.perBag() !== node)
        Self.bag.active.withLock { $0 = nil }
        #expect(throws: IOCError.self) { try assembly.perBag() }
    }

    @Test("A singleton that would hold what lives for a request is reported at boot")
    func captive() throws {
        let error = try #require(throws: IOCError.self) { try Captive.activated() }
        #expect(error.code == .dependencyCaptive)
        #expect(error.description.contains("Provider"))
    }

    final class PerRequest: IOCComponent {
        static var traits: [ComponentTrait] { [.scope(.request)] }
    }
    final class Keeper: IOCComponent, @unchecked Sendable {
        @Autowired var request: PerRequest
    }
    final class Asker: IOCComponent, @unchecked Sendable {
        @Autowired var request: Provider<PerRequest>
    }

    @Test("A property that would keep what lives for a request is a fault; a provider is the way")
    func captiveProperty() throws {
        let error = try bootError(ContextConfiguration(Keeper.self, PerRequest.self))
        #expect(error.code == .dependencyCaptive)
        #expect(error.faults[0].injectionPoint == "Keeper.request")
        let context = try boot(Asker.self, PerRequest.self)
        let asker = try context.component(Asker.self)
        let same = try withRequestScope { try asker.request() === asker.request() }
        #expect(same)
        #expect(throws: IOCError.self) { try asker.request() }
    }

    final class GraphLeaf: Sendable {}
    final class GraphPart: @unchecked Sendable {
        @Autowired var leaf: GraphLeaf
    }
    final class GraphHub: @unchecked Sendable {
        @Autowired("left") var left: GraphPart
        @Autowired("middle") var middle: GraphPart
        @Autowired("right") var right: GraphPart
    }
    final class GraphHubs: Assembly {
        let leaf = Definition(.objectGraph) { (_: GraphHubs) in GraphLeaf() }
        let left = Definition(.objectGraph) { (_: GraphHubs) in GraphPart() }
        let middle = Definition(.objectGraph) { (_: GraphHubs) in GraphPart() }
        let right = Definition(.objectGraph) { (_: GraphHubs) in GraphPart() }
        let hub = Definition(.objectGraph) { (_: GraphHubs) in GraphHub() }
    }

    @Test("Object graph: every property belongs to it, at any depth, also where it is read later")
    func properties() throws {
        let graph = try GraphHubs.activated()
        let hubs = try (0..<2).map { _ in try graph.hub() }
        let leaves = hubs.map { [$0.left, $0.middle, $0.right].map { ObjectIdentifier($0.leaf) } }
        #expect(leaves.map { Set($0).count } == [1, 1] && leaves[0] != leaves[1])
        #expect(hubs.allSatisfy { $0.left !== $0.middle && $0.middle !== $0.right })
    }
}
