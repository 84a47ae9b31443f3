/// The member that lists the properties that the container fills.
///
/// ```swift
/// nonisolated static var _injectionPoints: IOC._InjectionPoints {
///     IOC._InjectionPoints(of: OrderDesk.self, "Shop/OrderDesk.swift", [
///         "log": .init(line: 4, name: "audit"),
///         "port": .init(line: 5, setting: "server.port", hasDefault: true)
///     ])
/// }
/// ```
///
/// Names and keys are copied from the source, so constants and expressions work. A property whose arguments can't be read
/// is left out.
struct InjectionPoints {
    let subject: TypeDeclaration
    let place: DiagnosticPlace

    /// The member; nil if the type has no such property and no subclass can have one.
    /// - Parameters:
    ///   - isSubclass: True if an annotated superclass has the member.
    ///   - access: The access level of the type, or of the extension around it, if it is more than internal.
    func member(isSubclass: Bool, access: String?) -> String? {
        let points = subject.properties.filter(\.isStored).compactMap(point)
        // A subclass can override the member only if its superclass has one.
        guard !points.isEmpty || (!subject.isFinal && !isSubclass) else { return nil }
        let word = isSubclass ? "override class" : subject.isFinal ? "static" : "class"
        let list = points.isEmpty ? ":" : "\n        \(points.joined(separator: ",\n        "))\n    "
        let type = subject.spelling(subject.name)
        return """
            \(access.map { $0 + " " } ?? "")nonisolated \(word) var _injectionPoints: IOC._InjectionPoints {
                IOC._InjectionPoints(of: \(type).self, "\(place.fileID)", [\(list)])
            }
            """
    }

    /// One entry of the list; nil if the container does not fill the property or its arguments can't be read.
    private func point(_ property: Property) -> String? {
        let declaration = property.wrapper.map { (name: $0.name, start: $0.tokens.lowerBound, arguments: $0.arguments) }
        guard let (wrapper, start, list) = declaration ?? call(in: property) else { return nil }
        var arguments: [String: String] = [:]
        for argument in subject.tokens.arguments(list) {
            let text = subject.source(argument.value)
            guard arguments.updateValue(text, forKey: argument.label ?? "") == nil else { return nil }
        }
        let isSetting = wrapper == "Value"
        let known: Set =
            isSetting ? ["", "default", "wrappedValue", "live", "fileID", "line"] : ["", "fileID", "line"]
        guard known.isSuperset(of: arguments.keys), !isSetting || arguments[""] != nil else { return nil }
        // A wrapper's default arguments have the line where its attribute or call starts.
        var parts = ["line: \(arguments["line"] ?? String(subject.line(of: start, place)))"]
        if let fileID = arguments["fileID"] { parts.append("fileID: \(fileID)") }
        if let text = arguments[""] { parts.append("\(isSetting ? "setting" : "name"): \(text)") }
        let hasInitialValue = property.wrapper != nil && property.value != nil
        if hasInitialValue || arguments["default"] != nil || arguments["wrappedValue"] != nil {
            parts.append("hasDefault: true")
        }
        if let live = arguments["live"] { parts.append("isLive: \(live)") }
        return "\(subject.tokens[property.name].text.literal): .init(\(parts.joined(separator: ", ")))"
    }

    /// The call in `let log = Autowired<Log>("audit")` or in `let log: Autowired<Log> = .init("audit")`.
    private func call(in property: Property) -> (name: String, start: Int, arguments: Range<Int>?)? {
        let tokens = subject.tokens
        guard let value = property.value, let last = value.last, let open = tokens[last].partner else { return nil }
        let (callee, start) = wrapper(value)
        let isInit = start + 2 == open && tokens[start].isSign(".") && tokens[start + 1].isWord("init")
        let name = callee ?? (isInit ? property.type.flatMap { wrapper($0).name } : nil)
        guard let name, start == open || isInit, tokens[open].isSign("(") else { return nil }
        return (name, value.lowerBound, open + 1..<last)
    }

    /// Reads the name of a wrapper, such as `IOC.Autowired<Log>`, and returns it with the token after it.
    private func wrapper(_ range: Range<Int>) -> (name: String?, end: Int) {
        let tokens = subject.tokens
        let first = tokens[range.lowerBound].isWord("IOC") ? range.lowerBound + 2 : range.lowerBound
        guard first < range.upperBound, ["Autowired", "Value"].contains(where: tokens[first].isWord) else {
            return (nil, range.lowerBound)
        }
        let hasGenerics = tokens[first + 1].isSign("<")
        return (tokens[first].text, hasGenerics ? tokens.afterAngles(first + 1, end: range.upperBound) : first + 1)
    }
}
