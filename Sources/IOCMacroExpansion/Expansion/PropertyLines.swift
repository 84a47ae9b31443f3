/// The member that tells the line of each property that the container fills, which otherwise only an instance knows.
///
/// ```swift
/// nonisolated static var _propertyLines: IOC._PropertyLines {
///     ("Shop/OrderDesk.swift", ["mapper": 3, "log": 4])
/// }
/// ```
struct PropertyLines {
    let text: String

    /// - Parameters:
    ///   - subject: The annotated type.
    ///   - place: Its place.
    ///   - isSubclass: True if its superclass has the member.
    ///   - access: The type's own access beyond the module's, or that of the extension around it.
    init(of subject: ClassText, place: DiagnosticPlace, isSubclass: Bool, access: String?) {
        var lines: [String: Int] = [:]
        for property in subject.properties where property.isWrapped && !property.isStatic {
            // The default arguments of a wrapper's initializer tell the line of its attribute.
            let attribute = property.prefix.attribute("Autowired") ?? property.prefix.attribute("Value")
            let name = subject.tokens[property.name].text
            lines[name] = subject.line(of: attribute?.tokens.lowerBound ?? property.name, place)
        }
        // A subclass can override only what there is.
        let isAwaited = !subject.isFinal && !isSubclass
        guard !lines.isEmpty || isAwaited else {
            text = ""
            return
        }
        let word = isSubclass ? "override class" : subject.isFinal ? "static" : "class"
        let list = lines.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map { "#\"\($0.key)\"#: \($0.value)" }
        text =
            "\(access.map { $0 + " " } ?? "")nonisolated \(word) var _propertyLines: IOC._PropertyLines {\n"
            + "    (\"\(place.fileID)\", [\(list.isEmpty ? ":" : list.joined(separator: ", "))])\n}"
    }
}

extension ClassText {
    /// The line of a token, counted from the file's first.
    func line(of token: Int, _ place: DiagnosticPlace) -> Int {
        place.line + text.utf8.prefix(tokens[token].range.lowerBound).count { $0 == UInt8(ascii: "\n") }
    }
}
