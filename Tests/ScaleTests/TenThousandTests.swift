import GeneratedGraph
import IOC
import Testing

@Suite("A thousand generated classes under ten names each", .timeLimit(.minutes(30)))
struct TenThousandTests {
    /// Component `number` of class `index`; the first of each class is the one that properties get.
    private static func name(_ index: Int, _ number: Int) -> String { "g\(index)-\(number)" }

    private static func configuration() -> ContextConfiguration {
        var components: [String: ContextConfiguration.ComponentEntry] = [:]
        for index in 0..<1_000 {
            for number in 0..<10 {
                components[name(index, number)] = ContextConfiguration.ComponentEntry(
                    className: "Generated\(index)", isPrimary: number == 0 ? true : nil)
            }
        }
        return ContextConfiguration(components: components)
    }

    @Test("Ten thousand components boot, and every property leads to the primary of its class")
    func boots() throws {
        let context = try ApplicationContext(Self.configuration())
        let components = context.graph.components
        #expect(components.count == 10_000)
        for dependency in components.flatMap(\.dependencies) where dependency.kind == .one {
            #expect(dependency.targets.count == 1 && dependency.targets[0].hasSuffix("-0"))
        }
        let fifth = try context.component(named: "g0-5", as: Generated0.self)
        #expect(try fifth !== context.component(Generated0.self))
        let dependency = fifth.dependency0 as AnyObject
        let primary = "g\("\(type(of: dependency))".dropFirst("Generated".count))-0"
        #expect(try dependency === context.component(named: primary, as: AnyObject.self))
        #expect(fifth.leaves.count == 500)
    }

    @Test("Five thousand implementations of one protocol are collected by order, then by name")
    func collects() throws {
        let all = try ApplicationContext(ContextConfiguration(prefixes: ["GeneratedGraph.Generated"]))
        let classes = try all.components((any GeneratedLeaf).self).map { "\(type(of: $0))" }
        #expect(classes.count == 50)
        var components: [String: ContextConfiguration.ComponentEntry] = [:]
        // 7,919 is prime, so the numbers come in an order that has nothing to do with names.
        for number in 0..<5_000 {
            components["leaf\(number * 7_919 % 5_000)"] = ContextConfiguration.ComponentEntry(
                className: classes[number % classes.count], order: number % 17 - 8)
        }
        let context = try ApplicationContext(ContextConfiguration(components: components))
        let wanted = try components.sorted { left, right in
            (left.value.order ?? 0, left.key) < (right.value.order ?? 0, right.key)
        }.map { ObjectIdentifier(try context.component(named: $0.key, as: (any GeneratedLeaf).self)) }
        let found = try context.components((any GeneratedLeaf).self).map { ObjectIdentifier($0) }
        #expect(found.count == 5_000)
        #expect(found == wanted)
        let byName = try context.component([String: any GeneratedLeaf].self)
        #expect(Set(byName.keys) == Set(components.keys))
    }
}
