import FoundationEssentials

/// The plugin's side of the conversation with the compiler.
///
/// The messages are JSON, so the plugin needs no package.
package struct PluginChannel {
    package init() {}

    /// Answers messages until the compiler closes its end.
    package func answerAll() {
        let channel = MessageChannel()
        while let message = channel.receive() {
            guard let answer = Self.answer(to: message), channel.send(answer) else { return }
        }
    }

    /// The answer to one message; nil if it can't be encoded.
    package static func answer(to message: [UInt8]) -> [UInt8]? {
        let request = try? JSONDecoder().decode(CompilerRequest.self, from: Data(message))
        var answer = PluginAnswer.expandMacroResult(expandedSource: nil, diagnostics: [.unknownCompiler(nil)])
        if request?.getCapability != nil {
            answer = .getCapabilityResult(capability: ["protocolVersion": 7])
        } else if let use = request?.expandAttachedMacro {
            answer = expansion(of: use)
        }
        return try? Array(JSONEncoder().encode(answer))
    }

    private static func expansion(of use: MacroUse) -> PluginAnswer {
        if use.macro?.typeName == "Injected" {
            return .expandMacroResult(expandedSource: "", diagnostics: InjectedRules(use: use).mistakes())
        }
        guard let expansion = ComponentExpansion(use) else {
            return .expandMacroResult(expandedSource: "", diagnostics: [.unreadable(use.attributeSyntax)])
        }
        return .expandMacroResult(expandedSource: expansion.source, diagnostics: expansion.diagnostics)
    }
}

extension MacroDiagnostic {
    /// The answer to messages that the plugin does not know.
    /// - Parameter attribute: The annotation that the compiler asks about, if the plugin knows it.
    static func unknownCompiler(_ attribute: Syntax?) -> MacroDiagnostic {
        manual("@Component does not know the messages of this compiler", attribute)
    }

    /// The answer to a declaration that the plugin can't read.
    static func unreadable(_ attribute: Syntax) -> MacroDiagnostic {
        manual("@Component can't read the declaration after it", attribute)
    }

    private static func manual(_ reason: String, _ attribute: Syntax?) -> MacroDiagnostic {
        (attribute ?? Syntax(source: "")).message(
            "\(reason); write the conformance yourself instead: 'final class Name: IOCComponent, @unchecked Sendable', with "
                + "'static var traits: [ComponentTrait]'")
    }
}
