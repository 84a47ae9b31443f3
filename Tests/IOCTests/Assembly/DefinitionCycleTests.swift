import IOC
import Testing

@Suite("Cycles of definitions")
struct DefinitionCycleTests {
    final class Node: @unchecked Sendable {
        var next: Node?
        var all: [Node] = []
        private(set) var received: Node?
        init(next: Node? = nil) { self.next = next }
        func receive(_ node: Node) { received = node }
    }

    final class Two: Assembly {
        let a: Definition<Two, Node> = Definition { (_: Two) in Node() }
            .inject { node, two in node.next = try two.b() }
        let b: Definition<Two, Node> = Definition { (_: Two) in Node() }
            .inject { node, two in node.next = try two.a() }
    }
    final class Five: Assembly {
        let a: Definition<Five, Node> = Definition { (_: Five) in Node() }.inject { $0.next = try $1.b() }
        let b: Definition<Five, Node> = Definition { (_: Five) in Node() }.inject { $0.next = try $1.c() }
        let c: Definition<Five, Node> = Definition { (_: Five) in Node() }.inject { $0.all = [try $1.d()] }
        let d: Definition<Five, Node> = Definition { (_: Five) in Node() }.inject { $0.receive(try $1.e()) }
        let e: Definition<Five, Node> = Definition { (_: Five) in Node() }.inject { $0.next = try $1.a() }
    }
    final class Prototypes: Assembly {
        let a: Definition<Prototypes, Node> = Definition(.prototype) { (_: Prototypes) in Node() }
            .inject { $0.next = try $1.b() }
        let b: Definition<Prototypes, Node> = Definition(.prototype) { (_: Prototypes) in Node() }
            .inject { $0.next = try $1.c() }
        let c: Definition<Prototypes, Node> = Definition(.prototype) { (_: Prototypes) in Node() }
            .inject { $0.next = try $1.a() }
    }
    final class Initializers: Assembly {
        let a: Definition<Initializers, Node> = Definition { (all: Initializers) in Node(next: try all.b()) }
        let b: Definition<Initializers, Node> = Definition { (all: Initializers) in Node(next: try all.c()) }
        let c: Definition<Initializers, Node> = Definition { (all: Initializers) in Node(next: try all.a()) }
    }
    final class LeftAssembly: Assembly {
        let right = Collaborator(RightAssembly.self)
        let node: Definition<LeftAssembly, Node> = Definition(.lazySingleton) { (_: LeftAssembly) in Node() }
            .inject { $0.next = try $1.right().node() }
    }
    final class RightAssembly: Assembly {
        let left = Collaborator(LeftAssembly.self)
        let node: Definition<RightAssembly, Node> = Definition(.lazySingleton) { (_: RightAssembly) in Node() }
            .inject { $0.next = try $1.left().node() }
    }

    @Test("Two members resolve to the same objects from either root")
    func two() throws {
        let two = try Two.activated()
        let a = try two.a()
        #expect(a.next?.next === a)
        let b = try two.b()
        #expect(b.next?.next === b)
    }

    @Test("Five members resolve, through properties, collections and method arguments")
    func five() throws {
        let five = try Five.activated()
        let a = try five.a()
        #expect(a.next?.next?.all.first?.received?.next === a)
        let d = try five.d()
        #expect(d.received?.next?.next?.next?.all.first === d)
    }

    @Test("A cycle of prototypes leads back to the one being built, at any depth")
    func prototypes() throws {
        let assembly = try Prototypes.activated()
        let a = try assembly.a()
        #expect(a.next?.next?.next === a)
        #expect(try assembly.a() !== a)
    }

    @Test("A cycle across assemblies resolves")
    func acrossAssemblies() throws {
        let left = try LeftAssembly.activated()
        let node = try left.node()
        #expect(node.next?.next === node)
        #expect(try left.right().node() === node.next)
    }

    @Test("A cycle through initializers alone is an error that draws the path")
    func initializers() throws {
        let assembly = try Initializers.activated()
        let error = try #require(throws: IOCError.self) { try assembly.b() }
        #expect(error.code == .constructionCycle)
        #expect(error.description.contains("┌─> IOCTests.DefinitionCycleTests.Initializers.b"))
        #expect(error.description.contains("└── back to IOCTests.DefinitionCycleTests.Initializers.b"))
    }

    @Test("After a failed call the next one starts afresh")
    func afterFailure() throws {
        let assembly = try Initializers.activated()
        #expect(throws: IOCError.self) { try assembly.a() }
        #expect(throws: IOCError.self) { try assembly.a() }
    }
}
