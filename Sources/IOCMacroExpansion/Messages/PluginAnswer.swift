/// The plugin's message to the compiler.
enum PluginAnswer: Encodable {
    case getCapabilityResult(capability: [String: Int])
    case expandMacroResult(expandedSource: String?, diagnostics: [MacroDiagnostic])
}

/// A message that the compiler shows as one of its own.
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
    /// None, but the compiler asks for them.
    let notes: [Position] = []
    var fixIts: [FixIt] = []

    private static let byHand =
        "write the conformance by hand instead: 'final class Name: IOCComponent, @unchecked Sendable', with 'static var "
        + "traits: [ComponentTrait]'"

    /// The answer to messages that the plugin does not know.
    static let unknownCompiler = MacroDiagnostic(
        message: "this compiler's messages are unknown to @Component; \(byHand)",
        position: Position(fileName: "", offset: 0))

    /// The same where it is known which annotation the compiler asks about.
    static func unknownCompiler(_ attribute: MacroUse.Syntax) -> MacroDiagnostic {
        DiagnosticPlace(attribute).error(unknownCompiler.message, at: 0..<attribute.source.utf8.count)
    }

    /// The answer to a declaration that the plugin can't take apart.
    static func unreadable(_ attribute: MacroUse.Syntax) -> MacroDiagnostic {
        DiagnosticPlace(attribute).error(
            "@Component can't read the declaration behind it; \(byHand)", at: 0..<attribute.source.utf8.count)
    }
}
