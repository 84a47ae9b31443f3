import IOC
import Synchronization
import Testing

/// Circles of `init()`s, which no order of construction can resolve.
private enum Circular {
    final class Hen: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Autowired var egg: Egg
        init() { _ = _egg.wrappedValue }
    }
    final class Egg: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Autowired var hen: Hen
        init() { _ = _hen.wrappedValue }
    }
    final class Narcissus: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Autowired var own: Narcissus
        init() { _ = _own.wrappedValue }
    }
    final class Eager: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Autowired var lazy: Lazy
        init() { _ = _lazy.wrappedValue }
    }
    final class Lazy: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        static var traits: [ComponentTrait] { [.lazy] }
        @Autowired var eager: Eager
        init() { _ = _eager.wrappedValue }
    }
    final class Lacking: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Autowired var missing: any Missing
    }
    protocol Missing {}
    final class Unmakeable: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Value("circular.port") var port: Int
    }
    /// A circle whose `init()`s read nothing that is not there.
    final class Left: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @TaskLocal static var word = "none"
        @Autowired var right: Right
        let heard = Left.word
        init() { _ = _right.wrappedValue }
    }
    final class Right: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Autowired var left: Left
    }
}

@Suite("A circle of initializers", .timeLimit(.minutes(30)))
struct EarlyCircleTests {
    private func faults(_ types: any IOCComponent.Type...) throws -> [IOCError.Fault] {
        try #require(throws: IOCError.self) { try ApplicationContext(ContextConfiguration(components: types)) }.faults
    }

    @Test("Is one fault of the boot, however it is closed")
    func one() throws {
        for faults in [
            try faults(Circular.Hen.self, Circular.Egg.self), try faults(Circular.Egg.self, Circular.Hen.self),
            try faults(Circular.Narcissus.self), try faults(Circular.Eager.self, Circular.Lazy.self),
        ] {
            #expect(faults.map(\.code) == [.constructionCycle])
            #expect(faults[0].remedy.contains("didInject()"))
            #expect(faults[0].location?.contains("EarlyCircleTests.swift:") == true)
        }
    }

    @Test("Is reported with every other cycle and fault")
    func together() throws {
        let faults = try faults(
            Circular.Hen.self, Circular.Egg.self, Circular.Narcissus.self, Circular.Lacking.self,
            Circular.Unmakeable.self)
        #expect(
            faults.map(\.code.rawValue).sorted() == [
                "construction-cycle", "construction-cycle", "dependency-missing", "property-missing",
            ])
    }

    @Test("Does not affect later boots or other contexts, on any thread")
    func again() async throws {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    let error = #expect(throws: IOCError.self) {
                        try ApplicationContext(
                            ContextConfiguration(components: [Circular.Hen.self, Circular.Egg.self]))
                    }
                    #expect(error?.code == .constructionCycle)
                    let context = try? ApplicationContext(
                        ContextConfiguration(components: [Circular.Left.self, Circular.Right.self]))
                    #expect((try? context?.component(Circular.Right.self).left) != nil)
                }
            }
        }
    }

    @Test("Boots if no initializer reads in vain, and initializers see their caller's task")
    func sound() throws {
        let context = try Circular.Left.$word.withValue("said") {
            try ApplicationContext(ContextConfiguration(components: [Circular.Left.self, Circular.Right.self]))
        }
        let left = try context.component(Circular.Left.self)
        #expect(left.heard == "said" && left.right.left === left)
    }

    @Test("In a child context leaves the parent as it is")
    func child() throws {
        let parent = try ApplicationContext(
            ContextConfiguration(components: [Circular.Left.self, Circular.Right.self]))
        let error = #expect(throws: IOCError.self) {
            try ApplicationContext(
                ContextConfiguration(components: [Circular.Hen.self, Circular.Egg.self]), parent: parent)
        }
        #expect(error?.code == .constructionCycle)
        #expect(try parent.component(Circular.Left.self).right.left === parent.component(Circular.Left.self))
    }
}
