#if canImport(Glibc)
import Foundation
import TestSupport
import Testing

/// What must not compile, does not: all programs are type-checked together, and each error is looked for at its line.
@Suite("Compiler diagnostics", .timeLimit(.minutes(30))) struct CompilerDiagnosticsTests {
    private static let prelude = """
        import chat
        import IOCRouting
        import IOCRoutingTesting

        class Plain: HeadlessScreen {}
        class Chat: HeadlessScreen, InputAccepting {
            func setUp(with input: String) {}
        }
        @MainActor func open<S: HeadlessScreen, C>(_ type: S.Type, _ input: C.Type) -> StepBuilder<S, C> {
            StepBuilder(finder: ClassFinder<S, C>(), factory: NoFactory<S, C>())
        }
        let stack = open(HeadlessStack.self, Void.self).build()
        let tabs = open(HeadlessTabs.self, Void.self).build()
        let plain = open(Plain.self, Void.self).build()
        let chat = open(Chat.self, String.self)

        """

    /// Each program: one line that is put into a function, and parts of the error expected there, between bars.
    static let programs: [(line: String, error: String)] = [
        ("_ = chat.using(Push()).from(stack.adaptingInput { _ in () }).build()", ""),
        ("_ = chat.using(Push()).from(stack).build()", "'Step<HeadlessStack, Void>'|'Step<HeadlessStack, String>'"),
        (
            "_ = chat.using(Push()).from(tabs.adaptingInput { (_: String) in () })",
            "StackRole|TabsRole|be equivalent"
        ),
        (
            "_ = open(Plain.self, Void.self).using(Push()).from(tabs)",
            "StackRole|TabsRole|be equivalent"
        ),
        ("_ = open(Plain.self, Void.self).using(Push()).from(plain)", "'from'|'Plain' conform to 'ContainerScreen'"),
        (
            "_ = chat.using(Push()).from(open(Plain.self, String.self).expectingContainer(HeadlessTabs.self))",
            "StackRole|TabsRole|be equivalent"
        ),
        (
            "_ = plain.expectingContainer(HeadlessTabs.self); "
                + "_ = open(Plain.self, Void.self).using(Push()).from(plain.expectingContainer(HeadlessTabs.self))",
            "StackRole|TabsRole|be equivalent"
        ),
        ("_ = plain.expectingContainer(Plain.self)", "'Plain' conform to 'ContainerScreen'"),
        ("_ = chat.using(Present()).from(plain)", "'Step<Plain, Void>'|'Step<Plain, String>'"),
        ("_ = chat.adding(InputSettingTask<Plain>())", "'Plain' does not conform to protocol 'InputAccepting'"),
        ("_ = open(Chat.self, Int.self).adding(InputSettingTask<Chat>())", "no exact matches|'adding'"),
        ("_ = chat.adding(ClosureInterceptor<Int> { _ in .proceed })", "no exact matches|'adding'"),
        (
            "_ = StepBuilder(finder: ClassFinder<Chat, String>(), factory: NoFactory<Plain, String>())",
            "no exact matches"
        ),
        (
            "_ = SwitchBuilder<Chat, String>().otherwise(plain)",
            "cannot convert value of type 'Step<Plain, Void>'"
        ),
        ("try await router.navigate(to: chat.build(), with: 3)", "cannot convert value of type 'Int'"),
        ("try await router.navigate(to: chat.build())", "'Step<Chat, String>'|'Step<Chat, Void>'"),
        (
            "try await router.navigate(to: Step<TerminalScreen, Void>.root())",
            "'HeadlessScreen'|'TerminalScreen'|be equivalent"
        ),
        ("try await router.navigate(to: stack.expectingContainer(HeadlessStack.self))", "ContainerExpectation"),
        (
            "_ = CompleteFactory(ClassContainerFactory<HeadlessTabs, Void>())"
                + ".with(ClosureFactory<Plain, Void> { Plain() }, using: Push())",
            "StackRole|TabsRole|be equivalent"
        ),
    ]

    @Test(
        "A wrong input or screen type is an error at its line, and a correct program compiles",
        arguments: programs.indices)
    func program(index: Int) async throws {
        let errors = try await Self.errors.value[index] ?? []
        let parts = Self.programs[index].error.split(separator: "|")
        #expect(errors.isEmpty == parts.isEmpty, "\(errors)")
        #expect(parts.isEmpty || errors.contains { error in parts.allSatisfy { error.contains($0) } }, "\(errors)")
    }

    /// The errors of each program.
    private static let errors = Task { () async throws -> [Int: [String]] in
        let scratch = try Scratch()
        let functions = programs.enumerated().map { index, program in
            "@MainActor func program\(index)(_ router: Router<HeadlessScreen>) async throws { \(program.line) }\n"
        }
        let file = try scratch.write("main.swift", prelude + functions.joined())
        let build = try PseudoTerminal.directory()
        let output = try await ChildProcess.run(
            "swiftc",
            ["-typecheck", "-swift-version", "6", "-I", "\(build)/Modules", file]
                + ChildProcess.moduleMaps(in: "\(build)")
        ).text
        let start = prelude.count { $0 == "\n" } + 1
        let found = output.split(separator: "\n").compactMap { line in
            line.firstMatch(of: #/main\.swift:(\d+):\d+: error: (.*)$/#).map { (Int($0.1)! - start, String($0.2)) }
        }
        return Dictionary(grouping: found, by: \.0).mapValues { $0.map(\.1) }
    }
}
#endif
