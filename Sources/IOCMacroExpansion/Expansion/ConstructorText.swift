/// The initializer of a component, and the `constructor` that tells the container what its parameters ask for.
///
/// ```swift
/// nonisolated init(mapper: OrderMapper) {
///     self.mapper = mapper
/// }
/// nonisolated static var constructor: IOC.Constructor {
///     IOC.Constructor(
///         IOC.Parameter<OrderMapper>("mapper", line: 3),
///         fileID: "Shop/OrderDesk.swift", line: 2) {
///         try OrderDesk(mapper: $0[0] as OrderMapper)
///     }
/// }
/// ```
struct ConstructorText {
    /// One parameter.
    private struct Part {
        /// The label of the argument.
        var label: String?
        var name: Token
        var type: Range<Int>
        /// The type of the argument.
        var argumentType: String
        /// The arguments of `IOC.Parameter` after the name.
        var requests: [String]
        var defaultValue: Range<Int>?

        var spelling: String { name.isQuoted ? "`\(name.text)`" : name.text }
    }

    let subject: TypeDeclaration
    let place: DiagnosticPlace
    /// The access level of the type, or of the extension around it, if it is more than internal.
    let access: String?
    /// True if the superclass has a `constructor`.
    let isOverride: Bool

    /// The members to add.
    func members(_ choice: InitializerChoice) -> [String] {
        switch choice {
        case .plain(let plain): [constructor([], isThrowing: plain?.isThrowing ?? false)]
        case .declared(let initializer):
            [
                constructor(
                    initializer.parameters.map(part), isThrowing: initializer.isThrowing,
                    isAsync: initializer.isAsync)
            ]
        case .generated(let constants): generated(constants.compactMap(parameter).map(part), constants)
        case .ambiguous: []
        }
    }

    /// A member that lets a type with a mistake conform, so that the mistake is the only error.
    var placeholder: String { "\(constructorHead) { fatalError() }" }

    // MARK: Parameters

    private func part(_ parameter: Parameter) -> Part {
        let attribute = parameter.prefix.attribute("Named") ?? parameter.prefix.attribute("Injected")
        var requests: [String] = []
        for argument in subject.tokens.arguments(attribute?.arguments) where argument.label != "default" {
            requests.append("\(argument.label ?? "named"): \(subject.source(argument.value))")
            if argument.label == "setting", let value = parameter.defaultValue {
                requests.append("default: \(subject.source(value))")
            }
        }
        // Messages use the label of a parameter without a name.
        let isNamed = !subject.tokens[parameter.name].isWord("_")
        return Part(
            label: parameter.label.map { label(subject.tokens[$0]) },
            name: subject.tokens[isNamed ? parameter.name : parameter.label ?? parameter.name],
            type: parameter.type, argumentType: argumentType(parameter.type),
            requests: requests + [line(parameter.tokens.lowerBound)], defaultValue: parameter.defaultValue)
    }

    /// A constant as a parameter of the initializer that the annotation writes.
    private func parameter(_ constant: Property) -> Parameter? {
        let attribute = constant.prefix.attribute("Injected")
        let defaultValue = subject.tokens.arguments(attribute?.arguments).first { $0.label == "default" }
        return constant.type.map { type in
            Parameter(
                tokens: constant.name..<type.upperBound, prefix: constant.prefix, label: constant.name,
                name: constant.name,
                type: type, defaultValue: defaultValue?.value)
        }
    }

    /// A label as a caller writes it. The compiler warns of backticks that are not needed.
    private func label(_ name: Token) -> String {
        let isIdentifier = name.text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        let needsBackticks = name.isQuoted && (["inout", "var", "let"].contains(name.text) || !isIdentifier)
        return needsBackticks ? "`\(name.text)`" : name.text
    }

    /// The type of an argument: the parameter's, without the words that say how it is passed.
    private func argumentType(_ type: Range<Int>) -> String {
        let words = ["borrowing", "consuming", "sending", "isolated", "escaping", "__owned", "__shared", "_const"]
        var rest = type
        while true {
            let length = subject.tokens[rest.lowerBound].isSign("@") ? 2 : 1
            let word = subject.tokens[rest.lowerBound + length - 1]
            guard rest.count > length, words.contains(where: word.isWord) else { break }
            rest.removeFirst(length)
        }
        let isUnwrapped = subject.tokens[rest].last?.isSign("!") ?? false
        return isUnwrapped ? subject.source(rest.dropLast()) + "?" : subject.source(rest)
    }

    /// The type of a parameter whose argument is stored: a function has to be able to escape.
    private func storedType(_ type: Range<Int>) -> String {
        var inner = type
        while subject.tokens[inner.lowerBound].isSign("("),
            subject.tokens[inner.lowerBound].partner == inner.upperBound - 1
        {
            inner = inner.lowerBound + 1..<inner.upperBound - 1
        }
        let isFunction = subject.tokens.pieces(inner, between: "->").count > 1
        return (isFunction ? "@escaping " : "") + subject.source(type)
    }

    private func line(_ token: Int) -> String { "line: \(subject.line(of: token, place))" }

    // MARK: Members

    private func generated(_ parts: [Part], _ constants: [Property]) -> [String] {
        let parameters = parts.map { part in
            "\(part.spelling): \(storedType(part.type))" + (part.defaultValue.map { " = \(subject.source($0))" } ?? "")
        }
        let isVisible = subject.prefix.has("open") || constants.allSatisfy { $0.prefix.access != nil }
        let words = [
            isVisible ? (access == "open" ? "public" : access) : nil,
            subject.keywordText == "actor" ? nil : "nonisolated",
            subject.isFinal ? nil : "required",
        ]
        let lines = parts.map { "    self.\($0.spelling) = \($0.spelling)\n" }.joined()
        return [
            "/// Creates an instance with the dependencies that its constants declare.\n"
                + words.compactMap { $0.map { $0 + " " } }.joined()
                + "init(\(parameters.joined(separator: ", "))) {\n\(lines)}",
            constructor(parts, isThrowing: false),
        ]
    }

    private var constructorHead: String {
        let word = isOverride ? "override class" : subject.isFinal ? "static" : "class"
        return "\(access.map { $0 + " " } ?? "")nonisolated \(word) var constructor: IOC.Constructor"
    }

    private func constructor(_ parts: [Part], isThrowing: Bool, isAsync: Bool = false) -> String {
        let type = subject.isFinal ? subject.spelling(subject.name) : "self.init"
        let passed = parts.enumerated().map { "\($1.label.map { $0 + ": " } ?? "")$0[\($0)] as \($1.argumentType)" }
        let effects = (isThrowing || !parts.isEmpty ? "try " : "") + (isAsync ? "await " : "")
        let call = "\(effects)\(type)(\(passed.joined(separator: ", ")))"
        let requested = parts.map { part in
            let arguments = [part.name.text.literal] + part.requests
            return "IOC.Parameter<\(part.argumentType)>(\(arguments.joined(separator: ", ")))"
        }
        let place = "fileID: \"\(place.fileID)\", \(line(subject.name))"
        var (arguments, closure) = (requested + [place], "")
        if isAsync {
            arguments[arguments.count - 1] += ", asyncMake: {\(parts.isEmpty ? " _ in" : "")\n        \(call)\n    }"
        } else if parts.isEmpty {
            arguments = ["{ \(call) }", place]
        } else {
            closure = " {\n        \(call)\n    }"
        }
        return
            "\(constructorHead) {\n    IOC.Constructor(\n        \(arguments.joined(separator: ",\n        ")))\(closure)\n}"
    }
}
