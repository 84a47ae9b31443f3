import IOCBase
import IOCModel

/// A setting source that holds a tree: what a file or code says.
public struct TreeSettingSource: SettingSource {
    /// The source as messages call it.
    public let name: String
    /// The values; an object.
    public var tree: SettingValue { table.tree }
    let table: SettingTable
    private let origin: @Sendable (String) -> String

    /// A source of a tree.
    /// - Parameters:
    ///   - tree: The values; an object.
    ///   - name: The source as messages call it.
    public init(_ tree: SettingValue, name: String) {
        self.init(SettingTable(tree), name: name, origin: { _ in name })
    }

    init(_ table: SettingTable, name: String, origin: @escaping @Sendable (String) -> String) {
        self.table = table
        self.name = name
        self.origin = origin
    }

    /// The value at a key. A key of the tree with dots and objects in each other are the same.
    public func setting(at key: SettingKey, as kind: SettingKind) -> SourcedSetting? {
        guard key.isWellFormed, let value = table.value(at: key.description, as: kind) else { return nil }
        return SourcedSetting(value, from: origin(key.description))
    }

    /// The members of the object at a key, in order.
    public func members(of key: SettingKey) -> [String] {
        table.names(below: key.parts.isEmpty ? nil : key.description)
    }
}

/// A setting source that reads settings such as `--server.port=80` from a program's arguments.
///
/// 1. `--server.port=80`, `--server.port 80` and `--server-port 80` are the same. A name without dots gives the setting that has the
///    same environment variable: `--server-max-body` gives `server.maxBody`. If it fits two settings that the program reads, the context
///    reports `variable-ambiguous`.
/// 2. The next argument is the value unless it begins with a dash; a negative number is a value.
/// 3. A setting that is true or false needs no value: `--migrate` is true, and `--no-migrate` is false. Any other setting reports
///    `argument-malformed` if it has no value.
/// 4. If a setting is given several times, the last value wins. A lone `--` ends the settings.
/// 5. A name has neither colons nor blanks, and no index: a list is given as a whole, with commas. Values are text, as in
///    ``EnvironmentSettingSource``.
///
/// Other arguments are left to the program.
public struct ArgumentSettingSource: SettingSource {
    /// One argument, or the negation that it may be.
    private struct Entry {
        /// The name as it was written.
        let name: String
        /// The key that it means: without `no-` if it is a negation.
        let key: String
        let value: SettingValue

        /// Returns true if it gives the setting of a key that a certain environment variable maps to.
        func gives(_ key: String, mappedTo variable: String) -> Bool {
            let isNamed = self.key == key || !self.key.contains(".")
            return isNamed && EnvironmentSettingSource.variable(for: SettingKey(self.key)) == variable
        }
    }

    private(set) var faults: [Fault] = []
    let source: TreeSettingSource
    private var entries: [Entry] = []

    /// A source of a program's arguments.
    public init(_ arguments: [String]) {
        var values: [String: SettingValue] = [:]
        var rest = arguments.prefix { $0 != "--" }
        while let argument = rest.first {
            guard let (name, text) = Self.popSetting(from: &rest) else {
                rest.removeFirst()
                continue
            }
            let key = SettingKey(name)
            if let excess = key.excess {
                faults.append(Fault(.settingKeyTooLong(key: key.shown, excess: excess), at: .code("the arguments")))
            } else if key.isWellFormed, !name.hasSuffix("]") {
                values[name] = text.map(SettingValue.string) ?? .bool(true)
                entries.append(Entry(name: name, key: name, value: values[name] ?? .null))
                if text == nil, name.hasPrefix("no-") {
                    entries.append(Entry(name: name, key: String(name.dropFirst("no-".count)), value: .bool(false)))
                }
            } else {
                let mistake = "the argument \(ShownText.argument(argument)) names no setting"
                faults.append(Fault(.argumentMalformed(mistake, do: "write it as --server.port=80")))
            }
        }
        source = TreeSettingSource(SettingTable(.object(values)), name: "the arguments") { "the argument --\($0)" }
    }

    /// Takes a setting from the beginning of some arguments: its name, and its value unless it has none. Nil, and nothing is taken,
    /// if the first argument is no setting.
    package static func popSetting(from arguments: inout ArraySlice<String>) -> (name: String, text: String?)? {
        guard let argument = arguments.first, let name = SettingKey.text(ofArgument: argument) else { return nil }
        arguments.removeFirst()
        if argument.contains("=") { return (name, String(argument.dropFirst(name.count + 3))) }
        let isFollowedByValue = arguments.first.map { !$0.hasPrefix("-") || Double($0) != nil } ?? false
        return (name, isFollowedByValue ? arguments.removeFirst() : nil)
    }

    /// The arguments that give none of some settings: their names, and whether they have values. What follows one without a value is
    /// left out, because it may be the value.
    func arguments(besides keys: Set<String>) -> [(name: String, hasValue: Bool)] {
        if entries.isEmpty { return [] }
        let given = keys.map { (key: $0, variable: EnvironmentSettingSource.variable(for: SettingKey($0))) }
        let used = entries.filter { entry in given.contains { entry.gives($0.key, mappedTo: $0.variable) } }.map(\.name)
        let unused = entries.filter { $0.name == $0.key && !used.contains($0.name) }
            .map { ($0.name, source.table.entries[$0.name]?.value != .bool(true)) }
        return Array(unused.prefix((unused.firstIndex { !$1 } ?? unused.count) + 1))
    }

    /// The source as messages call it.
    public var name: String { source.name }

    /// The text that an argument gives for a key, true or false for one without a value, or an object if arguments go on below it.
    public func setting(at key: SettingKey, as kind: SettingKind) -> SourcedSetting? {
        if entries.isEmpty { return nil }
        let variable = EnvironmentSettingSource.variable(for: key)
        let entry = entries.last { $0.gives("\(key)", mappedTo: variable) }
        guard let entry, kind != .object else { return source.setting(at: key, as: kind) }
        return SourcedSetting(entry.value, from: "the argument --\(entry.name)")
    }

    /// The members that arguments give below a key, in order.
    public func members(of key: SettingKey) -> [String] { source.members(of: key) }
}

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
/// 6. A value is text, and is converted to the type of the setting; a list has commas between its elements, and `\,` is a comma in
///    one. The empty text is a value.
/// 7. A variable gives a single value or a list, never an object: its members have variables of their own. It replaces nothing
///    below its key, because `USER` is not meant for `user.name`, and it can't add an entry to a map.
/// 8. If two settings that the program knows map to one variable that is set, the context reports
///    `variable-ambiguous`, because either could be meant.
/// 9. Placeholders are not looked for in variables.
/// 10. A variable that no setting maps to, and whose name is nearly that of one, is probably misspelt: a report has it as
///    `variable-unread`. Nearly means a typing error in a name of six characters or more, and in a shorter one other
///    capitals or underscores.
public struct EnvironmentSettingSource: SettingSource {
    private let given: [String: String]?

    /// A source of given variables.
    /// - Parameter variables: Values by name; if nil, the process's own, as they are when the source is asked for one.
    public init(_ variables: [String: String]? = nil) { given = variables }

    /// The text of a variable.
    ///
    /// To copy all variables of the process takes as long as booting ten components, so each is asked for by itself.
    func text(of variable: String) -> String? {
        given.map { $0[variable] } ?? getenv(variable).map { String(cString: $0) }
    }

    /// The source as messages call it.
    public var name: String { "the environment" }

    /// The text of the variable that a key maps to; nothing if an object is wanted.
    public func setting(at key: SettingKey, as kind: SettingKind) -> SourcedSetting? {
        if kind == .object { return nil }
        let variable = Self.variable(for: key)
        guard let text = text(of: variable) else { return nil }
        return SourcedSetting(.string(text), from: Self.origin(of: variable))
    }

    /// The variables that none of some keys maps to, and that nearly are that of a key whose own isn't set.
    /// - Parameter keys: The keys of settings, the most important ones first.
    func strays(among keys: [String]) -> [(name: String, meant: String, key: String)] {
        let mapped = keys.map { (variable: Self.variable(for: SettingKey($0)), key: $0) }
        let known = Dictionary(mapped) { first, _ in first }
        let missing = mapped.prefix(DocumentLimits.reported).map(\.variable)
            .filter { !$0.isEmpty && text(of: $0) == nil }
        if missing.isEmpty { return [] }
        let spelled = Dictionary(missing.map { (Self.letters($0), $0) }) { first, _ in first }
        return names.compactMap { name in
            guard known[name] == nil else { return nil }
            let meant =
                spelled[Self.letters(name)]
                ?? (name.count < 6 ? nil : Suggestion.nearest(to: name, among: missing))
            return meant.flatMap { meant in known[meant].map { (name, meant, $0) } }
        }
    }

    /// The variables that would be entries of maps if variables could name new ones, with the key of the map.
    func entries(ofMaps maps: Set<String>, besides keys: [String]) -> [String: String] {
        if maps.isEmpty { return [:] }
        var entries: [String: String] = [:]
        for map in maps.ordered() {
            let start = Self.variable(for: SettingKey(map)) + "_"
            for name in names where name.hasPrefix(start) { entries[name] = map }
        }
        for key in keys { entries[Self.variable(for: SettingKey(key))] = nil }
        return entries
    }

    /// The names of all variables, in order.
    private var names: [String] { (given ?? ProcessInfo.processInfo.environment).keys.ordered() }

    private static func origin(of variable: String) -> String { "the environment variable \(variable)" }

    /// The keys that map to each variable that is set, by its origin.
    func claims(of keys: [String]) -> [String: Set<String>] {
        keys.reduce(into: [:]) { claims, key in
            let variable = Self.variable(for: SettingKey(key))
            if text(of: variable) != nil { claims[Self.origin(of: variable), default: []].insert(key) }
        }
    }

    private static func letters(_ name: String) -> String { name.uppercased().filter { $0.isLetter || $0.isNumber } }

    /// The variable that a key maps to.
    public static func variable(for key: SettingKey) -> String {
        key.parts.map(word).joined(separator: "_")
    }

    /// The name without dots of the argument that gives a key's setting: `server-max-body`.
    static func argument(for key: String) -> String {
        String(variable(for: SettingKey(key)).lowercased().map { $0 == "_" ? "-" : $0 })
    }

    private static func word(_ name: String) -> String {
        let (letters, underscore) = (Array(name.utf8), UInt8(ascii: "_"))
        var result: [UInt8] = []
        for (index, letter) in letters.enumerated() {
            let before = index > 0 ? letters[index - 1] : 0
            let isBeforeSmall = index + 1 < letters.count && letters[index + 1].isSmall
            if letter.isCapital, before.isSmall || before.isDigit || before.isCapital && isBeforeSmall {
                result.append(underscore)
            }
            let isKept = letter.isCapital || letter.isSmall || letter.isDigit
            result.append(isKept ? letter.isSmall ? letter - 0x20 : letter : underscore)
        }
        return result.split(separator: underscore).map { String(decoding: $0, as: UTF8.self) }.joined(separator: "_")
    }
}

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    var isCapital: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
    var isSmall: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
}
