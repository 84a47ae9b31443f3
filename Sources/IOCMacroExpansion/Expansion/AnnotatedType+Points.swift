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
/// Names and keys are copied from the source, so they can be constants and expressions. A property is left out if its
/// arguments can't be read. The list also contains the names of methods that have the signature of a lifecycle method.
extension AnnotatedType {
    /// The member; nil if it is not needed.
    var injectionPoints: String? {
        let points = declaration.members.properties.filter(\.isStored).compactMap(point)
        // A class that can have subclasses has the member even if its list is empty, so that subclasses can override
        // the member. If a superclass has the annotation, the class inherits the member instead.
        let calls = declaration.members.functions.filter(\.isOfLifecycle).map(\.name.stringLiteral)
        guard !points.isEmpty || !calls.isEmpty || (!declaration.isFinal && !isSubclass) else { return nil }
        let list = points.isEmpty ? ":" : "\n        \(points.joined(separator: ",\n        "))\n    "
        let others = calls.isEmpty ? "" : ", calls: [\(calls.joined(separator: ", "))]"
        let (type, fileID) = (declaration.name.spelling, declaration.syntax.place.fileID)
        return """
            \(head("_injectionPoints", "IOC._InjectionPoints", isOverride: isSubclass)) {
                IOC._InjectionPoints(of: \(type).self, "\(fileID)", [\(list)]\(others))
            }
            """
    }

    /// Returns one entry of the list; nil if the container does not fill the property or its arguments can't be read.
    private func point(_ property: Property) -> String? {
        let wrapper = property.wrapper
        guard let (name, list) = wrapper.map({ ($0.name, $0.arguments ?? []) }) ?? call(in: property),
            let start = (wrapper?.tokens ?? property.value)?.first
        else { return nil }
        var arguments: [String: String] = [:]
        for argument in list {
            guard arguments.updateValue(text(argument.value), forKey: argument.label ?? "") == nil else { return nil }
        }
        let isSetting = name == "Value"
        let known: Set =
            isSetting ? ["", "default", "wrappedValue", "live", "fileID", "line"] : ["", "fileID", "line"]
        guard known.isSuperset(of: arguments.keys), !isSetting || arguments[""] != nil else { return nil }
        // A wrapper's default arguments have the line where its attribute or call starts.
        var parts = [arguments["line"].map { "line: \($0)" } ?? line(start)]
        if let fileID = arguments["fileID"] { parts.append("fileID: \(fileID)") }
        if let text = arguments[""] { parts.append("\(isSetting ? "setting" : "name"): \(text)") }
        let hasInitialValue = wrapper != nil && property.value != nil
        if hasInitialValue || arguments["default"] != nil || arguments["wrappedValue"] != nil {
            parts.append("hasDefault: true")
        }
        if let live = arguments["live"] { parts.append("isLive: \(live)") }
        return "\(property.name.stringLiteral): .init(\(parts.joined(separator: ", ")))"
    }

    /// Returns the name and the arguments of the wrapper in `let log = Autowired<Log>("audit")` or in
    /// `let log: Autowired<Log> = .init("audit")`; nil if the property has no such value.
    private func call(in property: Property) -> (name: String, arguments: [Argument])? {
        guard let value = property.value, let list = value.last, list.isA("(") else { return nil }
        var callee = value.dropLast()
        if callee.suffix(2).map(\.text) == [".", "init"] { callee = callee.dropLast(2) }
        return wrapper(callee.isEmpty ? property.type ?? [] : callee).map { ($0, list.content[...].arguments) }
    }

    /// Returns the name of a wrapper, such as `IOC.Autowired<Log>`; nil for anything else.
    private func wrapper(_ type: ArraySlice<Token>) -> String? {
        var reader = TokenReader(Array(type))
        if reader.take("IOC") { reader.skip() }
        guard let name = reader.next, reader.take("Autowired") || reader.take("Value") else { return nil }
        _ = reader.takeAngles()
        return reader.next == nil ? name.text : nil
    }
}
