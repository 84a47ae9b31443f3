import IOC
import SeededRandom

/// A random graph of definitions: who asks for whom, while it is made or when it is injected.
struct ConstructionWorld {
    struct Node {
        var scope: Scope
        /// Asked for before the instance is there.
        var whileMade: [Int]
        /// Asked for when it is there.
        var whenInjected: [Int]
    }

    var nodes: [Node] = []

    static func random(_ generator: inout SplitMix, count: Int) -> ConstructionWorld {
        let scopes: [Scope] = [.lazySingleton, .weakSingleton, .objectGraph, .prototype, .request]
        // Prototypes that ask for many prototypes grow without end, so edges are few.
        let lateEdges = Int.random(in: 0...2, using: &generator)
        let backEdges = generator.chance(50)
        var world = ConstructionWorld()
        for index in 0..<count {
            var node = Node(
                scope: scopes.randomElement(using: &generator) ?? .prototype, whileMade: [], whenInjected: [])
            if generator.chance(60), index + 1 < count {
                node.whileMade.append(Int.random(in: index + 1..<min(count, index + 12), using: &generator))
            }
            for _ in 0..<lateEdges where generator.chance(45) {
                let range = backEdges ? max(0, index - 6)..<min(count, index + 8) : index..<min(count, index + 8)
                node.whenInjected.append(Int.random(in: range, using: &generator))
            }
            // Seldom, what is needed to make somebody needs that somebody: an error the model knows, too.
            if generator.chance(1) { node.whileMade.append(Int.random(in: 0..<count, using: &generator)) }
            world.nodes.append(node)
        }
        return world
    }
}

/// How instances come to be, by the rules of the scopes, with nothing clever.
final class ConstructionModel {
    final class Object {
        let index: Int
        var held: [Object] = []
        init(_ index: Int) { self.index = index }
    }

    struct Failure: Error, Equatable {
        let code: IOCError.Code
    }

    /// More objects than this are no test of anything.
    struct TooLarge: Error {}

    private let world: ConstructionWorld
    private var shared: [Int: Object] = [:]
    private var building: [(index: Int, object: Object?)] = []
    private var graph: [Int: Object] = [:]
    private var count = 0

    init(_ world: ConstructionWorld) { self.world = world }

    /// What a lookup from outside gives.
    func lookup(_ index: Int) throws -> Object {
        graph = [:]
        building = []
        count = 0
        return try object(index)
    }

    private func object(_ index: Int) throws -> Object {
        let scope = world.nodes[index].scope
        if scope == .request, keeperIsLongLived() { throw Failure(code: .captiveDependency) }
        if let known = shared[index] { return known }
        if let around = building.last(where: { $0.index == index }) {
            guard let object = around.object else { throw Failure(code: .constructionCycle) }
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
        let held = try world.nodes[index].whileMade.map(object)
        let object = Object(index)
        object.held = held
        building[building.count - 1].object = object
        if world.nodes[index].scope == .objectGraph { graph[index] = object }
        for other in world.nodes[index].whenInjected { object.held.append(try self.object(other)) }
        return object
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
            Definition(node.scope) { (assembly: ConstructionAssembly) in
                Object(index, try node.whileMade.map { try assembly.definitions[$0]() })
            }
            .inject { (object: Object, assembly: ConstructionAssembly) in
                for other in node.whenInjected { object.held.append(try assembly.definitions[other]()) }
            }
            .didInject { $0.isComplete = true }
        }
    }

    convenience init() { self.init(ConstructionWorld()) }

    var customMirror: Mirror {
        Mirror(self, children: definitions.enumerated().map { (label: "d\($0.offset)", value: $0.element as Any) })
    }
}
