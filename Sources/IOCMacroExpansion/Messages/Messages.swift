/// The part of a compiler's request that the plugin needs. Another compiler's messages may have neither.
struct CompilerRequest: Decodable {
    struct Capability: Decodable {}

    var getCapability: Capability?
    var expandAttachedMacro: MacroUse?
}

/// One annotation to expand, in one of its roles.
struct MacroUse: Decodable {
    /// A piece of source, with the comments and spaces before it.
    struct Syntax: Decodable {
        struct Location: Decodable {
            var fileName: String
            /// The module and the file's name.
            var fileID: String?
            /// The first byte of the text, in the file.
            var offset: Int
            /// The line of the first byte.
            var line: Int?
        }

        var source: String
        var location: Location?
    }

    struct Macro: Decodable {
        var typeName: String
    }

    /// The macro of the plugin; `Component` if there is none.
    var macro: Macro?
    /// `member`, `extension` or `peer`.
    var macroRole: String
    var attributeSyntax: Syntax
    var declSyntax: Syntax
    /// The name of the type in an extension.
    var extendedTypeSyntax: Syntax?
    /// The macro's protocols that the type lacks: `struct Placeholder: IOCComponent, Sendable {}`.
    var conformanceListSyntax: Syntax?
    /// The declarations around the type, without their members.
    var lexicalContext: [Syntax]?
}

/// The plugin's message to the compiler.
enum PluginAnswer: Encodable {
    case getCapabilityResult(capability: [String: Int])
    case expandMacroResult(expandedSource: String?, diagnostics: [MacroDiagnostic])
}

/// A message that the compiler shows like one of its own.
struct MacroDiagnostic: Encodable {
    struct Position: Encodable {
        var fileName: String
        var offset: Int
    }

    struct Range: Encodable {
        var fileName: String
        var startOffset: Int
        var endOffset: Int
    }

    struct FixIt: Encodable {
        struct Change: Encodable {
            var range: Range
            var newText: String
        }

        var message: String
        var changes: [Change]
    }

    var message: String
    var severity = "error"
    var position: Position
    var highlights: [Range] = []
    /// The compiler requires the key.
    let notes: [Position] = []
    var fixIts: [FixIt] = []

    /// The answer to messages that the plugin does not know.
    /// - Parameter attribute: The annotation that the compiler asks about, if the plugin knows it.
    static func unknownCompiler(_ attribute: MacroUse.Syntax?) -> MacroDiagnostic {
        manual("@Component does not know the messages of this compiler", attribute)
    }

    /// The answer to a declaration that the plugin can't read.
    static func unreadable(_ attribute: MacroUse.Syntax) -> MacroDiagnostic {
        manual("@Component can't read the declaration after it", attribute)
    }

    private static func manual(_ reason: String, _ attribute: MacroUse.Syntax?) -> MacroDiagnostic {
        let attribute = attribute ?? MacroUse.Syntax(source: "")
        return DiagnosticPlace(attribute).error(
            "\(reason); write the conformance yourself instead: 'final class Name: IOCComponent, @unchecked Sendable', with "
                + "'static var traits: [ComponentTrait]'", at: 0..<attribute.source.utf8.count)
    }
}
