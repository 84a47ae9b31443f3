/// What a component of a program is passed when it is made.
struct ProgramConstructor {
    /// The ways to say it.
    enum Form: CaseIterable {
        /// The annotation writes the initializer, from constants.
        case constants
        /// The annotation reads an initializer.
        case annotated
        /// A `constructor` that names the initializer.
        case named
        /// A `constructor` with a closure that calls it.
        case closure
    }

    struct Parameter {
        var name: String
        var type: String
        /// The component's name, if it asks for one.
        var named: String?
        /// The key of a property of the configuration, if it asks for one.
        var setting: String?
        var fallback: String?
    }

    var form: Form
    var parameters: [Parameter]

    var isAnnotated: Bool { form == .constants || form == .annotated }

    /// Adds the declarations.
    func add(to lines: inout [String], _ properties: inout [String], of name: String) {
        properties = properties + parameters.map(constant)
        guard form != .constants else { return }
        let list = parameters.map(parameter).joined(separator: ", ")
        let body = parameters.map { "self.\($0.name) = \($0.name)" }.joined(separator: "; ")
        lines.append("init(\(list)) { \(body) }")
        guard !isAnnotated else { return }
        let typed = parameters.map { "\($0.name): \($0.type)" }.joined(separator: ", ")
        let passed = parameters.map { "\($0.name): \($0.name)" }.joined(separator: ", ")
        let closure = "{ \(parameters.isEmpty ? "" : "(\(typed)) in ")\(name)(\(passed)) }"
        let asked = [form == .closure ? closure : "\(name).init"] + parameters.map(asked)
        lines.append("static var constructor: Constructor { Constructor(\(asked.joined(separator: ", "))) }")
    }

    private func constant(_ item: Parameter) -> String {
        var attribute = ""
        if form == .constants, let name = item.named { attribute = "@Injected(\"\(name)\") " }
        if form == .constants, let key = item.setting {
            attribute = "@Injected(setting: \"\(key)\"\(item.fallback.map { ", default: \($0)" } ?? "")) "
        }
        return "\(attribute)let \(item.name): \(item.type)"
    }

    private func parameter(_ item: Parameter) -> String {
        guard form == .annotated else { return "\(item.name): \(item.type)" }
        let attribute =
            item.named.map { "@Named(\"\($0)\") " } ?? item.setting.map { "@Named(setting: \"\($0)\") " } ?? ""
        return "\(attribute)\(item.name): \(item.type)\(item.fallback.map { " = \($0)" } ?? "")"
    }

    private func asked(_ item: Parameter) -> String {
        if let name = item.named { return "Parameter(\"\(item.name)\", named: \"\(name)\")" }
        guard let key = item.setting else { return "\"\(item.name)\"" }
        return "Parameter(\"\(item.name)\", setting: \"\(key)\"\(item.fallback.map { ", default: \($0)" } ?? ""))"
    }
}

extension ProgramConstructor.Parameter {
    /// What a wrapped property asks for, as a parameter; nil for one in another spelling.
    init?(_ property: String) {
        let pattern = #/^@(Autowired|Value)(?:\("([^"]*)"\))? var (\w+)(?:: ([^=]+?))?(?: = (.+))?$/#
        guard let match = property.wholeMatch(of: pattern) else { return nil }
        let literal = match.5.map { $0.hasPrefix("\"") ? "String" : $0 == "true" || $0 == "false" ? "Bool" : "Int" }
        guard let type = match.4.map(String.init) ?? literal else { return nil }
        self.init(name: String(match.3), type: type)
        fallback = match.5.map(String.init)
        if match.1 == "Value" { setting = match.2.map(String.init) } else { named = match.2.map(String.init) }
        if match.1 == "Value", setting == nil { return nil }
    }
}
