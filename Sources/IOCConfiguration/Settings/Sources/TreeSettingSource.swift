import IOCBase
import IOCModel

/// A setting source with a tree of values, from a file or from code.
public struct TreeSettingSource: SettingSource {
    /// The name of the source in messages.
    public let name: String
    /// The values, an object.
    public var tree: SettingValue { table.tree }
    let table: SettingTable
    private let origin: @Sendable (String) -> String

    /// Creates a source with a tree.
    /// - Parameters:
    ///   - tree: The values, an object.
    ///   - name: The name of the source in messages.
    public init(_ tree: SettingValue, name: String) {
        self.init(SettingTable(tree), name: name, origin: { _ in name })
    }

    init(_ table: SettingTable, name: String, origin: @escaping @Sendable (String) -> String) {
        self.table = table
        self.name = name
        self.origin = origin
    }

    /// Returns the value at a key. Keys with dots and nested objects of the tree are equivalent.
    public func setting(at key: SettingKey, as kind: SettingKind) -> SourcedSetting? {
        guard key.isWellFormed, let value = table.value(at: key.description, as: kind) else { return nil }
        return SourcedSetting(value, from: origin(key.description))
    }

    /// Returns the members of the object at a key, in order.
    public func members(of key: SettingKey) -> [String] {
        table.names(below: key.parts.isEmpty ? nil : key.description)
    }
}

/// A setting source that reads settings such as `--server.port=80` from a program's arguments.
///
/// 1. `--server.port=80`, `--server.port 80` and `--server-port 80` are equivalent. A name without dots is
///    compared by environment variable: `--server-max-body` sets `server.maxBody`, because both map to
///    `SERVER_MAX_BODY`. If it matches two settings that the program reads, the context reports `variable-ambiguous`.
/// 2. The next argument is the value unless it begins with a dash. A negative number is a value.
/// 3. A setting that is true or false needs no value: `--migrate` is true, and `--no-migrate` is false. If any other
///    setting has no value, the context reports `argument-malformed`.
/// 4. If a setting is repeated, the last value counts. A lone `--` ends the settings.
/// 5. A name can't contain colons or spaces, and can't end with an index. A list is passed as a whole, with commas.
///    Values are text, as in ``EnvironmentSettingSource``.
///
/// The source ignores other arguments.
public struct ArgumentSettingSource: SettingSource {
    /// A setting in an argument. `--no-migrate` has two entries: `no-migrate` is true, and `migrate` is false.
    private struct Entry {
        /// The name as it was written.
        let name: String
        /// The key of the setting; without `no-` if it is a negation.
        let key: String
        let value: SettingValue

        /// Returns true if the argument sets `key`. `variable` is the variable that the key maps to.
        func gives(_ key: String, mappedTo variable: String) -> Bool {
            let isNamed = self.key == key || !self.key.contains(".")
            return isNamed && EnvironmentSettingSource.variable(for: SettingKey(self.key)) == variable
        }
    }

    private(set) var faults: [Fault] = []
    let source: TreeSettingSource
    private var entries: [Entry] = []

    /// Creates a source from a program's arguments.
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
                faults.append(Fault(.settingKeyTooLong(key: key.shown, excess: excess), at: .outside("the arguments")))
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

    /// Removes a setting from the beginning of some arguments, and returns its name and its value, which may be
    /// missing. If the first argument isn't a setting, it returns nil and removes nothing.
    package static func popSetting(from arguments: inout ArraySlice<String>) -> (name: String, text: String?)? {
        guard let argument = arguments.first, let name = SettingKey.text(ofArgument: argument) else { return nil }
        arguments.removeFirst()
        if argument.contains("=") { return (name, String(argument.dropFirst(name.count + 3))) }
        let isFollowedByValue = arguments.first.map { !$0.hasPrefix("-") || Double($0) != nil } ?? false
        return (name, isFollowedByValue ? arguments.removeFirst() : nil)
    }

    /// Returns the arguments that set none of the given settings: their names, and whether they have values. The list
    /// ends with the first argument without a value, because the following argument may be its value.
    func arguments(besides keys: Set<String>) -> [(name: String, hasValue: Bool)] {
        if entries.isEmpty { return [] }
        let given = keys.map { (key: $0, variable: EnvironmentSettingSource.variable(for: SettingKey($0))) }
        let used = entries.filter { entry in given.contains { entry.gives($0.key, mappedTo: $0.variable) } }.map(\.name)
        let unused = entries.filter { $0.name == $0.key && !used.contains($0.name) }
            .map { ($0.name, source.table.entries[$0.name]?.value != .bool(true)) }
        return Array(unused.prefix((unused.firstIndex { !$1 } ?? unused.count) + 1))
    }

    /// The name of the source in messages.
    public var name: String { source.name }

    /// Returns the text of the argument for a key; true or false if the argument has no value; an object if there are
    /// arguments for keys below it.
    public func setting(at key: SettingKey, as kind: SettingKind) -> SourcedSetting? {
        if entries.isEmpty { return nil }
        let variable = EnvironmentSettingSource.variable(for: key)
        let entry = entries.last { $0.gives("\(key)", mappedTo: variable) }
        guard let entry, kind != .object else { return source.setting(at: key, as: kind) }
        return SourcedSetting(entry.value, from: "the argument --\(entry.name)")
    }

    /// Returns the members below a key that arguments set, in order.
    public func members(of key: SettingKey) -> [String] { source.members(of: key) }
}

/// A setting source that reads environment variables.
///
/// A key maps to one variable:
///
/// 1. The key path is split at its dots.
/// 2. In each part an underscore is inserted before a capital that follows a small letter or a digit, and before the
///    last of several capitals if a small letter follows: `maxBody` → `max_Body`, `HTTPPort` → `HTTP_Port`.
/// 3. Each character that isn't an ASCII letter or digit becomes an underscore. Several underscores in a row become
///    one, and those at the ends are removed: `max-body` → `max_body`, `ports[0]` → `ports_0`.
/// 4. Letters become capitals, and the parts are joined with underscores: `server.maxBody` → `SERVER_MAX_BODY`.
/// 5. The result is the variable's whole name. A variable is never found by a part of its name.
/// 6. A value is text, and is converted to the type of the setting. A list has commas between its elements, and `\,` is
///    a comma in an element. The empty text is a value.
/// 7. A variable contains a single value or a list, never an object: the members of an object have variables of their
///    own. A variable does not hide the settings below the key that maps to it: if `USER` is set, `user.name` keeps its
///    value from a file. A variable can't add an entry to a dictionary.
/// 8. If two known settings map to one variable that is set, the context reports `variable-ambiguous`, because either
///    could be meant.
/// 9. Placeholders in variables are not replaced.
/// 10. If no setting maps to a variable, but its name is similar to the variable of a setting, it is probably misspelt:
///     a report shows it as `variable-unread`. A name of six characters or more is similar if it has a typing error. A
///     shorter name is similar if it only differs in case or underscores.
public struct EnvironmentSettingSource: SettingSource {
    private let given: [String: String]?

    /// Creates a source from environment variables.
    /// - Parameter variables: Values by name; nil for the process's variables, which are then read at each lookup.
    public init(_ variables: [String: String]? = nil) { given = variables }

    /// Returns the text of a variable.
    func text(of variable: String) -> String? {
        given.map { $0[variable] } ?? getenv(variable).map { String(cString: $0) }
    }

    /// The name of the source in messages.
    public var name: String { "the environment" }

    /// Returns the text of the variable that a key maps to; nil if an object is wanted.
    public func setting(at key: SettingKey, as kind: SettingKind) -> SourcedSetting? {
        if kind == .object { return nil }
        let variable = Self.variable(for: key)
        guard let text = text(of: variable) else { return nil }
        return SourcedSetting(.string(text), from: Self.origin(of: variable))
    }

    /// Returns the variables to which none of the given keys maps, but whose names are similar to a variable that a key
    /// maps to and that isn't set.
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

    /// Returns the variables that look like new entries of dictionaries, with the key of the dictionary. Variables
    /// can't add entries.
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

    /// Returns, for each variable that is set, the keys that map to it, by the variable's origin.
    func claims(of keys: [String]) -> [String: Set<String>] {
        keys.reduce(into: [:]) { claims, key in
            let variable = Self.variable(for: SettingKey(key))
            if text(of: variable) != nil { claims[Self.origin(of: variable), default: []].insert(key) }
        }
    }

    private static func letters(_ name: String) -> String { name.uppercased().filter { $0.isLetter || $0.isNumber } }

    /// Returns the variable that a key maps to.
    public static func variable(for key: SettingKey) -> String {
        key.parts.map(word).joined(separator: "_")
    }

    /// Returns the name without dots of the argument for a key: `server-max-body`.
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
