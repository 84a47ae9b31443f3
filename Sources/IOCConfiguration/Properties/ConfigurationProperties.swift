import IOCBase
import IOCModel

/// A configuration's property sources, from the strongest to the weakest:
///
/// 1. overrides set in code,
/// 2. properties that code set or changed,
/// 3. arguments,
/// 4. environment variables,
/// 5. sources of the program's own, the last one first,
/// 6. files: those of profiles, the file itself, what it imports.
///
/// The entry of a component comes before all of them, for that component.
struct ConfigurationProperties: Sendable {
    let configuration: ContextConfiguration
    let environment: EnvironmentPropertySource
    let secretKeys: SecretWords
    private(set) var layers: [PropertyLayer] = []
    private(set) var components: [String: PropertyLayer] = [:]
    /// The keys in trees, for suggestions.
    private(set) var knownKeys: [String] = []
    private(set) var faults: [Fault] = []
    /// What the files give, without what code has changed.
    private var files = PropertyTable([:])

    init(_ configuration: ContextConfiguration) {
        self.configuration = configuration
        environment = EnvironmentPropertySource(configuration.environment)
        secretKeys = SecretWords(configuration.secretKeys)
        let indexed = configuration.overrides.keys.filter { $0.hasSuffix("]") }.ordered()
        faults += indexed.map { key in
            let found = "'\(PropertyKey(key).shown)'"
            return Fault(
                .keyWrongType(key: "overrides", wanted: "the keys of whole lists", found: found),
                at: configuration.origin(of: "overrides"))
        }
        let overrides = PropertyValue.object(configuration.overrides)
        if indexed.isEmpty, checked(overrides, "overrides") {
            add(overrides, .overrides, "overrides") { "ContextConfiguration.overrides[\"\($0)\"] in code" }
        }
        if checked(configuration.properties, "properties") {
            let original = configuration.files?.properties ?? [:]
            let said = configuration.properties.values(sameAsIn: original, true)
            add(configuration.properties.values(sameAsIn: original, false), .code, "code") {
                Origin.code("ContextConfiguration.properties.\($0)").description
            }
            add(said, .files, "the files") { [files = configuration.files] key in
                files?.place(of: "properties.\(key)")?.description ?? ""
            }
            files = PropertyTable(said)
        }
        let arguments = ArgumentPropertySource(configuration.arguments)
        faults += arguments.faults
        layers.append(PropertyLayer(rank: .arguments, source: arguments))
        layers.append(PropertyLayer(rank: .environment, source: environment))
        layers += configuration.propertySources.reversed().map { PropertyLayer(rank: .custom, source: $0) }

        for (name, entry) in configuration.components {
            guard let tree = entry.properties else { continue }
            let path = "components.\(name).properties"
            guard checked(tree, path) else { continue }
            let source = TreePropertySource(tree, name: path) { configuration.origin(of: "\(path).\($0)").description }
            components[name] = PropertyLayer(rank: .component, source: source)
        }
    }

    /// The values that the entry of a component gives for it alone.
    func ownLayer(named name: String, _ simpleName: String) -> PropertyLayer? {
        if let layer = components[name] { return layer }
        // An entry without a class may call its component by the simple name.
        return configuration.components[simpleName]?.className == nil ? components[simpleName] : nil
    }

    private mutating func add(
        _ tree: PropertyValue, _ rank: PropertyLayer.Rank, _ name: String,
        _ origin: @escaping @Sendable (String) -> String
    ) {
        guard tree != [:] else { return }
        let source = TreePropertySource(tree, name: name, origin: origin)
        knownKeys += source.table.paths
        layers.append(PropertyLayer(rank: rank, source: source))
    }

    /// A file's properties are an object, as the reader sees to; code can say anything.
    private mutating func checked(_ tree: PropertyValue, _ path: String) -> Bool {
        guard case .object = tree else {
            let kind = Fault.Kind.keyWrongType(key: path, wanted: "an object", found: tree.kindDescription)
            faults.append(Fault(kind, at: configuration.origin(of: path)))
            return false
        }
        let keys = PropertyTable(tree).values.keys.lazy.map { PropertyKey($0) }
        let excessive = keys.filter { $0.excess != nil }.min { $0.description < $1.description }
        guard let excessive, let excess = excessive.excess else { return true }
        // The place of a key that is too long to be looked for is the tree.
        let place = excessive.description.utf8.count > PropertyKey.lengthLimit ? path : "\(path).\(excessive)"
        faults.append(
            Fault(.propertyKeyTooLong(key: excessive.shown, excess: excess), at: configuration.origin(of: place)))
        return false
    }

    // MARK: Properties in files

    /// The keys in files that are not among some, with the path of each in its file.
    ///
    /// Of a list whose objects were read, the keys of the objects count.
    func fileKeys(without read: Set<String>) -> [(key: String, path: String)] {
        guard configuration.files != nil else { return [] }
        let lists = Set(read.flatMap { key in key.indices.filter { key[$0] == "[" }.map { String(key[..<$0]) } })
        func unread(_ table: PropertyTable, _ prefix: String, _ key: (String) -> String) -> [(String, String)] {
            table.paths.flatMap { path in
                let key = key(path)
                guard read.contains(PropertyLedger.pattern(of: key)) else { return [(key, prefix + path)] }
                guard lists.contains(PropertyLedger.pattern(of: key)), let value = table.values[path] else { return [] }
                return Self.objects(in: value, at: "").flatMap { place, object in
                    unread(PropertyTable(object), "\(prefix)\(path)\(place).") { "\(key)\(place).\($0)" }
                }
            }
        }
        let own = components.inOrder.flatMap { name, layer -> [(String, String)] in
            guard let source = layer.source as? TreePropertySource else { return [] }
            return unread(source.table, "\(source.name).") { "\(source.name).\($0)" }
        }
        return unread(files, "properties.") { $0 } + own
    }

    /// True if a file has `null` for what another one gives; such a `null` is never reported as unread.
    func takesAway(_ key: String, at path: String) -> Bool {
        files.values[key] == .null && (configuration.files?.places(of: path).count ?? 0) > 1
    }

    /// The objects in a list and in the lists in it, with their indices.
    private static func objects(in value: PropertyValue, at place: String) -> [(place: String, object: PropertyValue)] {
        switch value {
        case .array(let elements):
            elements.enumerated().flatMap { index, element in objects(in: element, at: "\(place)[\(index)]") }
        case .object: place.isEmpty ? [] : [(place, value)]
        default: []
        }
    }
}
