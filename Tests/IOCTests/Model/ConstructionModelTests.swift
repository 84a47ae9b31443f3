import IOC
import SeededRandom
import Testing

@Suite("Random graphs are made as the scopes say", .timeLimit(.minutes(10)))
struct ConstructionModelTests {
    @Test("Who shares whom, and what can't be made, are as in the model", arguments: ModelSeeds.all)
    func graphs(seed: UInt64) throws {
        var generator = SplitMix(seed: seed)
        let count =
            generator.chance(5)
            ? Int.random(in: 300...500, using: &generator)
            : Int.random(in: 1...40, using: &generator)
        let world = ConstructionWorld.random(&generator, count: count)
        // An error leaves what was made before it, which is another test's business: each lookup gets a new context.
        for _ in 0..<4 {
            let first = Int.random(in: 0..<count, using: &generator)
            let second = Int.random(in: 0..<count, using: &generator)
            try compare(world, [first, second, first], seed)
        }
    }

    private func compare(_ world: ConstructionWorld, _ indices: [Int], _ seed: UInt64) throws {
        let model = ConstructionModel(world)
        let assembly = ConstructionAssembly(world)
        try assembly.activate()
        try withRequestScope {
            var pairs = Pairs()
            for index in indices {
                do {
                    let expected = try model.lookup(index)
                    let found = try assembly.definitions[index]()
                    let difference = pairs.difference(between: expected, and: found)
                    #expect(difference == nil, "seed \(seed), lookups \(indices)")
                } catch is ConstructionModel.TooLarge {
                    return
                } catch let failure as ConstructionModel.Failure {
                    let error = #expect(throws: IOCError.self, "seed \(seed), lookups \(indices)") {
                        try assembly.definitions[index]()
                    }
                    #expect(error?.code == failure.code, "seed \(seed), lookups \(indices)")
                    return
                }
            }
        }
    }

    /// Which object of the model is which real one.
    private struct Pairs {
        private var found: [ObjectIdentifier: ConstructionAssembly.Object] = [:]
        private var expected: [ObjectIdentifier: ConstructionModel.Object] = [:]

        /// What is different, if anything: walks both graphs side by side.
        mutating func difference(
            between model: ConstructionModel.Object, and real: ConstructionAssembly.Object
        ) -> String? {
            var pending = [(model, real)]
            while let (model, real) = pending.popLast() {
                let known = (found[ObjectIdentifier(model)], expected[ObjectIdentifier(real)])
                if let object = known.0, let other = known.1, object === real, other === model { continue }
                if known.0 != nil || known.1 != nil { return "d\(model.index) is shared otherwise" }
                found[ObjectIdentifier(model)] = real
                expected[ObjectIdentifier(real)] = model
                if model.index != real.index { return "d\(model.index) is d\(real.index)" }
                if !real.isComplete { return "d\(real.index) is not complete" }
                if model.held.count != real.held.count { return "d\(model.index) holds \(real.held.count)" }
                pending += zip(model.held, real.held)
            }
            return nil
        }
    }
}
