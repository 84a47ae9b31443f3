/// The initializer of a component, and the `constructor` that describes its parameters to the container.
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
            [constructor(initializer.parameters, isThrowing: initializer.isThrowing, isAsync: initializer.isAsync)]
        case .generated(let constants): generated(constants)
        case .ambiguous: []
        }
    }

    /// A member that lets a type with a mistake conform, so that the mistake is the only error.
    var placeholder: String { "\(constructorHead) { fatalError() }" }

    // MARK: Parameters

    /// A constant as a parameter of the initializer that the annotation writes.
    private func parameter(_ constant: Property) -> Parameter? {
        let attribute = constant.prefix.attribute("Injected")
        let defaultValue = subject.tokens.arguments(attribute?.arguments).first { $0.label == "default" }?.value
        guard let type = constant.type else { return nil }
        return Parameter(
            tokens: constant.name..<type.upperBound, prefix: constant.prefix, label: constant.name, name: constant.name,
            type: type, defaultValue: defaultValue)
    }

    /// What a parameter asks for: `IOC.Parameter<Int>("limit", setting: "orders.limit", default: 100, line: 3)`.
    private func request(_ parameter: Parameter) -> String {
        // Messages use the label of a parameter without a name.
        let isNamed = !subject.tokens[parameter.name].isWord("_")
        var parts = [subject.tokens[isNamed ? parameter.name : parameter.label ?? parameter.name].text.literal]
        let attribute = parameter.prefix.attribute("Named") ?? parameter.prefix.attribute("Injected")
        for argument in subject.tokens.arguments(attribute?.arguments) where argument.label != "default" {
            parts.append("\(argument.label ?? "named"): \(subject.source(argument.value))")
            if argument.label == "setting", let value = parameter.defaultValue {
                parts.append("default: \(subject.source(value))")
            }
        }
        parts.append(line(parameter.tokens.lowerBound))
        return "IOC.Parameter<\(argumentType(parameter.type))>(\(parts.joined(separator: ", ")))"
    }

    /// The label of an argument. The compiler warns of backticks that are not needed.
    private func label(_ parameter: Parameter) -> String {
        guard let label = parameter.label else { return "" }
        let text = subject.tokens[label].text
        let isIdentifier = text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        let needsBackticks = ["inout", "var", "let"].contains(text) || !isIdentifier
        return (needsBackticks ? subject.spelling(label) : text) + ": "
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

    private func generated(_ constants: [Property]) -> [String] {
        let parameters = constants.compactMap(parameter)
        let names = parameters.map { subject.spelling($0.name) }
        let declarations = zip(parameters, names).map { parameter, name in
            let defaultValue = parameter.defaultValue.map { " = \(subject.source($0))" } ?? ""
            return "\(name): \(storedType(parameter.type))\(defaultValue)"
        }
        let isVisible = subject.prefix.has("open") || constants.allSatisfy { $0.prefix.access != nil }
        let words = [
            isVisible ? (access == "open" ? "public" : access) : nil,
            subject.keywordText == "actor" ? nil : "nonisolated",
            subject.isFinal ? nil : "required",
        ]
        let head = words.compactMap { $0.map { $0 + " " } }.joined()
        let initializer = """
            /// Creates an instance with the dependencies that its constants declare.
            \(head)init(\(declarations.joined(separator: ", "))) {
            \(names.map { "    self.\($0) = \($0)\n" }.joined())}
            """
        return [initializer, constructor(parameters, isThrowing: false)]
    }

    private var constructorHead: String {
        let word = isOverride ? "override class" : subject.isFinal ? "static" : "class"
        return "\(access.map { $0 + " " } ?? "")nonisolated \(word) var constructor: IOC.Constructor"
    }

    private func constructor(_ parameters: [Parameter], isThrowing: Bool, isAsync: Bool = false) -> String {
        let type = subject.isFinal ? subject.spelling(subject.name) : "self.init"
        let passed = parameters.enumerated().map { "\(label($1))$0[\($0)] as \(argumentType($1.type))" }
        let effects = (isThrowing || !parameters.isEmpty ? "try " : "") + (isAsync ? "await " : "")
        let call = "\(effects)\(type)(\(passed.joined(separator: ", ")))"
        let place = "fileID: \"\(place.fileID)\", \(line(subject.name))"
        let arguments = (parameters.map(request) + [place]).joined(separator: ",\n        ")
        let closure = "{\(parameters.isEmpty ? " _ in" : "")\n        \(call)\n    }"
        return """
            \(constructorHead) {
                IOC.Constructor(
                    \(arguments)\(isAsync ? ", asyncMake: \(closure))" : ") \(closure)")
            }
            """
    }
}
