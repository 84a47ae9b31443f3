/// The initializer of a component, and the `constructor` with the description of its parameters.
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
        guard let initializer else { return [] }
        let type = declaration.isFinal ? declaration.name.spelling : "self.init"
        let constructor = declaration.syntax.constructor(initializer, at: declaration.name) { $0 + type + $1 }
        let member = "\(constructorHead) {\n    \(constructor)\n}"
        guard case .generated(let constants) = choice, !constants.isEmpty else { return [member] }
        return [generatedInitializer(constants), member]
    }

    /// The initializer with which the container creates an instance; nil if the choice is ambiguous.
    var initializer: Initializer? {
        switch choice {
        case .declared(let initializer): initializer
        case .generated(let constants):
            Initializer(
                keyword: declaration.name, parameters: constants.compactMap(parameter), prefix: declaration.prefix)
        case .ambiguous: nil
        }
    }

    /// True if the container creates instances with `init()`.
    var isPlain: Bool { initializer?.isPlain ?? false }

    /// The first line of the `constructor`.
    var constructorHead: String {
        head("constructor", "IOC.Constructor", isOverride: !lacking.contains("ConstructedComponent"))
    }

    private func generatedInitializer(_ constants: [Property]) -> String {
        let parameters = constants.compactMap(parameter)
        let declarations = parameters.map { parameter in
            let defaultValue = parameter.defaultValue.map { " = \(text($0))" } ?? ""
            return "\(parameter.name.spelling): \(storedType(parameter.type))\(defaultValue)"
        }
        let isOpen = declaration.prefix.has("open")
        let isVisible = isOpen || constants.allSatisfy { $0.prefix.access != nil }
        let hidden = Set(constants.compactMap { hiddenType(of: $0)?.access })
        let limit = ["private", "fileprivate"].first(where: hidden.contains)
        let head =
            (limit.map { $0 + " " } ?? (isVisible ? isOpen ? "public " : access : ""))
            + (declaration.keyword.isA("actor") ? "" : "nonisolated ")
            + (declaration.isFinal ? "" : "required ")
        return """
            /// Creates an instance with the dependencies that its constants declare.
            \(head)init(\(declarations.joined(separator: ", "))) {
            \(parameters.map { "    self.\($0.name.spelling) = \($0.name.spelling)\n" }.joined())}
            """
    }

    /// Returns the first `private` or `fileprivate` nested type of the component that is named in a constant's type,
    /// together with its access level. Returns nil if there is none.
    func hiddenType(of constant: Property) -> (name: String, access: String)? {
        let words = constant.type?.flattened ?? []
        return words.indices.lazy.compactMap { index in
            let isOfOther = index > 0 && words[index - 1].isA(".")
            let name = words[index].text
            return isOfOther ? nil : declaration.members.hiddenTypes[name].map { (name, $0) }
        }.first
    }

    // MARK: Parameters

    /// Returns a constant as a parameter of the generated initializer.
    private func parameter(_ constant: Property) -> Parameter? {
        let arguments = constant.prefix.attribute("Injected")?.arguments ?? []
        return constant.type.map { type in
            Parameter(
                prefix: constant.prefix, start: constant.name, label: constant.name, name: constant.name, type: type,
                defaultValue: arguments.first { $0.label == "default" }?.value)
        }
    }

    /// Returns the type of a parameter whose argument is stored. A function type becomes `@escaping`.
    private func storedType(_ type: ArraySlice<Token>) -> String {
        var inner = type
        while inner.count == 1, let group = inner.first, group.isA("(") { inner = group.content[...] }
        return (inner.pieces(between: "->").count > 1 ? "@escaping " : "") + text(type)
    }
}
