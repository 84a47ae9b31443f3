import IOC
import TestSupport

/// A node of a random graph, as other nodes see it.
protocol OwnershipLink: Sendable {
    var node: any OwnershipNodes { get }
}

/// The same, bound to classes.
protocol OwnershipObjectLink: AnyObject, OwnershipLink {}

/// A node, whatever its class.
protocol OwnershipNodes: OwnershipObjectLink {
    var index: Int { get }
    /// Reads a property; a provider is called.
    func read(_ property: Int) throws -> [any OwnershipNodes]
    func isFilled(_ property: Int) -> Bool
}

extension OwnershipLink where Self: OwnershipNodes {
    var node: any OwnershipNodes { self }
}

/// A random graph of components of every scope, linked by properties of every shape, as plain facts.
struct OwnershipGraph: CustomStringConvertible {
    struct Node {
        var scope: Scope
        /// Where its five properties lead: one, class-bound, optional, array, provider; 0 is the leaf.
        var targets: [Int]
        /// The properties that it reads during its construction.
        var readsEarly: [Int]
        /// The nodes that it looks up during its construction and stores.
        var stores: [Store] = []
        /// The node that its initializer gets and stores.
        var passed: Int?
        /// Whether its `deinit` calls its provider. The nodes that this creates don't do so themselves.
        var asksInDeinit = false

        /// The nodes that it refers to itself.
        var kept: [Int] { stores.map(\.target) + (passed.map { [$0] } ?? []) }

        /// Whether a scope keeps its instances. Then the references that it stores can't form a cycle by themselves.
        var isKept: Bool { [.singleton, .lazySingleton, .request].contains(scope) }
    }

    /// A lookup whose result is stored.
    struct Store {
        enum Way: CaseIterable { case initializer, didInject, provider }
        var way: Way
        var target: Int
    }

    var description: String {
        nodes.enumerated()
            .map { index, node in
                "d\(index): \(node.scope) \(node.targets) reads \(node.readsEarly)"
                    + node.stores.map { " stores \($0.target) by \($0.way)" }.joined()
                    + (node.passed.map { " is passed \($0)" } ?? "")
                    + (node.asksInDeinit ? " asks in deinit" : "")
            }
            .joined(separator: "; ")
    }

    /// The faults that a random graph, or a lookup outside of a request, may have.
    static let faults: Set<IOCError.Code> = [
        .dependencyCaptive, .cycleUnkept, .scopeInactive, .instanceGone, .constructionCycle,
    ]

    static let properties = 5
    static let provider = 4
    var nodes: [Node]

    static func random(_ generator: inout SplitMix) -> OwnershipGraph {
        let all: [Scope] = [.singleton, .lazySingleton, .weakSingleton, .prototype, .objectGraph, .request]
        // Few scopes at a time, because most mixtures are faults.
        let scopes = (0..<generator.number(1...3)).map { _ in generator.pick(all) }
        let density = generator.pick([20, 40, 70])
        var nodes = [Node(scope: .singleton, targets: Array(repeating: 0, count: properties), readsEarly: [])]
        let count = generator.number(2...8)
        for _ in 1..<count {
            nodes.append(
                Node(
                    scope: generator.pick(scopes),
                    targets: (0..<properties).map { _ in
                        generator.chance(density) ? generator.number(0...count - 1) : 0
                    },
                    readsEarly: (0..<provider).filter { _ in generator.chance(10) }))
        }
        for index in nodes.indices.dropFirst() {
            // References that nodes store lead down, so that the container owns at least one reference of each cycle.
            if generator.chance(30) { nodes[index].passed = generator.number(0...index - 1) }
            let node = nodes[index]
            nodes[index].asksInDeinit = generator.chance(25) && (node.isKept || node.targets[provider] < index)
            guard node.isKept else { continue }
            nodes[index].stores = (0..<generator.pick([0, 0, 1, 2])).compactMap { _ in
                let way = generator.pick(Store.Way.allCases)
                let target = way == .provider ? node.targets[provider] : generator.number(0...index - 1)
                return target < index ? Store(way: way, target: target) : nil
            }
        }
        var graph = OwnershipGraph(nodes: nodes)
        graph.dropOwnCircles()
        graph.keepAskingSmall()
        return graph
    }

    /// One circle of components of any scope, each of which leads to the next. A few other properties lead across it.
    ///
    /// At least one leads by a property, because a cycle of the other ways can't be created.
    static func ring(_ generator: inout SplitMix) -> OwnershipGraph {
        let all: [Scope] = [.singleton, .lazySingleton, .weakSingleton, .prototype, .objectGraph, .request]
        let count = generator.number(2...6)
        let leaf = Node(scope: .singleton, targets: Array(repeating: 0, count: properties), readsEarly: [])
        var nodes = [leaf]
        for _ in 0..<count { nodes.append(Node(scope: generator.pick(all), targets: leaf.targets, readsEarly: [])) }
        let filled = generator.number(1...count)
        for index in 1...count {
            let next = index % count + 1
            let way = index == filled ? 0 : generator.number(0...4)
            switch way {
            case 1: nodes[index].passed = next
            case 2 where nodes[index].isKept, 3 where nodes[index].isKept:
                let way = generator.pick(Store.Way.allCases)
                if way == .provider { nodes[index].targets[provider] = next }
                nodes[index].stores = [Store(way: way, target: next)]
            default:
                let property = generator.number(0...provider - 1)
                nodes[index].targets[property] = next
                if generator.chance(20) { nodes[index].readsEarly = [property] }
            }
        }
        for _ in 0..<generator.pick([0, 0, 1, 2]) {
            nodes[generator.number(1...count)].targets[generator.number(0...provider - 1)] = generator.number(1...count)
        }
        var graph = OwnershipGraph(nodes: nodes)
        graph.dropOwnCircles()
        return graph
    }

    /// Removes `asksInDeinit` from nodes whose provider creates another node with it. Otherwise each release would
    /// create others, and a world of eight nodes would create a hundred thousand.
    private mutating func keepAskingSmall() {
        let drawn = nodes.indices.filter { nodes[$0].asksInDeinit }
        for index in drawn { nodes[index].asksInDeinit = false }
        for index in drawn {
            nodes[index].asksInDeinit = true
            let isSmall = drawn.filter { nodes[$0].asksInDeinit }.allSatisfy { asking in
                !made(by: nodes[asking].targets[Self.provider]).contains { nodes[$0].asksInDeinit }
            }
            nodes[index].asksInDeinit = isSmall
        }
    }

    /// A node, and every node that its construction may create.
    private func made(by start: Int) -> Set<Int> {
        var seen: Set<Int> = [start]
        var pending = [start]
        while let next = pending.popLast() {
            let node = nodes[next]
            for target in node.targets + node.kept where seen.insert(target).inserted { pending.append(target) }
        }
        return seen
    }

    /// Removes the lookups that nodes store and that lead back to the node through references that nothing releases: what
    /// other nodes store, and properties that lead to nodes which no scope keeps. Such circles belong to the user.
    private mutating func dropOwnCircles() {
        for index in nodes.indices {
            let own = nodes[index].stores.filter { store in
                store.target != index && !retainedNodes(from: store.target).contains(index)
            }
            nodes[index].stores = own
        }
    }

    /// The nodes that a node retains, directly or through others.
    private func retainedNodes(from start: Int) -> Set<Int> {
        var seen: Set<Int> = []
        var pending = [start]
        while let next = pending.popLast() {
            let properties = nodes[next].targets.prefix(Self.provider).filter { !nodes[$0].isKept }
            for target in properties + nodes[next].kept where seen.insert(target).inserted { pending.append(target) }
        }
        return seen
    }
}

/// A node of its own class for each tag, so that each has names of its own.
class OwnershipNode<Tag>: OwnershipNodes, @unchecked Sendable {
    let index: Int
    private let count: AliveCount
    private let asksInDeinit: Bool
    /// The nodes that it stores.
    private let stored = Locked<[any OwnershipNodes]>([])
    @Autowired var one: any OwnershipLink
    @Autowired var two: any OwnershipObjectLink
    @Autowired var maybe: (any OwnershipLink)?
    @Autowired var many: [any OwnershipObjectLink]
    @Autowired var later: Provider<any OwnershipLink>

    init(_ index: Int, _ names: [String], _ count: AliveCount, asksInDeinit: Bool, _ stored: [any OwnershipNodes]) {
        self.index = index
        self.count = count
        self.asksInDeinit = asksInDeinit
        self.stored.withLock { $0 = stored }
        _one = Autowired(names[0])
        _two = Autowired(names[1])
        _maybe = Autowired(names[2])
        _many = Autowired(names[3])
        _later = Autowired(names[4])
        count.add(1)
    }

    deinit {
        if asksInDeinit { _ = try? $later.get()() }
        count.add(-1)
    }

    func store(_ node: any OwnershipNodes) { stored.withLock { $0.append(node) } }

    func read(_ property: Int) throws -> [any OwnershipNodes] {
        switch property {
        case 0: [try $one.get().node]
        case 1: [try $two.get().node]
        case 2: try $maybe.get().map { [$0.node] } ?? []
        case 3: try $many.get().map(\.node)
        default: [try later().node]
        }
    }

    func isFilled(_ property: Int) -> Bool {
        [$one.isFilled, $two.isFilled, $maybe.isFilled, $many.isFilled, false][property]
    }
}

/// A node whose initializer gets another node.
final class PassedOwnershipNode<Tag: OwnershipTag, Target: OwnershipTag>: OwnershipNode<Tag>, ConstructedComponent,
    @unchecked Sendable
{
    private let passed: any OwnershipLink

    init(facts: OwnershipFacts, passed: any OwnershipLink) throws {
        self.passed = passed
        let node = facts.graph.nodes[Tag.index]
        super.init(
            Tag.index, node.targets.map(OwnershipWorld.name), facts.count, asksInDeinit: node.asksInDeinit,
            try OwnershipWorld.stored(by: node))
    }

    static var constructor: Constructor {
        Constructor(
            Parameter<OwnershipFacts>("facts"),
            Parameter<any OwnershipLink>("passed", named: OwnershipWorld.name(Target.index))
        ) { try PassedOwnershipNode(facts: $0[0], passed: $0[1]) }
    }
}

/// The number of a node, as a type.
protocol OwnershipTag: SendableMetatype { static var index: Int { get } }

/// The random graph, for the nodes that the container creates.
final class OwnershipFacts: Sendable {
    let graph: OwnershipGraph
    let count: AliveCount
    init(_ graph: OwnershipGraph, _ count: AliveCount) { (self.graph, self.count) = (graph, count) }
}

/// The graph as definitions of an assembly.
final class OwnershipWorld: Assembly, CustomReflectable {
    let graph: OwnershipGraph
    let count: AliveCount
    private let definitions: [any Sendable]
    private let facts = Definition(.lazySingleton) { (world: OwnershipWorld) in
        OwnershipFacts(world.graph, world.count)
    }

    enum T0: OwnershipTag { static var index: Int { 0 } }
    enum T1: OwnershipTag { static var index: Int { 1 } }
    enum T2: OwnershipTag { static var index: Int { 2 } }
    enum T3: OwnershipTag { static var index: Int { 3 } }
    enum T4: OwnershipTag { static var index: Int { 4 } }
    enum T5: OwnershipTag { static var index: Int { 5 } }
    enum T6: OwnershipTag { static var index: Int { 6 } }
    enum T7: OwnershipTag { static var index: Int { 7 } }

    init(_ graph: OwnershipGraph, _ count: AliveCount) {
        self.graph = graph
        self.count = count
        let tags: [any OwnershipTag.Type] = [
            T0.self, T1.self, T2.self, T3.self, T4.self, T5.self, T6.self, T7.self,
        ]
        definitions = graph.nodes.indices.map { index in
            func define<Tag: OwnershipTag>(_ tag: Tag.Type) -> any Sendable {
                guard let passed = graph.nodes[index].passed else { return Self.definition(tag, graph.nodes[index]) }
                func define<Target: OwnershipTag>(passing target: Target.Type) -> any Sendable {
                    Self.definition(tag, passing: target, graph.nodes[index])
                }
                return define(passing: tags[passed])
            }
            return define(tags[index])
        }
    }

    convenience init() { self.init(OwnershipGraph(nodes: []), AliveCount()) }

    private static func definition<Tag: OwnershipTag>(
        _ tag: Tag.Type, _ node: OwnershipGraph.Node
    ) -> Definition<OwnershipWorld, OwnershipNode<Tag>> {
        let names = node.targets.map(name)
        return Definition(node.scope) { (world: OwnershipWorld) in
            OwnershipNode<Tag>(
                Tag.index, names, world.count, asksInDeinit: node.asksInDeinit, try stored(by: node))
        }
        .didInject { try finish($0, node) }
    }

    private static func definition<Tag: OwnershipTag, Target: OwnershipTag>(
        _ tag: Tag.Type, passing target: Target.Type, _ node: OwnershipGraph.Node
    ) -> Definition<OwnershipWorld, PassedOwnershipNode<Tag, Target>> {
        Definition(node.scope).didInject { try finish($0, node) }
    }

    private static func finish<Tag>(_ instance: OwnershipNode<Tag>, _ node: OwnershipGraph.Node) throws {
        for property in node.readsEarly { _ = try instance.read(property) }
        for store in node.stores where store.way == .didInject { instance.store(try lookUp(store.target)) }
        for store in node.stores where store.way == .provider { instance.store(try instance.later().node) }
    }

    /// The nodes that a node looks up in its initializer and stores.
    static func stored(by node: OwnershipGraph.Node) throws -> [any OwnershipNodes] {
        try node.stores.filter { $0.way == .initializer }.map { try lookUp($0.target) }
    }

    /// Looks a node up during a construction.
    private static func lookUp(_ index: Int) throws -> any OwnershipNodes {
        try ApplicationContext.current.component(named: name(index), as: (any OwnershipNodes).self)
    }

    static func name(_ index: Int) -> String { "ConcurrencyTests.OwnershipWorld.d\(index)" }

    var customMirror: Mirror {
        let all = definitions.enumerated().map { (label: "d\($0.offset)", value: $0.element as Any) }
        return Mirror(self, children: all + [(label: "facts", value: facts as Any)])
    }
}
