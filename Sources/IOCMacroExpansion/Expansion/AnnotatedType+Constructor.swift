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
extension AnnotatedType {
    /// The members to add.
    var constructorMembers: [String] {
        switch choice {
        case .declared(let initializer):
            [constructor(initializer.parameters, isThrowing: initializer.isThrowing, isAsync: initializer.isAsync)]
        case .generated(let constants):
            (constants.isEmpty ? [] : [generatedInitializer(constants)]) + [
                constructor(constants.compactMap(parameter))
            ]
        case .ambiguous: []
        }
    }

    /// The first line of the `constructor`.
    var constructorHead: String {
        head("constructor", "IOC.Constructor", isOverride: !lacking.contains("ConstructedComponent"))
    }

    private func constructor(_ parameters: [Parameter], isThrowing: Bool = false, isAsync: Bool = false) -> String {
        let type = declaration.isFinal ? declaration.name.spelling : "self.init"
        let passed = parameters.enumerated().map { "\(label($1))$0[\($0)] as \(argumentType($1.type))" }
        let effects = (isThrowing || !parameters.isEmpty ? "try " : "") + (isAsync ? "await " : "")
        let call = "\(effects)\(type)(\(passed.joined(separator: ", ")))"
        let place = "fileID: \"\(declaration.syntax.place.fileID)\", \(line(declaration.name))"
        let arguments = (parameters.map(request) + [place]).joined(separator: ",\n        ")
        let closure = "{\(parameters.isEmpty ? " _ in" : "")\n        \(call)\n    }"
        return """
            \(constructorHead) {
                IOC.Constructor(
                    \(arguments)\(isAsync ? ", asyncMake: \(closure))" : ") \(closure)")
            }
            """
    }

    private func generatedInitializer(_ constants: [Property]) -> String {
        let parameters = constants.compactMap(parameter)
        let declarations = parameters.map { parameter in
            let defaultValue = parameter.defaultValue.map { " = \(text($0))" } ?? ""
            return "\(parameter.name.spelling): \(storedType(parameter.type))\(defaultValue)"
        }
        let isOpen = declaration.prefix.has("open")
        let isVisible = isOpen || constants.allSatisfy { $0.prefix.access != nil }
        let head =
            (isVisible ? isOpen ? "public " : access : "") + (declaration.keyword.isA("actor") ? "" : "nonisolated ")
            + (declaration.isFinal ? "" : "required ")
        return """
            /// Creates an instance with the dependencies that its constants declare.
            \(head)init(\(declarations.joined(separator: ", "))) {
            \(parameters.map { "    self.\($0.name.spelling) = \($0.name.spelling)\n" }.joined())}
            """
    }

    // MARK: Parameters

    /// A constant as a parameter of the initializer that the annotation writes.
    private func parameter(_ constant: Property) -> Parameter? {
        let arguments = constant.prefix.attribute("Injected")?.arguments ?? []
        return constant.type.map { type in
            Parameter(
                prefix: constant.prefix, start: constant.name, label: constant.name, name: constant.name, type: type,
                defaultValue: arguments.first { $0.label == "default" }?.value)
        }
    }

    /// What a parameter asks for: `IOC.Parameter<Int>("limit", setting: "orders.limit", default: 100, line: 3)`.
    private func request(_ parameter: Parameter) -> String {
        // Messages use the label of a parameter without a name.
        let name = parameter.name.isName ? parameter.name : parameter.label ?? parameter.name
        var parts = [name.stringLiteral]
        let attribute = parameter.prefix.attribute("Named") ?? parameter.prefix.attribute("Injected")
        for argument in attribute?.arguments ?? [] where argument.label != "default" {
            parts.append("\(argument.label ?? "named"): \(text(argument.value))")
            if argument.label == "setting", let value = parameter.defaultValue {
                parts.append("default: \(text(value))")
            }
        }
        parts.append(line(parameter.start))
        return "IOC.Parameter<\(argumentType(parameter.type))>(\(parts.joined(separator: ", ")))"
    }

    /// The label of an argument. The compiler warns of backticks that are not needed.
    private func label(_ parameter: Parameter) -> String {
        guard let label = parameter.label else { return "" }
        let isIdentifier = label.text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        let needsBackticks = ["inout", "var", "let"].contains(label.text) || !isIdentifier
        return (needsBackticks ? label.spelling : label.text) + ": "
    }

    /// The type of an argument: the parameter's, without the words that say how it is passed.
    private func argumentType(_ type: ArraySlice<Token>) -> String {
        let words = ["borrowing", "consuming", "sending", "isolated", "escaping", "__owned", "__shared", "_const"]
        var rest = type
        while true {
            let word = rest.first?.isA("@") ?? false ? rest.dropFirst() : rest
            guard word.count > 1, let first = word.first, words.contains(where: first.isA) else { break }
            rest = word.dropFirst()
        }
        return rest.last?.isA("!") ?? false ? text(rest.dropLast()) + "?" : text(rest)
    }

    /// The type of a parameter whose argument is stored: a function has to be able to escape.
    private func storedType(_ type: ArraySlice<Token>) -> String {
        var inner = type
        while inner.count == 1, let group = inner.first, group.isA("(") { inner = group.content[...] }
        return (inner.pieces(between: "->").count > 1 ? "@escaping " : "") + text(type)
    }
}
