import IOC
import Testing

@Suite("Ten thousand components", .timeLimit(.minutes(30)))
struct TenThousandTests {
    private static let leaves = ["GreenLeaf", "RedLeaf", "YellowLeaf", "BrownLeaf"]

    /// Each class under so many names, such as `GreenLeaf-7`. The component number 0 of a class is its primary one.
    private static func configuration(_ counts: [String: Int]) -> ContextConfiguration {
        var components: [String: ContextConfiguration.ComponentEntry] = [:]
        for (name, count) in counts {
            for number in 0..<count {
                components["\(name)-\(number)"] = ContextConfiguration.ComponentEntry(
                    className: name, isPrimary: number == 0 ? true : nil)
            }
        }
        return ContextConfiguration(components: components)
    }

    @Test("They boot, and every property leads to the primary component of its class")
    func boots() throws {
        var counts = ["ScaleTree": 10, "ScaleBranch": 100, "ScaleTwig": 102]
        for leaf in Self.leaves { counts[leaf] = 2_447 }
        let context = try ApplicationContext(Self.configuration(counts))
        let components = context.graph.components
        #expect(components.count == 10_000)
        for dependency in components.flatMap(\.dependencies) where dependency.kind == .one {
            #expect(dependency.targets.count == 1 && dependency.targets[0].hasSuffix("-0"))
        }
        let fifth = try context.component(named: "ScaleTree-5", as: ScaleTree.self)
        #expect(try fifth !== context.component(ScaleTree.self))
        #expect(try fifth.branch === context.component(named: "ScaleBranch-0", as: ScaleBranch.self))
        #expect(fifth.stem === fifth.branch)
        #expect(try fifth.branch.twig.leaf === context.component(named: "GreenLeaf-0", as: GreenLeaf.self))
        #expect(fifth.leaves.count == 9_788)
    }

    @Test("Five thousand implementations of one protocol are collected by order, then by name")
    func collects() throws {
        var components: [String: ContextConfiguration.ComponentEntry] = [:]
        // 7,919 is prime, so the numbers come in an order that has nothing to do with names.
        for number in 0..<5_000 {
            components["leaf\(number * 7_919 % 5_000)"] = ContextConfiguration.ComponentEntry(
                className: Self.leaves[number % Self.leaves.count], order: number % 17 - 8)
        }
        let context = try ApplicationContext(ContextConfiguration(components: components))
        let wanted = try components.sorted { left, right in
            (left.value.order ?? 0, left.key) < (right.value.order ?? 0, right.key)
        }.map { ObjectIdentifier(try context.component(named: $0.key, as: (any ScaleLeaf).self)) }
        let found = try context.components((any ScaleLeaf).self).map { ObjectIdentifier($0) }
        #expect(found.count == 5_000)
        #expect(found == wanted)
        let byName = try context.component([String: any ScaleLeaf].self)
        #expect(Set(byName.keys) == Set(components.keys))
    }
}
