import IOC
import TestSupport
import Testing

// Prefixes must match these and nothing else.
final class NearMissZebra: IOCComponent {}
final class NearMissApple: IOCComponent {}
final class NearMissMango: IOCComponent {}

protocol NearDependency: Sendable {}
final class NearDependencyZebra: IOCComponent, NearDependency {}
final class NearDependencyApple: IOCComponent, NearDependency {}
final class NearDependencyMango: IOCComponent, NearDependency {}
final class NearDependencyUser: IOCComponent, @unchecked Sendable { @Autowired var near: any NearDependency }

class NearRankMiddle: @unchecked Sendable { required init() {} }
final class NearRankAlpha: NearRankMiddle, @unchecked Sendable {}
final class NearRankZeta: NearRankMiddle, @unchecked Sendable {}
final class NearRankOutBeta: NearRankMiddle, IOCComponent, @unchecked Sendable {}
final class NearRankOutTau: NearRankMiddle, IOCComponent, @unchecked Sendable {}
final class NearRankOutOther: IOCComponent {}
final class NearRankShelf: Assembly {
    let two = Definition(.singleton) { (_: NearRankShelf) in NearRankZeta() }
    let one = Definition(.singleton) { (_: NearRankShelf) in NearRankAlpha() }
}
final class NearRankUser: IOCComponent, @unchecked Sendable { @Autowired var near: NearRankMiddle }

@Suite("Classes that discovery lists")
struct DiscoveryOrderTests {
    @Test("Near misses of a prefix are sorted by name, at most five, each with its reason")
    func nearMisses() throws {
        let error = try bootError(
            ContextConfiguration(prefixes: ["NearMiss"], exclude: ["NearMissZ", "NearMissA", "NearMissM"]))
        #expect(error.faults.map(\.code) == [.prefixWithoutMatch])
        let text = error.description
        let places = [
            "NearMissApple: excluded by 'NearMissA'", "NearMissMango: excluded by 'NearMissM'",
            "NearMissZebra: excluded by 'NearMissZ'",
        ]
        .map { text.firstRange(of: $0)?.lowerBound }
        #expect(!places.contains(nil), "\(text)")
        #expect(places.compactMap { $0 }.sorted() == places.compactMap { $0 })
    }

    @Test("Near misses of a property are sorted by name")
    func nearDependencies() throws {
        let error = try bootError(
            ContextConfiguration(
                prefixes: ["NearDependency"], exclude: ["NearDependencyZ", "NearDependencyA", "NearDependencyM"]))
        #expect(
            error.faults.first?.nearMisses.map(\.name)
                == [
                    "NearDependencyApple", "NearDependencyMango", "NearDependencyZebra",
                ].map { "IOCTests.\($0)" })
    }

    @Test("Unlisted definitions come first, then the class itself, what was left out, and the rest, each by name")
    func nearRanks() throws {
        let error = try bootError(
            ContextConfiguration(
                prefixes: ["NearRankUser", "NearRankOut"], exclude: ["NearRankOutBeta", "NearRankOutTau"]))
        var names = [
            "NearRankMiddle", "NearRankOutBeta", "NearRankOutTau", "NearRankAlpha", "NearRankZeta",
        ]
        names = ["NearRankShelf.one", "NearRankShelf.two"] + names
        #expect(error.faults.first?.nearMisses.map(\.name) == names.map { "IOCTests.\($0)" })
    }

    @Test("A prefix finds the same classes whatever was asked for between, and how often")
    func manyPrefixes() throws {
        let names = ["NearMissZebra", "NearMissApple", "NearMissMango"]
        var random = SplitMix(seed: 20)
        for round in 0..<120 {
            // The shorter ones match all three.
            let prefixes = (0...random.number(0...2)).map { _ in
                String(random.pick(names).prefix(random.number(8...13)))
            }
            let context = try ApplicationContext(ContextConfiguration(prefixes: Set(prefixes).sorted()))
            let expected = names.filter { name in prefixes.contains(where: name.hasPrefix) }.sorted()
            let found = try context.components((any IOCComponent).self).map { "\(type(of: $0))" }
            #expect(found == expected, "round \(round), \(prefixes)")
        }
    }

    @Test("An entry that names a class which nothing else asks for brings it in, with what the entry says")
    func entryAlone() throws {
        var configuration = ContextConfiguration(prefixes: ["NearMissApple"])
        configuration.components = ["NearMissMango": .init(scope: .prototype)]
        let context = try ApplicationContext(configuration)
        #expect(try context.component(NearMissMango.self) !== context.component(NearMissMango.self))
        _ = try context.component(NearMissApple.self)
        #expect(throws: IOCError.self) { try context.component(NearMissZebra.self) }
    }
}
