/// The initializer of a component, and the `constructor` that tells the container what its parameters ask for.
///
/// ```swift
/// nonisolated init(mapper: OrderMapper) {
///     self.mapper = mapper
/// }
/// nonisolated static var constructor: IOC.Constructor {
///     IOC.Constructor(
///         IOC.Parameter<OrderMapper>("mapper", line: 3),
///         fileID: "Shop/OrderDesk.swift", line: 2) { try OrderDesk(mapper: $0[0] as OrderMapper) }
/// }
/// ```
struct ConstructorText {
    /// The text of one parameter.
    private struct Part {
        /// The label of the argument.
        var label: String?
        var name: Token
        var type: String
        /// The type as it stands elsewhere than behind a parameter.
        var passedType: String
        /// The arguments of `Parameter` beside the name.
        var asks: [String]
        /// The property's default value, as a caller of the initializer may leave it out.
        var fallback: String?

        var spelling: String { name.isQuoted ? "`\(name.text)`" : name.text }
    }

    private let subject: ClassText
    private let place: DiagnosticPlace
    /// The access that the type or the extension around it has beyond the module's.
    private let access: String?
    private let isOverride: Bool

    init(_ subject: ClassText, place: DiagnosticPlace, access: String?, isOverride: Bool) {
        self.subject = subject
        self.place = place
        self.access = access
        self.isOverride = isOverride
    }

    /// The members to add.
    func members(_ making: Making) -> [String] {
        switch making {
        case .plain(let plain): [constructor([], isThrowing: plain?.isThrowing ?? false)]
        case .declared(let initializer):
            [constructor(initializer.parameters.compactMap(part), isThrowing: initializer.isThrowing)]
        case .written(let constants): written(constants.compactMap(part), constants)
        case .open: []
        }
    }

    private func part(_ parameter: Member.Parameter) -> Part? {
        guard let name = parameter.name.map({ subject.tokens[$0] }) else { return nil }
        let attribute = parameter.prefix.attribute("Named")
        var asks = attribute.map(arguments)?.map { "\($0.label ?? "named"): \($0.text)" } ?? []
        if let fallback = parameter.fallback, asks.contains(where: { $0.hasPrefix("setting:") }) {
            asks.append("default: \(subject.source(fallback))")
        }
        return Part(
            label: parameter.label.map { label(subject.tokens[$0]) }, name: name, type: subject.source(parameter.type),
            passedType: passed(parameter.type), asks: asks + [line(parameter.tokens.lowerBound)])
    }

    private func part(_ property: Member.Property) -> Part? {
        guard let type = property.type else { return nil }
        let attribute = property.prefix.attribute("Injected")
        let said = attribute.map(arguments) ?? []
        let asks = said.map { "\($0.label ?? "named"): \($0.text)" }
        return Part(
            label: label(subject.tokens[property.name]), name: subject.tokens[property.name], type: stored(type),
            passedType: passed(type), asks: asks + [line(property.name)],
            fallback: said.first { $0.label == "default" }?.text)
    }

    /// A label as a caller writes it: few words need backticks there, and the compiler warns of others.
    private func label(_ name: Token) -> String {
        let needsQuotes =
            name.isQuoted
            && (["inout", "var", "let"].contains(name.text)
                || !name.text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" })
        return needsQuotes ? "`\(name.text)`" : name.text
    }

    /// The type of an argument: that of its parameter, without what says how it is passed.
    private func passed(_ type: Range<Int>) -> String {
        let words = ["borrowing", "consuming", "sending", "isolated", "escaping", "__owned", "__shared", "_const"]
        var rest = type
        while true {
            let length = subject.tokens[rest.lowerBound].isSign("@") ? 2 : 1
            let word = subject.tokens[rest.lowerBound + length - 1]
            guard rest.count > length, words.contains(where: word.isWord) else { break }
            rest.removeFirst(length)
        }
        let isForced = subject.tokens[rest].last?.isSign("!") ?? false
        return isForced ? subject.source(rest.dropLast()) + "?" : subject.source(rest)
    }

    /// The type of a parameter whose argument is stored, which a closure has to allow.
    private func stored(_ type: Range<Int>) -> String {
        var inner = type
        while subject.tokens[inner.lowerBound].isSign("("),
            subject.tokens[inner.lowerBound].partner == inner.upperBound - 1
        {
            inner = inner.lowerBound + 1..<inner.upperBound - 1
        }
        let isFunction = subject.tokens.pieces(inner, between: "->").count > 1
        return (isFunction ? "@escaping " : "") + subject.source(type)
    }

    /// The arguments of an attribute, each with its label.
    private func arguments(_ attribute: DeclarationPrefix.Attribute) -> [(label: String?, text: String)] {
        subject.tokens.pieces(attribute.arguments ?? 0..<0).map { piece in
            let first = piece.lowerBound
            let hasLabel = subject.tokens[first + 1].isSign(":")
            return (
                hasLabel ? subject.tokens[first].text : nil,
                subject.source(hasLabel ? first + 2..<piece.upperBound : piece)
            )
        }
    }

    private func line(_ token: Int) -> String { "line: \(subject.line(of: token, place))" }

    // MARK: Members

    private func written(_ parts: [Part], _ constants: [Member.Property]) -> [String] {
        let parameters = parts.map { "\($0.spelling): \($0.type)" + ($0.fallback.map { " = \($0)" } ?? "") }
        let access = subject.prefix.has("open") || constants.allSatisfy { $0.prefix.access != nil } ? access : nil
        let words = [
            access == "open" ? "public" : access, subject.keywordText == "actor" ? nil : "nonisolated",
            subject.isFinal ? nil : "required",
        ]
        let lines = parts.map { "    self.\($0.spelling) = \($0.spelling)\n" }.joined()
        return [
            "/// Makes an instance with what its constants ask for.\n"
                + words.compactMap { $0.map { $0 + " " } }.joined()
                + "init(\(parameters.joined(separator: ", "))) {\n\(lines)}",
            constructor(parts, isThrowing: false),
        ]
    }

    private func constructor(_ parts: [Part], isThrowing: Bool) -> String {
        let type = subject.isFinal ? subject.nameText : "self.init"
        let passed = parts.enumerated().map { "\($1.label.map { $0 + ": " } ?? "")$0[\($0)] as \($1.passedType)" }
        let call = "\(isThrowing || !parts.isEmpty ? "try " : "")\(type)(\(passed.joined(separator: ", ")))"
        let asked = parts.map { part in
            "IOC.Parameter<\(part.passedType)>(\(([#""\#(part.name.text)""#] + part.asks).joined(separator: ", ")))"
        }
        let place = "fileID: \"\(place.fileID)\", \(line(subject.name))"
        let arguments = parts.isEmpty ? ["{ \(call) }", place] : asked + [place]
        let word = isOverride ? "override class" : subject.isFinal ? "static" : "class"
        return "\(access.map { $0 + " " } ?? "")nonisolated \(word) var constructor: IOC.Constructor {\n"
            + "    IOC.Constructor(\n        \(arguments.joined(separator: ",\n        ")))"
            + (parts.isEmpty ? "\n}" : " {\n        \(call)\n    }\n}")
    }
}
