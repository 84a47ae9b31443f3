import IOCBase
import IOCModel

/// A configuration's setting sources, from the strongest to the weakest:
///
/// 1. overrides set in code,
/// 2. settings that code set or changed,
/// 3. arguments,
/// 4. environment variables,
/// 5. sources of the program's own, the last one first,
/// 6. files: those of profiles, the file itself, what it imports.
///
/// The entry of a component comes before all of them, for that component.
struct ConfigurationSettings: Sendable {
    let configuration: ContextConfiguration
    let environment: EnvironmentSettingSource
    let secretKeys: SecretWords
    private(set) var layers: [SettingLayer] = []
    private(set) var components: [String: SettingLayer] = [:]
    /// The keys in trees, for suggestions.
    private(set) var knownKeys: [String] = []
    private(set) var faults: [Fault] = []
    /// What the files give, without what code has changed.
    private var files = SettingTable([:])

    init(_ configuration: ContextConfiguration) {
        self.configuration = configuration
        environment = EnvironmentSettingSource(configuration.environment)
        secretKeys = SecretWords(configuration.secretKeys)
        let indexed = configuration.overrides.keys.filter { $0.hasSuffix("]") }.ordered()
        faults += indexed.map { key in
            let found = "'\(SettingKey(key).shown)'"
            return Fault(
                .keyWrongType(key: "overrides", wanted: "the keys of whole lists", found: found),
                at: configuration.origin(of: "overrides"))
        }
        let overrides = SettingValue.object(configuration.overrides)
        if indexed.isEmpty, checked(overrides, "overrides") {
            add(overrides, .overrides, "overrides") { "ContextConfiguration.overrides[\"\($0)\"] in code" }
        }
        if checked(configuration.settings, "settings") {
            let original = configuration.files?.settings ?? [:]
            let said = configuration.settings.values(sameAsIn: original, true)
            add(configuration.settings.values(sameAsIn: original, false), .code, "code") {
                Origin.code("ContextConfiguration.settings.\($0)").description
            }
            add(said, .files, "the files") { [files = configuration.files] key in
                files?.place(of: "settings.\(key)")?.description ?? ""
            }
            files = SettingTable(said)
        }
        let arguments = ArgumentSettingSource(configuration.arguments)
        faults += arguments.faults
        layers.append(SettingLayer(rank: .arguments, source: arguments))
        layers.append(SettingLayer(rank: .environment, source: environment))
        layers += configuration.settingSources.reversed().map { SettingLayer(rank: .custom, source: $0) }

        for (name, entry) in configuration.components {
            guard let tree = entry.settings else { continue }
            let path = "components.\(name).settings"
            guard checked(tree, path) else { continue }
            let source = TreeSettingSource(tree, name: path) { configuration.origin(of: "\(path).\($0)").description }
            components[name] = SettingLayer(rank: .component, source: source)
        }
    }

    /// The values that the entry of a component gives for it alone.
    func ownLayer(named name: String, _ simpleName: String) -> SettingLayer? {
        if let layer = components[name] { return layer }
        // An entry without a class may call its component by the simple name.
        return configuration.components[simpleName]?.className == nil ? components[simpleName] : nil
    }

    private mutating func add(
        _ tree: SettingValue, _ rank: SettingLayer.Rank, _ name: String,
        _ origin: @escaping @Sendable (String) -> String
    ) {
        guard tree != [:] else { return }
        let source = TreeSettingSource(tree, name: name, origin: origin)
        knownKeys += source.table.paths
        layers.append(SettingLayer(rank: rank, source: source))
    }

    /// A file's settings are an object, as the reader sees to; code can say anything.
    private mutating func checked(_ tree: SettingValue, _ path: String) -> Bool {
        guard case .object = tree else {
            let kind = Fault.Kind.keyWrongType(key: path, wanted: "an object", found: tree.kindDescription)
            faults.append(Fault(kind, at: configuration.origin(of: path)))
            return false
        }
        let keys = SettingTable(tree).values.keys.lazy.map { SettingKey($0) }
        let excessive = keys.filter { $0.excess != nil }.min { $0.description < $1.description }
        guard let excessive, let excess = excessive.excess else { return true }
        // The place of a key that is too long to be looked for is the tree.
        let place = excessive.description.utf8.count > SettingKey.lengthLimit ? path : "\(path).\(excessive)"
        faults.append(
            Fault(.settingKeyTooLong(key: excessive.shown, excess: excess), at: configuration.origin(of: place)))
        return false
    }

    // MARK: Settings in files

    /// The keys in files that are not among some, with the path of each in its file.
    ///
    /// Of a list whose objects were read, the keys of the objects count.
    func fileKeys(without read: Set<String>) -> [(key: String, path: String)] {
        guard configuration.files != nil else { return [] }
        let lists = Set(read.flatMap { key in key.indices.filter { key[$0] == "[" }.map { String(key[..<$0]) } })
        func unread(_ table: SettingTable, _ prefix: String, _ key: (String) -> String) -> [(String, String)] {
            table.paths.flatMap { path in
                let key = key(path)
                guard read.contains(SettingLedger.pattern(of: key)) else { return [(key, prefix + path)] }
                guard lists.contains(SettingLedger.pattern(of: key)), let value = table.values[path] else { return [] }
                return Self.objects(in: value, at: "").flatMap { place, object in
                    unread(SettingTable(object), "\(prefix)\(path)\(place).") { "\(key)\(place).\($0)" }
                }
            }
        }
        let own = components.inOrder.flatMap { name, layer -> [(String, String)] in
            guard let source = layer.source as? TreeSettingSource else { return [] }
            return unread(source.table, "\(source.name).") { "\(source.name).\($0)" }
        }
        return unread(files, "settings.") { $0 } + own
    }

    /// True if a file has `null` for what another one gives; such a `null` is never reported as unread.
    func takesAway(_ key: String, at path: String) -> Bool {
        files.values[key] == .null && (configuration.files?.places(of: path).count ?? 0) > 1
    }

    /// The objects in a list and in the lists in it, with their indices.
    private static func objects(in value: SettingValue, at place: String) -> [(place: String, object: SettingValue)] {
        switch value {
        case .array(let elements):
            elements.enumerated().flatMap { index, element in objects(in: element, at: "\(place)[\(index)]") }
        case .object: place.isEmpty ? [] : [(place, value)]
        default: []
        }
    }
}
