import Foundation
import TestSupport
import Testing

@testable import IOCMacroExpansion

@Suite("What the annotation reads")
struct ReadingTests {
    /// A random class of the members above.
    private static func declaration(_ number: Int, _ random: inout SplitMix) -> String {
        let breaks = ["\n", "\n\n", "\n    ", "\n\t", "\r\n", "\n// }\n", "\n/* { */\n"]
        var text = "class Declared\(number): Above {"
        var hasDeinit = false
        for member in 0..<Int.random(in: 1...9, using: &random) {
            let snippet = MemberSnippets.all.randomElement(using: &random) ?? ""
            if snippet.hasPrefix("deinit") {
                if hasDeinit { continue }
                hasDeinit = true
            }
            // A comma on the line before would make these one statement.
            text += breaks.randomElement(using: &random) ?? ""
            text += snippet.replacing("NAME", with: "m\(member)")
        }
        return text + (breaks.randomElement(using: &random) ?? "") + "override init() {}\n}\n"
    }

    @Test("Is what mirrors see in many random declarations")
    func mirrors() async throws {
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["IOC_MACRO_SEED"].flatMap { UInt64($0) } ?? 16
        let count = environment["IOC_MACRO_DECLARATIONS"].flatMap { Int($0) } ?? 80
        var random = SplitMix(seed: seed)
        let declarations = (0..<count).map { Self.declaration($0, &random) }
        let main = (0..<count).map {
            "show(Declared\($0)())\n"
        }.joined()
        let show = """
            func show(_ value: Any) { print(Mirror(reflecting: value).children.map { $0.label ?? "?" }.joined(separator: " ")) }

            """
        let scratch = try Scratch()
        let file = try scratch.write(
            "main.swift", MemberSnippets.surroundings + declarations.joined() + show + main)
        let compiled = try await ChildProcess.run(
            "swiftc", ["-swift-version", "6", "-suppress-warnings", file, "-o", scratch.path + "/program"])
        try #require(compiled.status == 0, "seed \(seed): \(compiled.text.prefix(4_000))")
        let printed = try await ChildProcess.run(scratch.path + "/program", [])
        let lines = printed.text.split(separator: "\n", omittingEmptySubsequences: false)
        try #require(lines.count == count + 1)
        for (declaration, line) in zip(declarations, lines) {
            let seen = line.split(separator: " ").map { label in
                String(label).replacing("$__lazy_storage_$_", with: "").replacing(#/^_/#, with: "")
            }
            let class_ = try #require(ClassText(declaration))
            #expect(Self.stored(class_) == seen, "seed \(seed): \(declaration)")
        }
    }

    /// The names of what a class stores where `DEBUG` is not given, as in the program above.
    private static func stored(_ text: ClassText) -> [String] {
        var branches: [(isTaken: Bool, wasTaken: Bool)] = []
        return text.members.compactMap { member in
            switch member {
            case .directive(let directive):
                let holds = directive.contains("Linux") || directive.contains("true") || directive.contains("5.9")
                if directive.hasPrefix("#if") {
                    branches.append((holds, holds))
                } else if directive.hasPrefix("#endif") {
                    branches.removeLast()
                } else {
                    let last = branches.removeLast()
                    let isTaken =
                        !last.wasTaken && (holds || directive.hasPrefix("#else") && !directive.hasPrefix("#elseif"))
                    branches.append((isTaken, last.wasTaken || isTaken))
                }
                return nil
            case .property(let property):
                guard !property.isStatic, !property.isComputed, branches.allSatisfy(\.isTaken) else { return nil }
                return property.spelling.replacing("`", with: "")
            default: return nil
            }
        }
    }

    @Test("Survives any text")
    func anyText() {
        var random = SplitMix(seed: 3)
        let pieces = Array(
            "class A : B , { } ( ) [ ] < > \" \"\"\" # / /* */ // @ @a( #if \n ` = let var init , ; \\( é".split(
                separator: " "))
        for _ in 0..<3_000 {
            let text =
                "class X {"
                + (0..<Int.random(in: 0...25, using: &random)).map { _ in
                    String(pieces.randomElement(using: &random) ?? "") + (Bool.random(using: &random) ? " " : "")
                }.joined()
            _ = ClassText(text)
            _ = Annotation(.init(source: "@Component(" + text, location: nil))
        }
    }
}
