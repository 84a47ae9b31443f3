import Foundation
import IOCMacroExpansion
import TestSupport
import Testing

/// A use of a macro with the plugin's answer, from `Text/expansions.txt` or `Text/mistakes.txt`.
///
/// In both files `##` precedes a rule and an empty line ends a case. A case is the annotation and the declaration. `|` precedes
/// what the declaration is `around`, and the protocols that it is `lacking`. In the answer `=>` precedes a message, `+` a line
/// of the type or beside the function, and `>` a line after the type. `IOC_UPDATE_GOLDEN=1` writes the answers anew.
struct ExpansionCase: CustomTestStringConvertible, Sendable {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Text")

    var annotated = Annotated(declaration: "")
    /// What precedes the answer in the file.
    private(set) var question: [String] = []
    private(set) var answer: [String] = []
    private(set) var rule = ""

    var testDescription: String { "\(rule): \(annotated.annotation) \(annotated.declaration)" }

    init(_ text: String, rule: String) {
        self.rule = rule
        var source: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            let mark = line.prefix { $0 != " " }
            if ["=>", "+", ">"].contains(mark) {
                answer.append(line)
                continue
            }
            question.append(line)
            let option = line.split(separator: " ", maxSplits: 2).dropFirst().map(String.init)
            switch (mark, option.first) {
            case ("|", "around"): annotated.around.append(option[1])
            case ("|", "lacking"): annotated.lacking = option.count > 1 ? option[1] : ""
            default: source.append(line)
            }
        }
        annotated.annotation = source.removeFirst()
        annotated.declaration = source.joined(separator: "\n")
    }

    static func all(in name: String) -> [ExpansionCase] {
        let text = (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
        return text.split(separator: "## ").flatMap { part in
            let parts = part.split(separator: "\n\n")
            return parts.dropFirst().map {
                ExpansionCase($0.trimmingCharacters(in: .newlines), rule: String(parts[0]))
            }
        }
    }

    /// The messages, each with the source that it points at.
    func messages() throws -> [String] {
        let macro = annotated.annotation.dropFirst().prefix { $0.isLetter }
        let expansion = try annotated.expand(macro == "Component" ? "member" : "peer", macro: String(macro))
        return expansion.diagnostics.map { "=> \($0.severity) at \(annotated.place(of: $0)): \($0.message)" }
    }

    /// The messages and the code.
    func expansion() throws -> [String] {
        func lines(_ text: String, _ mark: String) -> [String] {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            return text.isEmpty ? [] : lines.map { $0.isEmpty ? mark + " " : "\(mark) \($0)" }
        }
        guard annotated.annotation.hasPrefix("@Component") else {
            return try messages() + lines(annotated.expand("peer", macro: "Provides").source, "+")
        }
        return try messages() + lines(annotated.members, "+") + lines(annotated.extensions, ">")
    }
}

@Suite("What @Component, @Injected and @Provides add and report")
struct ExpansionTests {
    private static let expansions = ExpansionCase.all(in: "expansions.txt")
    private static let mistakes = ExpansionCase.all(in: "mistakes.txt")

    @Test("A correct declaration gets the recorded members and conformances", arguments: expansions)
    func expansion(test: ExpansionCase) throws {
        #expect(try test.expansion() == test.answer)
    }

    @Test("Each mistake has one message, at its own token and with a remedy", arguments: mistakes)
    func mistake(test: ExpansionCase) throws {
        #expect(try test.messages() == test.answer)
    }

    @Test("A function with a mistake gets nothing", arguments: mistakes.filter { $0.rule.contains("@Provides") })
    func nothing(test: ExpansionCase) throws {
        #expect(try test.expansion().allSatisfy { $0.hasPrefix("=>") })
    }

    @Test(
        "The answers are written anew",
        .ifGoldenFilesAreUpdated)
    func update() throws {
        func write(_ cases: [ExpansionCase], to name: String, _ answer: (ExpansionCase) throws -> [String]) throws {
            var text = ""
            var rule = ""
            for test in cases {
                if test.rule != rule { text += "\(text.isEmpty ? "" : "\n")## \(test.rule)\n" }
                rule = test.rule
                text += try "\n" + (test.question + answer(test)).joined(separator: "\n") + "\n"
            }
            try text.write(to: ExpansionCase.folder.appending(path: name), atomically: true, encoding: .utf8)
        }
        try write(Self.expansions, to: "expansions.txt") { try $0.expansion() }
        try write(Self.mistakes, to: "mistakes.txt") { try $0.messages() }
    }

    @Test("An error in an expansion has the line of the property or the class that it is about")
    func places() throws {
        let shop = Annotated(declaration: "final class Shop: Base {\n    let size = 1\n    let box = Box()\n}")
        func placed(_ role: String, _ line: Int, _ start: String) throws -> Bool {
            let source = try shop.expand(role).expandedSource ?? ""
            return source.contains("#sourceLocation(file: \"Shop.swift\", line: \(line))\n\(start)")
        }
        #expect(try placed("extension", 11, "extension X:"))
        #expect(try placed("member", 11, "        let _: Bool = common"))
        #expect(try placed("member", 13, "    isSendable(self.box)"))
    }

    @Test("Every message of a compiler is answered, an unknown one with an error")
    func messages() throws {
        func answer(_ text: String) throws -> String {
            String(decoding: try #require(PluginChannel.answer(to: Array(text.utf8))), as: UTF8.self)
        }
        #expect(
            try answer(#"{"getCapability":{"capability":{"protocolVersion":7}}}"#)
                == #"{"getCapabilityResult":{"capability":{"protocolVersion":7}}}"#)
        let use = #"""
            {"expandAttachedMacro": {"macroRole": "ROLE", "discriminator": "$s", "attributeSyntax": {"kind": "attribute",
            "source": "@Component", "location": {"fileName": "/a.swift", "fileID": "A/a.swift", "offset": 0, "line": 1,
            "column": 1}}, "declSyntax": {"source": "\n@Component final class A {}", "location": null},
            "extendedTypeSyntax": {"source": "A"}}}
            """#
        #expect(try answer(use.replacing("ROLE", with: "extension")).contains("extension A: @unchecked Sendable {"))
        let unread = use.replacing("\\n@Component final class A {}", with: "class")
        #expect(try answer(unread).contains("@Component can't read what this compiler passes to it"))
        for unknown in ["", "[]", "{}", #"{"somethingNew": {}}"#, use.replacing("declSyntax", with: "decl"), use] {
            #expect(try answer(unknown).contains("final class Name: IOCComponent, @unchecked Sendable"), "\(unknown)")
        }
    }
}
