import GeneratedGraph
import IOC
import Testing

@Suite("A thousand generated classes")
struct ScaleTests {
    let context: ApplicationContext

    init() throws {
        context = try ApplicationContext(ContextConfiguration(prefixes: ["GeneratedGraph.Generated"]))
    }

    @Test("They boot, and every property leads where the source says")
    func boots() throws {
        let components = context.graph.components
        #expect(components.count == GeneratedClasses.count)
        #expect(components.flatMap(\.dependencies).allSatisfy { !$0.targets.isEmpty && !$0.isOpen })
        let first = try context.component(Generated0.self)
        #expect(try first.dependency0 as AnyObject === context.component(Generated10.self))
        #expect(try first.dependency1.dependency2 as AnyObject === context.component(ofClass: "Generated22"))
    }

    @Test("Fifty of them are collected in order")
    func collection() throws {
        let leaves = try context.component(Generated0.self).leaves
        #expect(leaves.count == 50)
        let names = leaves.map { "\(type(of: $0))" }
        #expect(names == names.sorted())
    }
}
