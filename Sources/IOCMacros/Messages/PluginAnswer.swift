/// What the plugin says to the compiler.
enum PluginAnswer: Encodable {
    case getCapabilityResult(capability: [String: Int])
    case expandMacroResult(expandedSource: String?, diagnostics: [MacroDiagnostic])
}

/// A message that the compiler shows as one of its own.
struct MacroDiagnostic: Encodable, Equatable {
    struct Position: Encodable, Equatable {
        var fileName: String
        var offset: Int
    }

    struct Range: Encodable, Equatable {
        var fileName: String
        var startOffset: Int
        var endOffset: Int
    }

    struct FixIt: Encodable, Equatable {
        struct Change: Encodable, Equatable {
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

    /// What a compiler is told whose messages the plugin does not know.
    static let unknownCompiler = MacroDiagnostic(
        message: "this compiler's messages are unknown to @Component; write the conformance by hand instead: "
            + "'final class Name: IOCComponent, @unchecked Sendable', with 'static var traits: [ComponentTrait]'",
        position: Position(fileName: "", offset: 0))
}
