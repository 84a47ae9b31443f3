import FoundationEssentials

/// The plugin's side of its conversation with the compiler: it answers messages until the compiler hangs up.
///
/// It needs no package. The messages are JSON, read by the toolchain's own decoder: with it the plugin starts in five
/// milliseconds, so that a reader of its own would gain nothing.
package struct PluginChannel {
    package init() {}

    package func answerAll() {
        let channel = MessageChannel()
        while let message = channel.receive() {
            guard let answer = Self.answer(to: message), channel.send(answer) else { return }
        }
    }

    /// The answer to one message; nil where nothing can be said.
    static func answer(to message: [UInt8]) -> [UInt8]? {
        let request = try? JSONDecoder().decode(CompilerRequest.self, from: Data(message))
        var answer = PluginAnswer.expandMacroResult(expandedSource: nil, diagnostics: [.unknownCompiler])
        if request?.getCapability != nil {
            answer = .getCapabilityResult(capability: ["protocolVersion": 7])
        } else if let use = request?.expandAttachedMacro {
            if use.macro?.typeName == "Injected" {
                answer = .expandMacroResult(expandedSource: "", diagnostics: InjectedRules(use).faults())
            } else {
                let expansion = ComponentExpansion(use)
                answer = .expandMacroResult(expandedSource: expansion.source, diagnostics: expansion.diagnostics)
            }
        }
        return try? Array(JSONEncoder().encode(answer))
    }
}
