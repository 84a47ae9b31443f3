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
/// What a component's entry says comes before all of them, for that component.
struct ConfigurationProperties {
    private(set) var layers: [PropertyLayer] = []
    private(set) var components: [String: PropertyLayer] = [:]
    private(set) var knownKeys: [String] = []
    private(set) var faults: [Fault] = []
    let environment: EnvironmentPropertySource

    init(_ configuration: Configuration) {
        environment = EnvironmentPropertySource(configuration.environment)
        var overrides = PropertyValue.object([:])
        for (key, value) in configuration.overrides.sorted(by: { $0.key < $1.key }) {
            overrides.set(value, at: PropertyKey(key).parts)
        }
        add(overrides, .overrides, "overrides") { "Configuration.overrides[\"\($0)\"] in code" }

        let origin: @Sendable (String) -> String = { configuration.origin(of: "properties.\($0)").description }
        if checked(configuration.properties, "properties", configuration) {
            let original = configuration.files?.properties ?? [:]
            let (said, changed) = configuration.properties.split(by: original)
            add(changed, .code, "code", origin)
            add(said, .files, "the files", origin)
        }

        let arguments = ArgumentPropertySource(configuration.arguments)
        faults += arguments.faults
        layers.append(PropertyLayer(rank: .arguments, source: arguments))
        layers.append(PropertyLayer(rank: .environment, source: environment))
        layers += configuration.propertySources.reversed().map { PropertyLayer(rank: .custom, source: $0) }

        for (name, entry) in configuration.components {
            guard let tree = entry.properties else { continue }
            let path = "components.\(name).properties"
            guard checked(tree, path, configuration) else { continue }
            let source = TreePropertySource(tree, name: path) {
                configuration.origin(of: "\(path).\($0)").description
            }
            components[name] = PropertyLayer(rank: .component, source: source)
        }
    }

    private mutating func add(
        _ tree: PropertyValue, _ rank: PropertyLayer.Rank, _ name: String,
        _ origin: @escaping @Sendable (String) -> String
    ) {
        let keys = tree.leafKeys
        guard !keys.isEmpty || tree != [:] else { return }
        knownKeys += keys
        layers.append(PropertyLayer(rank: rank, source: TreePropertySource(tree, name: name, origin: origin)))
    }

    /// A file's properties are objects, as the reader sees to; code can say anything.
    private mutating func checked(_ tree: PropertyValue, _ path: String, _ configuration: Configuration) -> Bool {
        if case .object = tree { return true }
        let kind = Fault.Kind.keyWrongType(key: path, wanted: "an object", found: tree.kindDescription)
        faults.append(Fault(kind, at: configuration.origin(of: path)))
        return false
    }
}

extension Configuration {
    /// The keys of all properties that files give, components' own with their entry's path in front, and their places.
    var filePropertyKeys: [(key: String, origin: Origin)] {
        guard let files else { return [] }
        let (said, _) = properties.split(by: files.properties)
        let shared = said.leafKeys.map { ($0, "properties.\($0)") }
        let own = components.sorted { $0.key < $1.key }.flatMap { name, entry in
            (entry.properties?.leafKeys ?? []).map { key in
                let path = "components.\(name).properties.\(key)"
                return (path, path)
            }
        }
        return (shared + own).compactMap { key, path in
            let origin = origin(of: path)
            if case .file = origin { return (key, origin) }
            return nil
        }
    }
}
