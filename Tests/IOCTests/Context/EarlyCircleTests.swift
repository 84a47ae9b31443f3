import IOC
import TestSupport
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
    @Test("Stops the program with the fault, its path and its remedy", .promptly)
    func stops() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try ApplicationContext(ContextConfiguration(components: [Circular.Hen.self, Circular.Egg.self]))
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        for part in [
            "construction-cycle: ", "EarlyCircleTests.swift:", "Circular.Hen", "back to",
            "read or look up one of these components after construction, in didInject() or later",
        ] { #expect(text.contains(part), "\(text)") }
    }

    @Test("Boots if no initializer reads in vain, and initializers see their caller's task")
    func sound() throws {
        let context = try Circular.Left.$word.withValue("said") {
            try ApplicationContext(ContextConfiguration(components: [Circular.Left.self, Circular.Right.self]))
        }
        let left = try context.component(Circular.Left.self)
        #expect(left.heard == "said" && left.right.left === left)
    }
}
