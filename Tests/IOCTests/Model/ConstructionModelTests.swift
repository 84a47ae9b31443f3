import IOC
import TestSupport
import Testing

@Suite("Random graphs are created as the scopes say", .timeLimit(.minutes(30)))
struct ConstructionModelTests {
    @Test(
        "Sharing of instances and failures of construction equal the model",
        arguments: ModelSeeds.all)
    func graphs(seed: UInt64) throws {
        var generator = SplitMix(seed: seed)
        let count =
            generator.chance(5)
            ? Int.random(in: 300...500, using: &generator)
            : Int.random(in: 1...40, using: &generator)
        let world = ConstructionWorld.random(&generator, count: count, isShared: generator.chance(25))
        // An error leaves what was made before it, which is another test's business: each lookup gets a new context.
        for _ in 0..<4 {
            let first = Lookup(world, &generator)
            try compare(world, [first, Lookup(world, &generator), first], &generator, seed)
        }
    }

    /// A call from outside.
    private struct Lookup: CustomStringConvertible {
        let index: Int
        let argument: Int?
        var description: String { "d\(index)\(argument.map { "(\($0))" } ?? "")" }

        init(_ world: ConstructionWorld, _ generator: inout SplitMix) {
            index = Int.random(in: 0..<world.nodes.count, using: &generator)
            argument = world.nodes[index].takesArgument ? Int.random(in: 0...1, using: &generator) : nil
        }
    }

    /// Looks up the same in the model and in assemblies whose definitions have any names, declared in any order.
    private func compare(
        _ world: ConstructionWorld, _ lookups: [Lookup], _ generator: inout SplitMix, _ seed: UInt64
    ) throws {
        let names = Array(0..<world.nodes.count).shuffled(using: &generator).map { "d\($0)" }
        let order = Array(0..<world.nodes.count).shuffled(using: &generator)
        let comment: Comment = "seed \(seed), lookups \(lookups)"
        let model = ConstructionModel(world)
        let plan = ConstructionPlan(world, names: names, order: order)
        let assembly = ConstructionAssembly<Bool>(plan, 0)
        let others: [any Assembly] = [ConstructionAssembly<String>(plan, 2), ConstructionAssembly<Int>(plan, 1)]
        try assembly.activate(with: generator.chance(50) ? others : others.reversed())
        try withRequestScope {
            var pairs = Pairs(model)
            for lookup in lookups {
                do {
                    let expected = try model.lookup(lookup.index, lookup.argument)
                    let found = try assembly.object(lookup.index, lookup.argument)
                    let difference = try pairs.difference(between: expected, and: found)
                    #expect(difference == nil, comment)
                    if pairs.hasFailed { return }
                } catch is ConstructionModel.TooLarge {
                    return
                } catch let failure as ConstructionModel.Failure {
                    let error = #expect(throws: IOCError.self, comment) {
                        try assembly.object(lookup.index, lookup.argument)
                    }
                    #expect(error?.code == failure.code, comment)
                    return
                }
            }
        }
    }

    /// Which object of the model is which real one.
    private struct Pairs {
        private let model: ConstructionModel
        /// Whether a property could not be read, as the model says.
        private(set) var hasFailed = false
        private var found: [ObjectIdentifier: ConstructedObject] = [:]
        private var expected: [ObjectIdentifier: ConstructionModel.Object] = [:]

        init(_ model: ConstructionModel) { self.model = model }

        /// Prototypes that lead to new ones by properties never end.
        private static let limit = 400

        /// What is different, if anything: walks both graphs side by side, and reads properties on the way.
        mutating func difference(
            between object: ConstructionModel.Object, and real: ConstructedObject
        ) throws -> String? {
            var pending = [(object, real)]
            while let (object, real) = pending.popLast() {
                let known = (found[ObjectIdentifier(object)], expected[ObjectIdentifier(real)])
                if let found = known.0, let other = known.1, found === real, other === object { continue }
                if known.0 != nil || known.1 != nil { return "d\(object.index) is shared otherwise" }
                found[ObjectIdentifier(object)] = real
                expected[ObjectIdentifier(real)] = object
                if object.index != real.index { return "d\(object.index) is d\(real.index)" }
                if object.argument != real.argument { return "d\(object.index) is made from another argument" }
                if !real.isComplete { return "d\(real.index) is not complete" }
                if object.held.count != real.held.count { return "d\(object.index) holds \(real.held.count)" }
                pending += zip(object.held, real.held)
                guard found.count < Self.limit else { continue }
                do {
                    let next = (try model.property(of: object), try real.property())
                    guard let expected = next.0, let found = next.1 else {
                        if next.0 == nil, next.1 == nil { continue }
                        return "d\(object.index) has another property"
                    }
                    pending.append((expected, found))
                } catch let failure as ConstructionModel.Failure {
                    hasFailed = true
                    do {
                        _ = try real.property()
                        return "the property of d\(object.index) leads somewhere"
                    } catch let error as IOCError {
                        // What was made before the error is another test's business.
                        return error.code == failure.code ? nil : "the property of d\(object.index): \(error.code)"
                    }
                }
            }
            return nil
        }
    }
}
