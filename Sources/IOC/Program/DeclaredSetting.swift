import IOCBase
import IOCModel

/// A setting that the components of a program state, as its command line and its help need it.
struct DeclaredSetting {
    let key: String
    /// The properties and parameters that read it; at least one.
    let stated: [StatedSetting]
    /// Where its value comes from; nil if no source has it.
    let origin: String?

    private var type: Any.Type { stated[0].type }

    /// True if the argument `--key` sets it.
    private var isFlag: Bool { type == Bool.self || type == Bool?.self }

    /// The argument that sets it, such as `--server.port Int`.
    var argument: String { isFlag ? "--\(key)" : "--\(key) \(shownType.text)" }

    /// The type without its modules, and without the optional around it.
    private var shownType: (text: String, isOptional: Bool) {
        let text = "\(type)"
        guard text.hasPrefix("Optional<") else { return (text, false) }
        return (String(text.dropFirst("Optional<".count).dropLast()), true)
    }

    /// Default, readers and origin in one line.
    var explanation: String {
        let defaultText = stated.lazy.compactMap(\.defaultText).first
        let value = defaultText.map { "default \($0())" } ?? (shownType.isOptional ? "optional" : "required")
        let readers = stated.map { $0.point.label + ($0.point.location.map { " (\($0))" } ?? "") }.ordered()
        let parts = [isFlag ? "true or false, \(value)" : value, origin.map { "given by \($0)" }].compactMap(\.self)
        return (parts + ["read by \(readers.joined(separator: ", "))"]).joined(separator: "; ")
    }
}
