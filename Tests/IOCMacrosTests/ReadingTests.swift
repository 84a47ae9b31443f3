import Foundation
import IOCMacroExpansion
import TestSupport
import Testing

/// Members in many styles, from `Text/members.txt`. `NAME` is replaced by a different name for each of them.
private enum MemberSnippets {
    /// Stored constants, stored variables, and members that store nothing in instances.
    static let constants = part("constants")
    static let variables = part("variables")
    static let others = part("others")
    /// The declarations that the snippets use.
    static let surroundings = part("surroundings")

    private static func part(_ name: String) -> [String] {
        let file = ExpansionCase.folder.appending(path: "members.txt")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        let parts = text.split(separator: "## ").first { $0.hasPrefix(name) }?.split(separator: "\n\n") ?? []
        return parts.dropFirst().map { $0.trimmingCharacters(in: .newlines) }
    }
}

@Suite("Declarations as the macros read them")
struct ReadingTests {
    /// A random class, with stored constants or with stored variables.
    private static func declaration(_ number: Int, _ random: inout SplitMix) -> String {
        let breaks = ["\n", "\n\n", "\n    ", "\n\t", "\r\n", "\n// }\n", "\n/* { */\n"]
        let stored = number.isMultiple(of: 2) ? MemberSnippets.constants : MemberSnippets.variables
        var text = "final class Declared\(number): Above {"
        var hasDeinit = false
        for member in 0..<Int.random(in: 1...9, using: &random) {
            let snippet = (stored + MemberSnippets.others).randomElement(using: &random) ?? ""
            if snippet.hasPrefix("deinit") {
                if hasDeinit { continue }
                hasDeinit = true
            }
            // Two members on one line would be one statement after a comma.
            text += breaks.randomElement(using: &random) ?? ""
            text += snippet.replacing("NAME", with: "m\(member)")
        }
        return text + (breaks.randomElement(using: &random) ?? "") + "override init() {}\n}\n"
    }

    @Test("The stored properties of a random class are those that a mirror shows")
    func mirrors() async throws {
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["IOC_MACRO_SEED"].flatMap { UInt64($0) } ?? 16
        let count = environment["IOC_MACRO_DECLARATIONS"].flatMap { Int($0) } ?? 80
        var random = SplitMix(seed: seed)
        let declarations = (0..<count).map { Self.declaration($0, &random) }
        let main = (0..<count).map { "show(Declared\($0)())\n" }.joined()
        let show = """
            func show(_ value: Any) { print(Mirror(reflecting: value).children.map { $0.label ?? "?" }.joined(separator: " ")) }

            """
        let scratch = try Scratch()
        let file = try scratch.write(
            "main.swift", MemberSnippets.surroundings.joined() + "\n" + declarations.joined() + show + main)
        let compiled = try await ChildProcess.run(
            "swiftc", ["-swift-version", "6", "-suppress-warnings", file, "-o", scratch.path + "/program"])
        try #require(compiled.status == 0, "seed \(seed): \(compiled.text.prefix(4_000))")
        let printed = try await ChildProcess.run(scratch.path + "/program", [])
        let lines = printed.text.split(separator: "\n", omittingEmptySubsequences: false)
        try #require(lines.count == count + 1)
        for (declaration, line) in zip(declarations, lines) {
            let shown = line.split(separator: " ").map { label in
                String(label).replacing("$__lazy_storage_$_", with: "").replacing(#/^_/#, with: "")
            }
            #expect(try Set(Self.stored(declaration)) == Set(shown), "seed \(seed): \(declaration)")
        }
    }

    /// The stored properties that the macro has read: constants are proved to be Sendable, variables are reported.
    private static func stored(_ declaration: String) throws -> [String] {
        let annotated = Annotated(declaration: declaration, lacking: "Sendable")
        let variables = try annotated.diagnostics.map { diagnostic in
            let match = try #require(diagnostic.message.firstMatch(of: #/share the variable '(.+?)' without/#))
            return String(match.1)
        }
        let constants = try annotated.members.matches(of: #/isSendable\(self\.(.+?)\)  /#).map { String($0.1) }
        return (variables + constants).map { $0.replacing("`", with: "") }
    }

    @Test("Any text has an answer")
    func anyText() throws {
        var random = SplitMix(seed: 3)
        let pieces = Array(
            "class A : B , { } ( ) [ ] < > \" \"\"\" # / /* */ // @ @a( @Autowired( #if \n ` = let var init , ; \\( é"
                .split(
                    separator: " "))
        let nested = ["(", "\"\\(", "let (", "let a: [", "init(a: ("].map { String(repeating: $0, count: 50_000) }
        let texts = (0..<1_000).map { _ in
            (0..<Int.random(in: 0...25, using: &random)).map { _ in
                String(pieces.randomElement(using: &random) ?? "") + (Bool.random(using: &random) ? " " : "")
            }.joined()
        }
        for text in nested + texts {
            let annotated = Annotated(declaration: "class X {" + text, annotation: "@Component(" + text)
            _ = try annotated.members
            _ = try annotated.extensions
            _ = try Annotated(declaration: text, around: ["class X {}"]).expand("peer", macro: "Injected")
        }
    }
}
