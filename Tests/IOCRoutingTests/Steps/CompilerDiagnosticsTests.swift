#if canImport(Glibc)
import Foundation
import TestSupport
import Testing

/// What must not compile, does not: each program is type-checked, and the error looked for at its line.
@Suite("Compiler diagnostics", .timeLimit(.minutes(30)), .serialized) struct CompilerDiagnosticsTests {
    static let prelude = """
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
        @MainActor func route(_ router: Router<HeadlessScreen>) async throws {
            let stack = open(HeadlessStack.self, Void.self).build()
            let tabs = open(HeadlessTabs.self, Void.self).build()
            let plain = open(Plain.self, Void.self).build()
            let root = Step<HeadlessScreen, String>.root()
            let chat = open(Chat.self, String.self)
            _ = (stack, tabs, plain, root, chat)

        """

    /// Each program: one line that is put into the function, and parts of the error expected there, between bars.
    static let programs: [(line: String, error: String)] = [
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

    @Test("A correct program compiles") func right() async throws {
        let output = try await typeCheck("_ = chat.using(Push()).from(stack.adaptingInput { _ in () }).build()")
        #expect(!output.contains("error:"), "\(output)")
    }

    @Test("A wrong input or screen type is an error at its line", arguments: programs)
    func wrong(line: String, error: String) async throws {
        let output = try await typeCheck(line)
        let number = Self.prelude.split(separator: "\n", omittingEmptySubsequences: false).count
        let errors = output.split(separator: "\n").filter { $0.contains("error:") }
        let fragments = error.split(separator: "|")
        let isThere = errors.contains { text in
            text.contains("main.swift:\(number):") && fragments.allSatisfy { text.contains($0) }
        }
        #expect(isThere, "\(errors.joined(separator: "\n"))")
    }

    private func typeCheck(_ line: String) async throws -> String {
        let directory = FileManager.default.temporaryDirectory.appending(path: "routing-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let file = directory.appending(path: "main.swift")
        try Data((Self.prelude + "    " + line + "\n}\n").utf8).write(to: file)
        let build = try PseudoTerminal.directory()
        return try await ChildProcess.run(
            "swiftc",
            ["-typecheck", "-swift-version", "6", "-I", "\(build)/Modules", file.path]
                + ChildProcess.moduleMaps(in: "\(build)")
        ).text
    }
}
#endif
