import IOCBase
import IOCModel

/// A setting source that reads environment variables.
///
/// A key maps to one variable:
///
/// 1. The key path is split at its dots.
/// 2. In each part an underscore goes before a capital that follows a small letter or a digit, and before the last of
///    several capitals if a small letter follows: `maxBody` → `max_Body`, `HTTPPort` → `HTTP_Port`.
/// 3. Whatever is no ASCII letter or digit becomes an underscore; several in a row become one, and those at the ends go:
///    `max-body` → `max_body`, `ports[0]` → `ports_0`.
/// 4. Letters become capitals, and the parts are joined with underscores: `server.maxBody` → `SERVER_MAX_BODY`.
/// 5. The name must be exactly the variable's; a variable is never searched for by a part of its name.
/// 6. A value is text, and is converted to the type of the setting; a list has commas between its elements. The empty text
///    is a value.
/// 7. A variable gives a single value or a list, never an object: its members have variables of their own.
/// 8. If two settings that the program knows map to one variable that is set, the context reports
///    `variable-ambiguous`, because either could be meant.
/// 9. Placeholders are not looked for in variables.
/// 10. A variable that no setting maps to, and whose name is nearly that of one, is probably misspelt: a report has it as
///    `variable-unread`. Nearly means a typing error in a name of six characters or more, and in a shorter one other
///    capitals or underscores.
public struct EnvironmentSettingSource: SettingSource {
    private let given: [String: String]?
    private let process = ProcessEnvironment()

    /// A source of given variables.
    /// - Parameter variables: Values by name; if nil, the process's own, as they are when the source is first asked for one.
    public init(_ variables: [String: String]? = nil) { given = variables }

    private var variables: [String: String] { given ?? process.variables }

    /// The source as messages call it.
    public var name: String { "the environment" }

    /// The text of the variable that a key maps to; nothing if an object is wanted.
    public func setting(at key: SettingKey, as kind: SettingKind) -> SourcedSetting? {
        let variable = Self.variable(for: key)
        guard kind != .object, let text = variables[variable] else { return nil }
        return SourcedSetting(.string(text), from: "the environment variable \(variable)")
    }

    /// The variables that none of some keys maps to, and that nearly are that of a key whose own isn't set.
    /// - Parameter keys: The keys of settings, the most important ones first.
    func strays(among keys: [String]) -> [(name: String, meant: String, key: String)] {
        let mapped = keys.map { (variable: Self.variable(for: SettingKey($0)), key: $0) }
        let known = Dictionary(mapped) { first, _ in first }
        let missing = mapped.prefix(DocumentLimits.reported).map(\.variable)
            .filter { !$0.isEmpty && variables[$0] == nil }
        if missing.isEmpty { return [] }
        return variables.keys.ordered().compactMap { name in
            guard known[name] == nil else { return nil }
            let meant =
                missing.first { Self.letters($0) == Self.letters(name) }
                ?? (name.count < 6 ? nil : Suggestion.nearest(to: name, among: missing))
            return meant.flatMap { meant in known[meant].map { (name, meant, $0) } }
        }
    }

    /// The keys that map to each variable that is set.
    func claims(of keys: [String]) -> [String: Set<String>] {
        keys.reduce(into: [:]) { claims, key in
            let variable = Self.variable(for: SettingKey(key))
            if variables[variable] != nil { claims[variable, default: []].insert(key) }
        }
    }

    private static func letters(_ name: String) -> String { name.uppercased().filter { $0.isLetter || $0.isNumber } }

    /// The variable that a key maps to.
    public static func variable(for key: SettingKey) -> String {
        key.parts.map { word(Array($0.utf8)) }.joined(separator: "_")
    }

    private static func word(_ letters: [UInt8]) -> String {
        var result: [UInt8] = []
        for (index, letter) in letters.enumerated() {
            guard letter.isCapital || letter.isSmall || letter.isDigit else {
                if result.last.map({ $0 != UInt8(ascii: "_") }) == true { result.append(UInt8(ascii: "_")) }
                continue
            }
            if index > 0, letter.isCapital {
                let before = letters[index - 1]
                let isBeforeSmall = index + 1 < letters.count && letters[index + 1].isSmall
                if before.isSmall || before.isDigit || (before.isCapital && isBeforeSmall) {
                    result.append(UInt8(ascii: "_"))
                }
            }
            result.append(letter.isSmall ? letter - 0x20 : letter)
        }
        if result.last == UInt8(ascii: "_") { result.removeLast() }
        return String(decoding: result, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    fileprivate var isCapital: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
    fileprivate var isSmall: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
}
