import IOC

/// How instances come to be, by the rules of the scopes, with nothing clever.
///
/// An injection that asks for something unmade is run again from its beginning once that is made. A property is resolved
/// when it is read; that of an instance of an object graph which leads to the same graph before the outermost call ends.
final class ConstructionModel {
    final class Object {
        let index: Int
        let argument: Int?
        var made: [Object] = []
        var injected: [[Object]] = []
        var property: Object?
        var held: [Object] { made + injected.flatMap { $0 } }
        init(_ key: Key) { (index, argument) = (key.index, key.argument) }
    }

    struct Failure: Error, Equatable {
        let code: IOCError.Code
        /// The place in `building` of what is not made yet.
        var maker: Int?
    }

    /// More objects than this are no test of anything.
    struct TooLarge: Error {}

    struct Key: Hashable {
        var index: Int
        var argument: Int?
    }

    private let world: ConstructionWorld
    private var shared: [Key: Object] = [:]
    private var building: [(key: Key, object: Object?)] = []
    private var graph: [Key: Object] = [:]
    /// Objects whose injections wait for what is made at a place in `building`.
    private var putOff: [(maker: Int, object: Object)] = []
    /// Objects whose properties lead on into the graph.
    private var unfilled: [Object] = []
    private var count = 0

    init(_ world: ConstructionWorld) { self.world = world }

    /// What a lookup from outside gives.
    func lookup(_ index: Int, _ argument: Int?) throws -> Object {
        graph = [:]
        building = []
        putOff = []
        unfilled = []
        count = 0
        return try object(Key(index: index, argument: argument))
    }

    /// What a property leads to.
    func property(of object: Object) throws -> Object? {
        guard let target = world.nodes[object.index].property else { return nil }
        if object.property == nil { object.property = try lookup(target, nil) }
        return object.property
    }

    private func object(_ edge: ConstructionWorld.Edge, for asker: Int?) throws -> Object {
        let argument: Int? =
            switch edge.argument {
            case nil: nil
            case .own: asker ?? 0
            case .fixed(let value): value
            }
        return try object(Key(index: edge.target, argument: argument))
    }

    private func object(_ key: Key) throws -> Object {
        let scope = world.nodes[key.index].scope
        if scope == .request, keeperIsLongLived() { throw Failure(code: .dependencyCaptive) }
        if let known = shared[key] { return known }
        if let around = building.lastIndex(where: { $0.key == key }), scope != .prototype || isOwn(around) {
            guard let object = building[around].object else {
                throw Failure(code: .constructionCycle, maker: around)
            }
            return object
        }
        if scope == .objectGraph, let known = graph[key] { return known }
        let object = try made(key)
        if scope != .prototype, scope != .objectGraph { shared[key] = object }
        return object
    }

    /// Whether no shared instance is being made inside a construction: that would have a prototype of its own.
    private func isOwn(_ around: Int) -> Bool {
        building[(around + 1)...].allSatisfy { [.prototype, .objectGraph].contains(world.nodes[$0.key.index].scope) }
    }

    /// Whether what is asked for now would be kept longer than a request: by the first one outwards with a life of its own.
    private func keeperIsLongLived() -> Bool {
        let scopes = building.map { world.nodes[$0.key.index].scope }
        let keeper = scopes.last { ![.prototype, .objectGraph].contains($0) }
        return keeper.map { [.lazySingleton, .weakSingleton].contains($0) } ?? false
    }

    private func made(_ key: Key) throws -> Object {
        count += 1
        if count > 20_000 || building.count > 60 { throw TooLarge() }
        building.append((key, nil))
        defer { building.removeLast() }
        let before = (shared, graph, putOff)
        let object = Object(key)
        let node = world.nodes[key.index]
        do {
            object.made = try node.whileMade.map { try self.object($0, for: key.argument) }
        } catch {
            // What was made for it goes with it, unless it is finished: a shared instance stays, and so do members of the
            // graph, because one of those may hold them.
            let kept = (shared.filter { isFinished($0.value) }, graph.filter { isFinished($0.value) })
            (shared, graph, putOff) = before
            shared.merge(kept.0) { known, _ in known }
            graph.merge(kept.1) { known, _ in known }
            throw error
        }
        let place = building.count - 1
        building[place].object = object
        if node.scope == .objectGraph {
            graph[key] = object
            if let target = node.property, world.nodes[target].scope == .objectGraph { unfilled.append(object) }
        }
        while let next = putOff.firstIndex(where: { $0.maker == place }) {
            let waiting = putOff.remove(at: next).object
            building.append((Key(index: waiting.index, argument: waiting.argument), waiting))
            defer { building.removeLast() }
            try inject(waiting)
        }
        try inject(object)
        if place == 0 { try fill() }
        return object
    }

    /// Whether an object leads to nothing that is still being made, or waits for that.
    private func isFinished(_ object: Object) -> Bool {
        let unfinished = building.compactMap(\.object) + putOff.map(\.object)
        var seen: Set<ObjectIdentifier> = []
        var rest = [object]
        while let next = rest.popLast() {
            guard seen.insert(ObjectIdentifier(next)).inserted else { continue }
            if unfinished.contains(where: { $0 === next }) { return false }
            rest += next.held
        }
        return true
    }

    private func fill() throws {
        var next = 0
        while next < unfilled.count {
            let owner = unfilled[next]
            next += 1
            if owner.property == nil, let target = world.nodes[owner.index].property {
                owner.property = try object(Key(index: target))
            }
        }
    }

    /// Injects the innermost object, from where it was put off.
    private func inject(_ object: Object) throws {
        for injection in world.nodes[object.index].whenInjected.dropFirst(object.injected.count) {
            do {
                object.injected.append(try injection.map { try self.object($0, for: object.argument) })
            } catch let failure as Failure {
                guard let maker = failure.maker, maker < building.count - 1 else { throw failure }
                putOff.append((maker, object))
                return
            }
        }
    }
}
