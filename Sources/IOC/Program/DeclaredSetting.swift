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

extension Registry {
    /// The settings that the components state, by key.
    var declaredSettings: [DeclaredSetting] {
        Dictionary(grouping: statedSettings, by: \.key).map { key, same in
            DeclaredSetting(
                key: key, type: same[0].type, defaultText: same.lazy.compactMap(\.defaultText).first,
                readers: same.map { $0.point.label + ($0.point.location.map { " (\($0))" } ?? "") }.ordered(),
                origin: try? settings.origin(of: key))
        }
        .ordered { $0.key < $1.key }
    }
}
