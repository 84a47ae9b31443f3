import IOCBase
import IOCModel

/// A setting that components of a program declare, for the program's help.
struct DeclaredSetting {
    let key: String
    /// The properties and parameters that read it; never empty.
    let stated: [StatedSetting]
    /// The source of its value, such as a file with line and column; nil if no source has a value.
    let origin: String?

    private var type: Any.Type { stated[0].type }

    /// True if the argument `--key` alone sets it to true.
    private var isFlag: Bool { type == Bool.self || type == Bool?.self }

    /// The argument that sets it, such as `--server.port Int`.
    var argument: String { isFlag ? "--\(key)" : "--\(key) \(shownType.text)" }

    /// The type without its modules, and without the optional around it.
    private var shownType: (text: String, isOptional: Bool) {
        let text = "\(type)"
        guard text.hasPrefix("Optional<") else { return (text, false) }
        return (String(text.dropFirst("Optional<".count).dropLast()), true)
    }

    /// The default, the readers and the source in one line.
    var explanation: String {
        let defaultText = stated.lazy.compactMap(\.defaultText).first
        let value = defaultText.map { "default \($0())" } ?? (shownType.isOptional ? "optional" : "required")
        let readers = stated.map { $0.point.label + ($0.point.location.map { " (\($0))" } ?? "") }.ordered()
        let parts = [isFlag ? "true or false, \(value)" : value, origin.map { "given by \($0)" }].compactMap(\.self)
        return (parts + ["read by \(readers.joined(separator: ", "))"]).joined(separator: "; ")
    }
}
