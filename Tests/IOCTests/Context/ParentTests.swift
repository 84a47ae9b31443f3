import IOC
import Testing

@Suite("Parent contexts")
struct ParentTests {
    protocol Sink: AnyObject, Sendable {}
    @Component("console", .order(2)) final class Console: Sink {}
    @Component("file", .order(1)) final class File: Sink {}
    @Component("console", .order(3), .fallback) final class OwnConsole: Sink {}
    final class Desk: IOCComponent, @unchecked Sendable {
        @Autowired var leaf: Leaf
        @Autowired var sink: any Sink
        @Autowired("console") var console: any Sink
        @Autowired var sinks: [any Sink]
        @Autowired var byName: [String: any Sink]
    }

    private func child(_ types: any ManagedComponent.Type...) throws -> ApplicationContext {
        try ApplicationContext(
            ContextConfiguration(components: types), parent: boot(Leaf.self, Console.self))
    }

    @Test("A child gets from its parent, which it keeps alive, what it does not have itself")
    func inherited() throws {
        let child = try child(Desk.self, File.self)
        let (desk, parent) = (try child.component(Desk.self), try #require(child.parent))
        #expect(try desk.leaf === parent.component(Leaf.self) && child.component(Leaf.self) === desk.leaf)
        #expect(try desk.console === parent.component(Console.self))
        #expect(try child.component(named: "console", as: Console.self) === desk.console)
        #expect(desk.sink is File)
        #expect(child.graph.tree.contains("leaf: from the parent context"))
        #expect(try bootError(ContextConfiguration(Desk.self)).code == .dependencyMissing)
    }

    @Test("Collections hold the child's and the parent's components, in order, and one of each name")
    func collections() throws {
        for (child, expected) in [
            (try child(Desk.self, File.self), ["File", "Console"]),
            (try child(Desk.self, File.self, OwnConsole.self), ["File", "OwnConsole"]),
        ] {
            let parent = try #require(child.parent)
            let desk = try child.component(named: "Desk", as: Desk.self)
            #expect(desk.sinks.map { "\(type(of: $0))" } == expected)
            #expect(Set(desk.byName.keys) == ["console", "file"])
            #expect(try parent.components((any Sink).self).count == 1)
        }
    }

    enum North { final class Twin: IOCComponent {} }
    enum South { final class Twin: IOCComponent {} }

    @Test("A simple name that two components of the parent have is ambiguous in the child, too")
    func ambiguousName() throws {
        let parent = try boot(North.Twin.self, South.Twin.self)
        let child = try ApplicationContext(ContextConfiguration(File.self), parent: parent)
        for context in [parent, child] {
            let error = try #require(throws: IOCError.self) { try context.component(named: "Twin", as: Leaf.self) }
            #expect(error.code == .nameAmbiguous)
            #expect(error.faults[0].candidates == ["North", "South"].map { "IOCTests.ParentTests.\($0).Twin" })
        }
        #expect(code { _ = try child.component(named: "Twins", as: Leaf.self) } == .qualifierUnknown)
    }

    // MARK: Checks

    @Component final class High: Meter { let value = 1 }
    @Component final class Low: Meter { let value = 2 }
    @Component(.primary) final class First: Meter { let value = 3 }
    @Component(.primary) final class Second: Meter { let value = 4 }
    @Component("other") final class Unrelated {}
    @Component final class One { private let meter: any Meter }
    @Component final class All { let meters: [any Meter] }
    @Component final class Maybe { private let meter: (any Meter)? }
    @Component final class ByName { @Injected("other") private let meter: any Meter }

    /// Components of a parent, and one of its child, with the fault of the child's boot.
    static let checks: [([any ManagedComponent.Type], any ManagedComponent.Type, IOCError.Code?)] = [
        ([High.self], One.self, nil), ([High.self, Low.self], One.self, .dependencyAmbiguous),
        ([High.self, Low.self, First.self], One.self, nil),
        ([First.self, Second.self], One.self, .dependencyAmbiguous),
        ([High.self, Low.self], All.self, nil), ([High.self, Low.self], Maybe.self, .dependencyAmbiguous),
        ([Unrelated.self], Maybe.self, nil), ([Unrelated.self], ByName.self, .qualifierUnknown),
        ([Unrelated.self, High.self], ByName.self, .qualifierUnknown), ([Unrelated.self], One.self, .dependencyMissing),
    ]

    @Test(
        "A child's check finds what its boot would find in what an ancestor supplies", arguments: checks, [false, true])
    func check(
        item: ([any ManagedComponent.Type], any ManagedComponent.Type, IOCError.Code?), isBetween: Bool
    ) throws {
        var parent = try ApplicationContext(ContextConfiguration(components: item.0))
        if isBetween { parent = try ApplicationContext(ContextConfiguration(Leaf.self), parent: parent) }
        let child = ContextConfiguration(components: [item.1])
        #expect(code { _ = try ApplicationContext.check(child, parent: parent) } == item.2)
        #expect(code { _ = try ApplicationContext(child, parent: parent) } == item.2)
    }

    @Component final class PoolUser { let pool: Pool }

    @Test("A child's check has a notice for what the parent creates when it starts, until it has started")
    func awaited() async throws {
        let parent = try boot(Pool.self, PartLog.self)
        let child = ContextConfiguration(PoolUser.self)
        let before = try ApplicationContext.check(child, parent: parent).notices
        #expect(before.map(\.code) == [.unchecked])
        #expect(before[0].headline.contains("once the parent context has started"))
        #expect(code { _ = try ApplicationContext(child, parent: parent) } == .notStarted)
        try await parent.start()
        #expect(try ApplicationContext.check(child, parent: parent).notices.isEmpty)
        _ = try ApplicationContext(child, parent: parent).component(PoolUser.self)
        try await parent.stop()
    }
}
