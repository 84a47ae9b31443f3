import FoundationEssentials

/// The plugin's side of the conversation with the compiler.
///
/// The messages are JSON, which Foundation can read and write, so the plugin needs no other package.
package enum PluginChannel {
    /// Answers messages until the compiler closes the input.
    package static func answerAll() {
        let channel = MessageChannel()
        while let message = channel.receive() {
            guard let answer = answer(to: message), channel.send(answer) else { return }
        }
    }

    /// Returns the answer to one message; nil if it can't be encoded.
    package static func answer(to message: [UInt8]) -> [UInt8]? {
        let request = try? JSONDecoder().decode(CompilerRequest.self, from: Data(message))
        var answer = PluginAnswer.expandMacroResult(expandedSource: nil, diagnostics: [.unreadable(nil)])
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
        if use.macro?.typeName == "Provides" {
            let expansion = ProvidesExpansion(use)
            return .expandMacroResult(expandedSource: expansion.source, diagnostics: expansion.mistakes)
        }
        guard let expansion = ComponentExpansion(use) else {
            return .expandMacroResult(expandedSource: "", diagnostics: [.unreadable(use.attributeSyntax)])
        }
        return .expandMacroResult(expandedSource: expansion.source, diagnostics: expansion.diagnostics)
    }
}

extension MacroDiagnostic {
    /// Returns the message about a request or a declaration that the plugin can't read.
    /// - Parameter attribute: The annotation of the request, if the plugin knows it.
    static func unreadable(_ attribute: Syntax?) -> MacroDiagnostic {
        (attribute ?? Syntax(source: "")).message(
            "@Component can't read what this compiler passes to it; write the conformance yourself instead: 'final class Name: "
                + "IOCComponent, @unchecked Sendable', with 'static var traits: [ComponentTrait]'")
    }
}
