import Dispatch
import FoundationEssentials
import SeededRandom
import Testing

@testable import IOC

/// Random graphs of all scopes, with cycles of every shape, on one to six threads that walk, hold, promote and let go, with
/// requests, child contexts and patches that come and go.
///
/// `IOC_OWNERSHIP_WORLDS` gives the number of worlds, `IOC_MODEL_SEED` the first seed.
@Suite("Who keeps whom in random graphs", .timeLimit(.minutes(60)))
struct OwnershipModelTests {
    private static var seeds: [UInt64] {
        let environment = ProcessInfo.processInfo.environment
        let first = environment["IOC_MODEL_SEED"].flatMap(UInt64.init) ?? 20_260_101
        let count = environment["IOC_OWNERSHIP_WORLDS"].flatMap(Int.init) ?? 400
        return (0..<count).map { first &+ UInt64($0) }
    }

    @Test("Everything goes at once when it is let go, is whole while it is open, and answers by the rule after its end")
    func worlds() throws {
        for seed in Self.seeds {
            var generator = SplitMix(seed: seed)
            let graph = OwnershipGraph.random(&generator)
            let count = OwnershipCount()
            try run(graph, count, &generator, seed)
            #expect(count.alive == 0, "seed \(seed): \(count.alive) are left of \(graph)")
        }
    }

    private func run(
        _ graph: OwnershipGraph, _ count: OwnershipCount, _ generator: inout SplitMix, _ seed: UInt64
    ) throws {
        var context: ApplicationContext?
        var world: OwnershipWorld? = OwnershipWorld(graph, count)
        do {
            try world?.activate()
            context = try world?.context
        } catch let error as IOCError {
            #expect(Set(error.faults.map(\.code)).isSubset(of: OwnershipGraph.faults), "seed \(seed): \(error)")
            return
        }
        let threads = generator.number(1...6)
        let seeds = (0..<threads).map { _ in generator.next() }
        let hasChild = generator.chance(20)
        let isPatched = generator.chance(20)
        let outcomes = try onThreads(threads) { [context] number in
            var walker = OwnershipWalker(
                graph: graph, context: context, seed: seeds[number], what: "seed \(seed), thread \(number)")
            walker.work(hasChild: hasChild, isPatched: isPatched)
            return walker.held
        }
        // What the threads have held goes beyond the context's end.
        var held = outcomes.flatMap { $0 }
        let wasFilled = held.map { instance in (0..<OwnershipGraph.provider).map { instance.node.isFilled($0) } }
        withExtendedLifetime((world, context)) {}
        (world, context) = (nil, nil)
        for (instance, filled) in zip(held, wasFilled) {
            for property in 0..<OwnershipGraph.properties {
                Self.checkAfterEnd(
                    graph, instance, property, wasFilled: property < OwnershipGraph.provider && filled[property],
                    "seed \(seed)")
            }
        }
        held.removeAll()
    }

    /// What a property answers once its context is gone.
    private static func checkAfterEnd(
        _ graph: OwnershipGraph, _ instance: OwnershipHeld, _ property: Int, wasFilled: Bool, _ what: Comment
    ) {
        let node = instance.node
        let target = graph.nodes[node.index].targets[property]
        let leadsBack = graph.leads(from: target, to: node.index)
        do {
            let found = try node.read(property)
            #expect(found.map(\.index) == [target], what)
            // A cycle that showed only later is closed by another property.
            #expect(wasFilled, what)
        } catch let error as IOCError {
            #expect([.contextEnded, .scopeEnded].contains(error.code), "\(what): \(error)")
            #expect(!wasFilled || leadsBack, "\(what): d\(node.index).\(property) of \(graph): \(error)")
        } catch {
            Issue.record("\(what): \(error)")
        }
    }
}
