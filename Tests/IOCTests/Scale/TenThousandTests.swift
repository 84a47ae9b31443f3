import IOC
import Testing

@Suite("Ten thousand components", .timeLimit(.minutes(30)))
struct TenThousandTests {
    protocol Stem: AnyObject, Sendable {}
    protocol Leaf: AnyObject, Sendable {}
    final class Tree: IOCComponent, @unchecked Sendable {
        @Autowired var branch: Branch
        @Autowired var stem: any Stem
        @Autowired var leaves: [any Leaf]
    }
    final class Branch: IOCComponent, Stem, @unchecked Sendable { @Autowired var twig: Twig }
    final class Twig: IOCComponent, @unchecked Sendable { @Autowired var leaf: GreenLeaf }
    final class GreenLeaf: IOCComponent, Leaf {}
    final class RedLeaf: IOCComponent, Leaf {}

    private typealias Entry = ContextConfiguration.ComponentEntry

    /// The class under a number of names, such as `GreenLeaf-7`. The component number 0 is the primary one.
    private static func entries(_ type: any ManagedComponent.Type, _ count: Int) -> [(String, Entry)] {
        (0..<count).map {
            ("\(type)-\($0)", Entry(className: String(reflecting: type), isPrimary: $0 == 0 ? true : nil))
        }
    }

    @Test("Every property of ten thousand components leads to the primary component of its class")
    func boots() throws {
        let entries =
            Self.entries(Tree.self, 10) + Self.entries(Branch.self, 100) + Self.entries(Twig.self, 102)
            + Self.entries(GreenLeaf.self, 4_894) + Self.entries(RedLeaf.self, 4_894)
        let context = try ApplicationContext(
            ContextConfiguration(components: Dictionary(uniqueKeysWithValues: entries)))
        let components = context.graph.components
        #expect(components.count == 10_000)
        for dependency in components.flatMap(\.dependencies) where dependency.kind == .one {
            #expect(dependency.targets.count == 1 && dependency.targets[0].hasSuffix("-0"))
        }
        let fifth = try context.component(named: "Tree-5", as: Tree.self)
        #expect(try fifth !== context.component(Tree.self))
        #expect(try fifth.branch === context.component(named: "Branch-0", as: Branch.self))
        #expect(fifth.stem === fifth.branch)
        #expect(try fifth.branch.twig.leaf === context.component(named: "GreenLeaf-0", as: GreenLeaf.self))
        #expect(fifth.leaves.count == 9_788)
    }
}
