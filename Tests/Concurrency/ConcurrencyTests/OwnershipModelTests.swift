import Dispatch
import FoundationEssentials
import IOC
import TestSupport
import Testing

/// Random graphs of all scopes with cycles of every shape. One to six threads walk them, retain and release instances,
/// and open requests, child contexts and patches.
///
/// `IOC_OWNERSHIP_WORLDS` gives the number of worlds, `IOC_MODEL_SEED` the first seed.
@Suite("Ownership in random graphs", .timeLimit(.minutes(60)))
struct OwnershipModelTests {
    private static var seeds: [UInt64] {
        let environment = ProcessInfo.processInfo.environment
        let first = environment["IOC_MODEL_SEED"].flatMap(UInt64.init) ?? 20_260_101
        let count = environment["IOC_OWNERSHIP_WORLDS"].flatMap(Int.init) ?? 400
        return (0..<count).map { first &+ UInt64($0) }
    }

    @Test("Instances are released with their scope, complete while it is open, and answer by the rules after its end")
    func worlds() async {
        await WorldTrial.run(Self.seeds) { trial in
            var generator = SplitMix(seed: trial.seed)
            // Only a few random graphs have circles.
            let graph = trial.seed % 2 == 0 ? .random(&generator) : OwnershipGraph.ring(&generator)
            let count = AliveCount()
            try run(graph, count, &generator, trial)
            trial.expect(count.alive == 0, "\(count.alive) are left of \(graph)")
        }
    }

    private func run(
        _ graph: OwnershipGraph, _ count: AliveCount, _ generator: inout SplitMix, _ trial: WorldTrial
    ) throws {
        var context: ApplicationContext?
        var world: OwnershipWorld? = OwnershipWorld(graph, count)
        do {
            try world?.activate()
            context = try world?.context
        } catch let error as IOCError {
            trial.expect(Set(error.faults.map(\.code)).isSubset(of: OwnershipGraph.faults), "\(error)")
            return
        }
        let threads = generator.number(1...6)
        let seeds = (0..<threads).map { _ in generator.next() }
        let hasChild = generator.chance(20)
        let isPatched = generator.chance(20)
        let outcomes = try onThreads(threads) { [context] number in
            var walker = OwnershipWalker(
                graph: graph, context: context, seed: seeds[number], trial: trial, what: "thread \(number)")
            walker.work(hasChild: hasChild, isPatched: isPatched)
            return walker.held
        }
        // The instances that the threads retain outlive the context.
        var held = outcomes.flatMap { $0 }
        let wasFilled = held.map { instance in (0..<OwnershipGraph.provider).map { instance.node.isFilled($0) } }
        withExtendedLifetime((world, context)) {}
        (world, context) = (nil, nil)
        for (instance, filled) in zip(held, wasFilled) {
            for property in 0..<OwnershipGraph.properties {
                Self.checkAfterEnd(
                    graph, instance, property, wasFilled: property < OwnershipGraph.provider && filled[property],
                    trial)
            }
        }
        held.removeAll()
    }

    /// Checks what a property answers after the end of its context. Only instances show the names of the properties, so
    /// each may lead back to its owner, and answer that the context has ended.
    private static func checkAfterEnd(
        _ graph: OwnershipGraph, _ instance: OwnershipHeld, _ property: Int, wasFilled: Bool, _ trial: WorldTrial
    ) {
        let node = instance.node
        let target = graph.nodes[node.index].targets[property]
        do {
            let found = try node.read(property)
            trial.expect(found.map(\.index) == [target], "d\(node.index).\(property) of \(graph)")
            // A cycle that showed only later is closed by another property.
            trial.expect(wasFilled, "d\(node.index).\(property) answers after the end, of \(graph)")
        } catch let error as IOCError {
            trial.expect([.contextEnded, .scopeEnded].contains(error.code), "\(error)")
        } catch {
            trial.record("\(error)")
        }
    }
}
