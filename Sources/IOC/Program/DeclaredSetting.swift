import IOCConfiguration
import IOCModel

/// A setting that the components of a program state, as its command line and its help need it.
struct DeclaredSetting {
    let key: String
    let type: Any.Type
    /// The default as text; nil for none.
    let defaultText: String?
    /// The property or parameter that reads it, and where that is declared.
    let readers: [String]
    /// Where its value comes from; nil if no source has it.
    let origin: String?

    /// True if the argument `--key` sets it.
    var isFlag: Bool { type == Bool.self || type == Bool?.self }

    /// The argument that sets it, such as `--server.port=Int`.
    var argument: String { isFlag ? "--\(key)" : "--\(key)=\(shownType.text)" }

    /// The type without its modules, and without the optional around it.
    private var shownType: (text: String, isOptional: Bool) {
        let text = "\(type)"
        guard text.hasPrefix("Optional<") else { return (text, false) }
        return (String(text.dropFirst("Optional<".count).dropLast()), true)
    }

    /// Default, readers and origin in one line.
    var explanation: String {
        let value = defaultText.map { "default \($0)" } ?? (shownType.isOptional ? "optional" : "required")
        let parts = [isFlag ? "true or false, \(value)" : value, origin.map { "given by \($0)" }].compactMap(\.self)
        return (parts + ["read by \(readers.joined(separator: ", "))"]).joined(separator: "; ")
    }
}

extension ApplicationContext {
    /// The settings that the components of a configuration state, by key, whatever else is wrong with it.
    static func declaredSettings(of configuration: ContextConfiguration) throws -> [DeclaredSetting] {
        let boot = try Boot(checking: configuration, parent: nil)
        return withExtendedLifetime(ApplicationContext(owning: boot.core)) { boot.core.registry.declaredSettings }
    }
}

extension Registry {
    fileprivate var declaredSettings: [DeclaredSetting] {
        let all = definitions.flatMap(\.declaredSettings)
        return Dictionary(grouping: all, by: \.key).values.map { same in
            DeclaredSetting(
                key: same[0].key, type: same[0].type, defaultText: same.lazy.compactMap(\.defaultText).first,
                readers: same.flatMap(\.readers).ordered(), origin: try? settings.origin(of: same[0].key))
        }
        .ordered { $0.key < $1.key }
    }
}

extension RegisteredDefinition {
    fileprivate var declaredSettings: [DeclaredSetting] {
        let properties = (plan?.fields ?? []).compactMap { field -> DeclaredSetting? in
            guard let stated = field.stated, let key = stated.setting else { return nil }
            return DeclaredSetting(field.facts, key, field.wrapper.valueType, stated.hasDefault ? "in its code" : nil)
        }
        let parameters = zip(constructed?.constructor.parameters ?? [], constructed?.points ?? [])
        return properties
            + parameters.compactMap { parameter, point in
                guard parameter.isSetting, let key = parameter.qualifier else { return nil }
                return DeclaredSetting(point, key, parameter.type, parameter.defaultText?())
            }
    }
}

extension DeclaredSetting {
    fileprivate init(_ point: InjectionPointFacts, _ key: String, _ type: Any.Type, _ defaultText: String?) {
        let place = point.location.map { " (\($0))" } ?? ""
        self.init(key: key, type: type, defaultText: defaultText, readers: [point.label + place], origin: nil)
    }
}
