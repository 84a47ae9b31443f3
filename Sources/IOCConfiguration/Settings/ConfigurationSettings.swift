import IOCBase
import IOCModel

/// A configuration's setting sources, from the strongest to the weakest:
///
/// 1. overrides in code,
/// 2. settings that code has set or changed,
/// 3. arguments,
/// 4. environment variables,
/// 5. the program's own sources, the last one first,
/// 6. files: those of profiles, the main file, then its imports.
///
/// If a component reads a setting, the settings in its own entry are stronger than all of these.
struct ConfigurationSettings: Sendable {
    let configuration: ContextConfiguration
    let environment: EnvironmentSettingSource
    let arguments: ArgumentSettingSource
    let secretKeys: SecretWords
    private(set) var layers: [SettingLayer] = []
    private(set) var components: [String: SettingLayer] = [:]
    /// The keys of the settings in code and in files, for suggestions.
    private(set) var knownKeys: [String] = []
    private(set) var faults: [Fault] = []

    init(_ configuration: ContextConfiguration) {
        self.configuration = configuration
        environment = EnvironmentSettingSource(configuration.environment)
        arguments = ArgumentSettingSource(configuration.arguments)
        secretKeys = SecretWords(configuration.secretKeys)
        let indexed = configuration.overrides.keys.filter { $0.hasSuffix("]") }.ordered()
        faults += indexed.map { key in
            let found = "'\(SettingKey(key).shown)'"
            return Fault(
                .keyWrongType(key: "overrides", wanted: "the keys of whole lists", found: found),
                at: configuration.origin(of: "overrides"))
        }
        if indexed.isEmpty {
            add(SettingTable(.object(configuration.overrides)), .overrides, "overrides") {
                "ContextConfiguration.overrides[\"\($0)\"] in code"
            }
        }
        let settings = configuration.settingTable
        if isSound(settings, "settings") {
            add(settings.part(ofFiles: false), .code, "code") {
                Origin.code("ContextConfiguration.settings.\($0)").description
            }
            add(settings.part(ofFiles: true), .files, "the files") { [files = configuration.files] key in
                files?.place(of: "settings.\(key)")?.description ?? ""
            }
        }
        faults += arguments.faults
        layers.append(SettingLayer(rank: .arguments, source: arguments))
        layers.append(SettingLayer(rank: .environment, source: environment))
        layers += configuration.settingSources.reversed().map { SettingLayer(rank: .custom, source: $0) }

        for (name, entry) in configuration.components {
            guard let tree = entry.settings else { continue }
            let path = "components.\(name).settings"
            let table = SettingTable(tree)
            guard isSound(table, path) else { continue }
            let source = TreeSettingSource(table, name: path) { configuration.origin(of: "\(path).\($0)").description }
            components[name] = SettingLayer(rank: .component, source: source)
        }
    }

    /// Returns the settings in a component's entry, which only this component reads; nil if it has none.
    func ownLayer(named name: String, _ simpleName: String) -> SettingLayer? {
        if let layer = components[name] { return layer }
        // An entry without a class may use the simple name of its component.
        return configuration.components[simpleName]?.className == nil ? components[simpleName] : nil
    }

    private mutating func add(
        _ table: SettingTable, _ rank: SettingLayer.Rank, _ path: String,
        _ origin: @escaping @Sendable (String) -> String
    ) {
        guard !table.entries.isEmpty, isSound(table, path) else { return }
        knownKeys += table.paths.filter { SettingKey($0).isWellFormed }
        layers.append(SettingLayer(rank: rank, source: TreeSettingSource(table, name: path, origin: origin)))
    }

    /// Returns true if the settings can be used; otherwise adds a fault. The reader checks that a file's settings are
    /// an object, but code can set any value.
    private mutating func isSound(_ table: SettingTable, _ path: String) -> Bool {
        guard table.isObject else {
            let kind = Fault.Kind.keyWrongType(key: path, wanted: "an object", found: table.tree.kind)
            faults.append(Fault(kind, at: configuration.origin(of: path)))
            return false
        }
        let keys = table.entries.keys.lazy.map { SettingKey($0) }
        let excessive = keys.filter { $0.excess != nil }.min { $0.description < $1.description }
        guard let excessive, let excess = excessive.excess else { return true }
        // If a key is too long for a lookup, the place is the whole tree.
        let place = excessive.description.utf8.count > SettingKey.lengthLimit ? path : "\(path).\(excessive)"
        faults.append(
            Fault(.settingKeyTooLong(key: excessive.shown, excess: excess), at: configuration.origin(of: place)))
        return false
    }

    // MARK: Settings in files

    /// Returns the keys of the values in files and in components' entries, each with its path in the file.
    ///
    /// If something in the elements of a list was read, the keys of all members of its elements are returned instead of
    /// the list's key. A `null` that removes another file's value is left out, and so are values that code has changed.
    /// - Parameter read: The keys that were read.
    func stated(readingLists read: Set<String>) -> [(key: String, path: String)] {
        let lists = Set(read.flatMap { key in key.indices.filter { key[$0] == "[" }.map { String(key[..<$0]) } })
        func keys(in value: SettingValue, at key: String) -> [String] {
            switch value {
            case .object(let members): return members.inOrder.flatMap { keys(in: $1, at: "\(key).\($0)") }
            case .array(let elements) where lists.contains(SettingKey.pattern(of: key)):
                return elements.enumerated().flatMap { $1.isSingle ? [] : keys(in: $1, at: "\(key)[\($0)]") }
            default: return [key]
            }
        }
        let files = configuration.settingTable.entries.filter { $1.isOfFile && !$1.hasRemoved }
        let own = configuration.components.inOrder.flatMap { name, entry in
            entry.settings.map { keys(in: $0, at: "components.\(name).settings") } ?? []
        }
        return files.inOrder.flatMap { keys(in: $1.value, at: $0) }.map { ($0, "settings.\($0)") }
            + own.map { ($0, $0) }
    }
}
