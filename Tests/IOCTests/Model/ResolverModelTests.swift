import TestSupport
import Testing

@testable import IOC

@Suite("Random worlds resolve as the rules say", .timeLimit(.minutes(30)))
struct ResolverModelTests {
    @Test("Boot reports every fault at once, and nothing else", arguments: ModelSeeds.all)
    func untidy(seed: UInt64) throws {
        var generator = SplitMix(seed: seed)
        let world = ModelWorld.random(&generator, count: 1...40, isTidy: false)
        try check(world, parent: nil, parentContext: nil, seed)
    }

    @Test(
        "Where nothing is wrong, every property and every lookup gets what the rules choose", arguments: ModelSeeds.all)
    func tidy(seed: UInt64) throws {
        var generator = SplitMix(seed: seed)
        let count = generator.chance(5) ? 400...500 : 19...60
        let world = ModelWorld.random(&generator, count: count, isTidy: true)
        #expect(ResolverModel(world).faults().allSatisfy { $0 == "condition-cycle" }, "seed \(seed)")
        try check(world, parent: nil, parentContext: nil, seed)
    }

    @Test("A child context asks its parent for what it does not have", arguments: ModelSeeds.all)
    func children(seed: UInt64) throws {
        var generator = SplitMix(seed: seed)
        let upper = ModelWorld.random(&generator, title: "parent/", count: 19...40, isTidy: true)
        let parentContext = try ApplicationContext(upper.configuration)
        for isTidy in [true, false] {
            let count = isTidy ? 19...40 : 1...6
            let lower = ModelWorld.random(&generator, count: count, isTidy: isTidy)
            try check(lower, parent: ResolverModel(upper), parentContext: parentContext, seed)
        }
    }

    @Test("A patched context differs in what is replaced, and in nothing else", arguments: ModelSeeds.all)
    func patches(seed: UInt64) throws {
        var generator = SplitMix(seed: seed)
        let world = ModelWorld.random(&generator, count: 19...40, isTidy: true)
        let model = ResolverModel(world)
        let context = try ApplicationContext(world.configuration)
        let leaves = model.nodes.filter { $0.type == .leafA }
        let replaced = try #require(leaves.randomElement(using: &generator))
        let patched = try context.patched { patch in
            patch.replace(named: replaced.name) { ModelFakeLeafA() as ModelLeafA }
        }
        try withRequestScope {
            try compareLookups(model, patched, seed)
            try compareInstances(model, patched, seed)
            for leaf in leaves {
                let instance = try patched.component(named: leaf.name, as: ModelLeafA.self)
                #expect((instance is ModelFakeLeafA) == (leaf.name == replaced.name), "seed \(seed)")
                #expect(try !(context.component(named: leaf.name, as: ModelLeafA.self) is ModelFakeLeafA))
            }
        }
    }

    // MARK: Comparing

    private func check(
        _ world: ModelWorld, parent: ResolverModel?, parentContext: ApplicationContext?, _ seed: UInt64
    ) throws {
        let model = ResolverModel(world, parent: parent)
        let expected = model.faults()
        let context: ApplicationContext
        do {
            context = try ApplicationContext(world.configuration, parent: parentContext)
        } catch let error as IOCError {
            let found = error.faults.map { "\($0.code)" + ($0.injectionPoint.map { " \($0)" } ?? "") }.sorted()
            #expect(found == expected, "seed \(seed)")
            return
        }
        #expect(expected.isEmpty, "seed \(seed)")
        let names = context.graph.components.map(\.name).filter { $0 != "IOCTests.ModelLabeller" }
        #expect(names == model.nodes.map(\.name), "seed \(seed)")
        try withRequestScope {
            // A lookup may find faults that boot could not judge; the readings show them.
            if model.nodes.allSatisfy({ model.faults(knowing: $0).isEmpty }) {
                try compareLookups(model, context, seed)
            }
            try compareInstances(model, context, seed)
        }
    }

    private func answers(_ body: () throws -> [String]) -> [ResolverModel.Answer] {
        do {
            return try body().map { .found($0) }
        } catch {
            return [.fault((error as? IOCError)?.code ?? .componentFailed)]
        }
    }

    private func compareLookups(_ model: ResolverModel, _ context: ApplicationContext, _ seed: UInt64) throws {
        for type in ModelType.allCases {
            let queries = try #require(type.queries)
            let what: Comment = "seed \(seed), \(type.name)"
            let one = model.one(type)
            #expect(answers { try queries.one(context) } == [one], what)
            #expect(answers { try queries.provider(context) } == [one], what)
            #expect(answers { try queries.optional(context) } == (model.optional(type).map { [$0] } ?? []), what)
            let members = model.members(type).map { ResolverModel.Answer.found($0.model.label($0.node)) }
            #expect(answers { try queries.all(context) } == members, what)
            let byName = model.reading(of: ModelPoint("", "", type, .allByName))
            #expect(answers { try queries.byName(context) } == byName, what)
            let simple = answers { [try context.component(named: type.name, as: (any ModelProbe).self).label.text] }
            #expect(simple == [model.lookup(named: type.name)], what)
        }
        for number in 0..<50 {
            let found = answers { [try context.component(named: "n\(number)", as: (any ModelProbe).self).label.text] }
            #expect(found == [model.lookup(named: "n\(number)")], "seed \(seed), n\(number)")
        }
    }

    /// Reads every wrapped property of every component, and looks each up twice; those that no boot could judge may turn out
    /// faulty.
    private func compareInstances(_ model: ResolverModel, _ context: ApplicationContext, _ seed: UInt64) throws {
        for node in model.nodes {
            let what: Comment = "seed \(seed), \(node.name)"
            let expected = node.type.points.map { model.reading(of: $0) }
            do {
                let first = try context.component(named: node.name, as: (any ModelProbe).self)
                let readings = try first.readings()
                #expect(readings.map(\.property) == node.type.points.map(\.property), what)
                #expect(readings.map { $0.names.map { .found($0) } } == expected, what)
                let second = try context.component(named: node.name, as: (any ModelProbe).self)
                #expect((first === second) == ![.prototype, .objectGraph].contains(node.scope), what)
            } catch let error as IOCError {
                // The first instance of a lazy class shows its names, and is judged by them.
                let faulty = model.isFaultyOnceKnown(node)
                #expect(faulty, "seed \(seed), \(node.name): \(error)")
            }
        }
    }
}

extension ResolverModel {
    /// Whether reading a component can fail: its own properties are faulty once their names are known, or lead to
    /// a component whose properties are.
    func isFaultyOnceKnown(_ node: Node) -> Bool {
        var seen: Set<String> = []
        return isFaulty(node, &seen)
    }

    private func isFaulty(_ node: Node, _ seen: inout Set<String>) -> Bool {
        guard seen.insert(label(node)).inserted else { return false }
        return !faults(knowing: node).isEmpty
            || node.type.points.contains { point in
                members(point.wanted, point.shape == .all || point.shape == .allByName ? point.qualifier : nil).contains
                {
                    $0.model.isFaulty($0.node, &seen)
                }
            }
    }
}
