import FoundationEssentials
import IOCMacroExpansion

/// An annotated declaration as the compiler passes it to the plugin: at byte 100 and line 10 of its file.
struct Annotated {
    var declaration: String
    var annotation = "@Component"
    /// The protocols that the type lacks, as the compiler lists them.
    var lacking = "IOCComponent, ConstructedComponent, _AnnotatedComponent, Sendable"
    var around: [String] = []

    /// The plugin's answer for one role of the annotation.
    struct Expansion: Decodable {
        struct Range: Decodable {
            var startOffset: Int
            var endOffset: Int
        }

        struct Diagnostic: Decodable {
            var message: String
            var severity: String
            var highlights: [Range]
        }

        var expandedSource: String?
        var diagnostics: [Diagnostic]

        /// The source without the lines that place errors.
        var source: String {
            let lines = (expandedSource ?? "").split(separator: "\n", omittingEmptySubsequences: false)
            return lines.filter { !$0.drop { $0 == " " }.hasPrefix("#sourceLocation") }.joined(separator: "\n")
        }
    }

    private struct Answer: Decodable {
        var expandMacroResult: Expansion
    }

    private struct Request: Encodable {
        struct Location: Encodable {
            var fileName = "Shop.swift"
            var fileID = "Shop/Shop.swift"
            var offset: Int
            var line: Int
        }

        struct Syntax: Encodable {
            var source: String
            var location: Location?
        }

        struct Macro: Encodable {
            var typeName: String
        }

        struct Use: Encodable {
            var macro: Macro
            var macroRole: String
            var attributeSyntax: Syntax
            var declSyntax: Syntax
            var extendedTypeSyntax: Syntax
            var conformanceListSyntax: Syntax
            var lexicalContext: [Syntax]
        }

        var expandAttachedMacro: Use
    }

    /// Asks the plugin for the expansion of a macro in one role.
    func expand(_ role: String, macro: String = "Component") throws -> Expansion {
        let offset = 100 + annotation.utf8.count + 1
        let request = Request(
            expandAttachedMacro: .init(
                macro: .init(typeName: macro), macroRole: role,
                attributeSyntax: .init(source: annotation, location: .init(offset: 100, line: 10)),
                declSyntax: .init(source: declaration, location: .init(offset: offset, line: 11)),
                extendedTypeSyntax: .init(source: " X "),
                conformanceListSyntax: .init(source: "struct Placeholder: \(lacking) {}"),
                lexicalContext: around.map { .init(source: $0) }))
        let answer = PluginChannel.answer(to: try Array(JSONEncoder().encode(request)))
        return try JSONDecoder().decode(Answer.self, from: Data(answer ?? [])).expandMacroResult
    }

    /// The source that is added to the type itself.
    var members: String { get throws { try expand("member").source } }
    /// The source that is added after the type.
    var extensions: String { get throws { try expand("extension").source } }
    /// The messages about the declaration.
    var diagnostics: [Expansion.Diagnostic] { get throws { try expand("member").diagnostics } }

    private var file: [UInt8] {
        [UInt8](repeating: 0x20, count: 100) + Array("\(annotation)\n\(declaration)".utf8)
    }

    /// The source that a message points at.
    func place(of diagnostic: Expansion.Diagnostic) -> String {
        let range = diagnostic.highlights[0]
        return String(decoding: file[range.startOffset..<range.endOffset], as: UTF8.self)
    }

    /// The places of all messages.
    var places: [String] { get throws { try diagnostics.map(place) } }
}
