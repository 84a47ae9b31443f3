import IOC
import SeededRandom

/// A random graph of definitions: who asks for whom, while it is made or when it is injected.
struct ConstructionWorld {
    struct Node {
        var scope: Scope
        /// Asked for before the instance is there.
        var whileMade: [Int]
        /// Asked for when it is there, by one injection after another.
        var whenInjected: [[Int]]
    }

    var nodes: [Node] = []

    static func random(_ generator: inout SplitMix, count: Int) -> ConstructionWorld {
        let scopes: [Scope] = [.lazySingleton, .weakSingleton, .objectGraph, .prototype, .request]
        // Prototypes that ask for many prototypes grow without end, so edges are few.
        let lateEdges = Int.random(in: 0...2, using: &generator)
        let backEdges = generator.chance(50)
        let makesBack = generator.chance(30)
        var world = ConstructionWorld()
        for index in 0..<count {
            var node = Node(
                scope: scopes.randomElement(using: &generator) ?? .prototype, whileMade: [], whenInjected: [])
            if generator.chance(60), index + 1 < count {
                node.whileMade.append(Int.random(in: index + 1..<min(count, index + 12), using: &generator))
            }
            for _ in 0..<lateEdges where generator.chance(45) {
                let range = backEdges ? max(0, index - 6)..<min(count, index + 8) : index..<min(count, index + 8)
                let other = Int.random(in: range, using: &generator)
                if generator.chance(30), !node.whenInjected.isEmpty {
                    node.whenInjected[node.whenInjected.count - 1].append(other)
                } else {
                    node.whenInjected.append([other])
                }
            }
            // Seldom, what is needed to make somebody needs that somebody: an error the model knows, too.
            if generator.chance(makesBack ? 10 : 1) {
                node.whileMade.append(Int.random(in: 0..<count, using: &generator))
            }
            world.nodes.append(node)
        }
        return world
    }
}

/// How instances come to be, by the rules of the scopes, with nothing clever.
///
/// An injection that asks for something unmade is run again from its beginning once that is made.
final class ConstructionModel {
    final class Object {
        let index: Int
        var made: [Object] = []
        var injected: [[Object]] = []
        var held: [Object] { made + injected.flatMap { $0 } }
        init(_ index: Int) { self.index = index }
    }

    struct Failure: Error, Equatable {
        let code: IOCError.Code
        /// The place in `building` of what is not made yet.
        var maker: Int?
    }

    /// More objects than this are no test of anything.
    struct TooLarge: Error {}

    private let world: ConstructionWorld
    private var shared: [Int: Object] = [:]
    private var building: [(index: Int, object: Object?)] = []
    private var graph: [Int: Object] = [:]
    /// Objects whose injections wait for what is made at a place in `building`.
    private var putOff: [(maker: Int, object: Object)] = []
    private var count = 0

    init(_ world: ConstructionWorld) { self.world = world }

    /// What a lookup from outside gives.
    func lookup(_ index: Int) throws -> Object {
        graph = [:]
        building = []
        putOff = []
        count = 0
        return try object(index)
    }

    private func object(_ index: Int) throws -> Object {
        let scope = world.nodes[index].scope
        if scope == .request, keeperIsLongLived() { throw Failure(code: .captiveDependency) }
        if let known = shared[index] { return known }
        if let around = building.lastIndex(where: { $0.index == index }) {
            guard let object = building[around].object else {
                throw Failure(code: .constructionCycle, maker: around)
            }
            return object
        }
        if scope == .objectGraph, let known = graph[index] { return known }
        let object = try made(index)
        if scope != .prototype, scope != .objectGraph { shared[index] = object }
        return object
    }

    /// Whether what is asked for now would be kept longer than a request: by the first one outwards with a life of its own.
    private func keeperIsLongLived() -> Bool {
        let keeper = building.last { ![.prototype, .objectGraph].contains(world.nodes[$0.index].scope) }
        return keeper.map { [.lazySingleton, .weakSingleton].contains(world.nodes[$0.index].scope) } ?? false
    }

    private func made(_ index: Int) throws -> Object {
        count += 1
        if count > 20_000 || building.count > 60 { throw TooLarge() }
        building.append((index, nil))
        defer { building.removeLast() }
        let before = (shared, graph, putOff)
        let object = Object(index)
        do {
            object.made = try world.nodes[index].whileMade.map(self.object)
        } catch {
            // Whatever was made for it goes with it.
            (shared, graph, putOff) = before
            throw error
        }
        let place = building.count - 1
        building[place].object = object
        if world.nodes[index].scope == .objectGraph { graph[index] = object }
        while let next = putOff.firstIndex(where: { $0.maker == place }) {
            let waiting = putOff.remove(at: next).object
            building.append((waiting.index, waiting))
            defer { building.removeLast() }
            try inject(waiting)
        }
        try inject(object)
        return object
    }

    /// Injects the innermost object, from where it was put off.
    private func inject(_ object: Object) throws {
        for injection in world.nodes[object.index].whenInjected.dropFirst(object.injected.count) {
            do {
                object.injected.append(try injection.map(self.object))
            } catch let failure as Failure {
                guard let maker = failure.maker, maker < building.count - 1 else { throw failure }
                putOff.append((maker, object))
                return
            }
        }
    }
}

/// The same graph as definitions of an assembly.
final class ConstructionAssembly: Assembly, CustomReflectable {
    final class Object: @unchecked Sendable {
        let index: Int
        var held: [Object]
        var isComplete = false
        init(_ index: Int, _ held: [Object]) { (self.index, self.held) = (index, held) }
    }

    let definitions: [Definition<ConstructionAssembly, Object>]

    init(_ world: ConstructionWorld) {
        definitions = world.nodes.enumerated().map { index, node in
            let made = Definition(node.scope) { (assembly: ConstructionAssembly) in
                Object(index, try node.whileMade.map { try assembly.definitions[$0]() })
            }
            return node.whenInjected.reduce(made) { definition, others in
                definition.inject { (object: Object, assembly: ConstructionAssembly) in
                    object.held += try others.map { try assembly.definitions[$0]() }
                }
            }
            .didInject { $0.isComplete = true }
        }
    }

    convenience init() { self.init(ConstructionWorld()) }

    var customMirror: Mirror {
        Mirror(self, children: definitions.enumerated().map { (label: "d\($0.offset)", value: $0.element as Any) })
    }
}
