import IOC
import TestSupport
import Testing

/// A node that a walker keeps, and the requests that it may be part of.
struct OwnershipHeld: Sendable {
    let node: any OwnershipNodes
    var requests: Set<Int>
    /// Whether it can't be part of an earlier request.
    var isOfNow: Bool
}

/// One thread of a world.
struct OwnershipWalker {
    let graph: OwnershipGraph
    let context: ApplicationContext?
    var generator: SplitMix
    let trial: WorldTrial
    let what: String
    var held: [OwnershipHeld] = []
    /// The requests that are open, and how many there have been.
    private var open: Set<Int> = []
    private var count = 0

    init(graph: OwnershipGraph, context: ApplicationContext?, seed: UInt64, trial: WorldTrial, what: String) {
        self.graph = graph
        self.context = context
        generator = SplitMix(seed: seed)
        self.trial = trial
        self.what = what
    }

    mutating func work(hasChild: Bool, isPatched: Bool) {
        guard let context else { return }
        for _ in 0..<generator.number(1...4) {
            if hasChild, generator.chance(30) { visitChild(of: context) }
            if isPatched, generator.chance(30) { visitPatch(of: context) }
            if generator.chance(60) {
                inRequest(context)
            } else {
                steps(in: context)
            }
        }
    }

    private mutating func inRequest(_ context: ApplicationContext) {
        count += 1
        open.insert(count)
        var handle: RequestScope?
        withRequestScope {
            steps(in: context)
            if generator.chance(20) { handle = try? RequestScope.hold() }
            for one in held where one.isOfNow && one.requests == [count] { readAll(one) }
        }
        if let handle { _ = try? handle.run { steps(in: context) } }
        handle = nil
        open.remove(count)
    }

    private func mayBeOver(_ one: OwnershipHeld) -> Bool { !one.isOfNow || !one.requests.isSubset(of: open) }

    private mutating func steps(in context: ApplicationContext) {
        for _ in 0..<generator.number(1...8) {
            switch generator.number(0...5) {
            case 0, 1:
                let index = generator.number(0...graph.nodes.count - 1)
                tolerate(nil) { [trial, what, name = OwnershipWorld.name(index)] in
                    let found = try context.component(named: name, as: (any OwnershipNodes).self)
                    trial.expect(found.index == index, "\(what): d\(found.index) is called \(name)")
                    return [found]
                }
            case 2, 3:
                guard let one = held.randomElement(using: &generator) else { continue }
                let property = generator.number(0...OwnershipGraph.properties - 1)
                let target = graph.nodes[one.node.index].targets[property]
                tolerate(one) { [trial, what] in
                    let found = try one.node.read(property)
                    trial.expect(found.map(\.index) == [target], "\(what): d\(one.node.index).\(property)")
                    return found
                }
            case 4:
                guard !held.isEmpty else { continue }
                let one = held.remove(at: generator.number(0...held.count - 1))
                weak let reference = one.node
                if let again = reference {
                    held.append(OwnershipHeld(node: again, requests: one.requests, isOfNow: one.isOfNow))
                }
            default: if !held.isEmpty { held.remove(at: generator.number(0...held.count - 1)) }
            }
        }
    }

    /// Adds the nodes that `body` returns. An error must be one that the graph may have, or the end of a scope.
    private mutating func tolerate(_ one: OwnershipHeld?, _ body: () throws -> [any OwnershipNodes]) {
        let isOver = one.map(mayBeOver) ?? false
        do {
            let requests = open.union(one?.requests ?? [])
            // An instance that outlives requests may have kept something of an earlier request.
            let isOfNow = one.map { $0.isOfNow && graph.nodes[$0.node.index].scope == .request } ?? true
            held += try body().map { OwnershipHeld(node: $0, requests: requests, isOfNow: isOfNow) }
        } catch let error as IOCError {
            let isFault = OwnershipGraph.faults.contains(error.code)
            trial.expect(isFault || isOver && error.code == .scopeEnded, "\(what): \(error)")
        } catch {
            trial.record("\(what): \(error)")
        }
    }

    /// While a scope is open, no property of its instances is empty.
    private func readAll(_ instance: OwnershipHeld) {
        for property in 0..<OwnershipGraph.provider {
            do {
                let found = try instance.node.read(property)
                let target = graph.nodes[instance.node.index].targets[property]
                trial.expect(found.map(\.index) == [target], "\(what): d\(instance.node.index).\(property)")
            } catch let error as IOCError {
                trial.expect(OwnershipGraph.faults.contains(error.code), "\(what): \(error)")
            } catch {
                trial.record("\(what): \(error)")
            }
        }
    }

    private func visitChild(of context: ApplicationContext) {
        do {
            let child = try ApplicationContext(
                ContextConfiguration(classes: [String(reflecting: OwnershipChild.self)]), parent: context)
            _ = try withRequestScope { try child.component(OwnershipChild.self).leaf.node.index }
        } catch {
            trial.record("\(what): \(error)")
        }
    }

    private func visitPatch(of context: ApplicationContext) {
        do {
            let patched = try context.patched { _ in }
            let leaf = try patched.component(named: OwnershipWorld.name(0), as: (any OwnershipNodes).self)
            trial.expect(leaf.index == 0, "\(what): another leaf in a patch")
        } catch let error as IOCError {
            // A patch may look components up in another order, which may show a cycle.
            let isFault = [.dependencyCaptive, .cycleUnkept, .constructionCycle].contains(error.code)
            trial.expect(isFault, "\(what): \(error)")
        } catch {
            trial.record("\(what): \(error)")
        }
    }
}

final class OwnershipChild: IOCComponent, @unchecked Sendable {
    @Autowired("ConcurrencyTests.OwnershipWorld.d0") var leaf: any OwnershipLink
}
