/// The container's call of an initializer or a function, with a description of the parameters.
///
/// ```swift
/// IOC.Constructor(
///     IOC.Parameter<OrderMapper>("mapper", line: 3),
///     fileID: "Shop/OrderDesk.swift", line: 2) {
///     try OrderDesk(mapper: $0[0] as OrderMapper)
/// }
/// ```
extension Syntax {
    /// Returns the call with the description.
    /// - Parameters:
    ///   - name: The name whose line appears in messages.
    ///   - call: Returns the call from its effects, such as `try `, and its arguments in parentheses.
    func constructor(
        _ callee: Initializer, at name: Token, call: (_ effects: String, _ arguments: String) -> String
    ) -> String {
        let (parameters, isAsync) = (callee.parameters, callee.isAsync)
        let passed = parameters.enumerated().map { "\(label($1))$0[\($0)] as \(argumentType($1.type))" }
        let effects = (callee.isThrowing || !parameters.isEmpty ? "try " : "") + (isAsync ? "await " : "")
        let call = call(effects, "(\(passed.joined(separator: ", ")))")
        let place = "fileID: \"\(self.place.fileID)\", line: \(line(of: name))"
        let arguments = (parameters.map(request) + [place]).joined(separator: ",\n        ")
        let closure = "{\(parameters.isEmpty ? " _ in" : "")\n        \(call)\n    }"
        return "IOC.Constructor(\n        \(arguments)\(isAsync ? ", asyncMake: \(closure))" : ") \(closure)")"
    }

    /// Returns the description of a parameter:
    /// `IOC.Parameter<Int>("limit", setting: "orders.limit", default: 100, line: 3)`.
    private func request(_ parameter: Parameter) -> String {
        // If a parameter has no name, messages show its label.
        let name = parameter.name.isName ? parameter.name : parameter.label ?? parameter.name
        var parts = [name.stringLiteral]
        let attribute = parameter.prefix.attribute("Named") ?? parameter.prefix.attribute("Injected")
        for argument in attribute?.arguments ?? [] where argument.label != "default" {
            parts.append("\(argument.label ?? "named"): \(text(of: argument.value))")
            if argument.label == "setting", let value = parameter.defaultValue {
                parts.append("default: \(text(of: value))")
            }
        }
        parts.append("line: \(line(of: parameter.start))")
        return "IOC.Parameter<\(argumentType(parameter.type))>(\(parts.joined(separator: ", ")))"
    }

    /// Returns the label of an argument. It has backticks only if it needs them, because the compiler warns about
    /// others.
    private func label(_ parameter: Parameter) -> String {
        guard let label = parameter.label else { return "" }
        let isIdentifier = label.text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        let needsBackticks = ["inout", "var", "let"].contains(label.text) || !isIdentifier
        return (needsBackticks ? label.spelling : label.text) + ": "
    }

    /// Returns the type of an argument: the parameter's type without words such as `borrowing` that describe how it is
    /// passed, and with `?` in place of `!`.
    private func argumentType(_ type: ArraySlice<Token>) -> String {
        let words = ["borrowing", "consuming", "sending", "isolated", "escaping", "__owned", "__shared", "_const"]
        var rest = type
        while true {
            let word = rest.first?.isA("@") ?? false ? rest.dropFirst() : rest
            guard word.count > 1, let first = word.first, words.contains(where: first.isA) else { break }
            rest = word.dropFirst()
        }
        return rest.last?.isA("!") ?? false ? text(of: rest.dropLast()) + "?" : text(of: rest)
    }
}
