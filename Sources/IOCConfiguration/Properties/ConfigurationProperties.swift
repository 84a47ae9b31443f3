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
struct ConfigurationProperties {
    private(set) var layers: [PropertyLayer] = []
    private(set) var components: [String: PropertyLayer] = [:]
    private(set) var knownKeys: [String] = []
    private(set) var faults: [Fault] = []
    let environment: EnvironmentPropertySource

    init(_ configuration: ContextConfiguration) {
        environment = EnvironmentPropertySource(configuration.environment)
        var overrides = PropertyValue.object([:])
        for (name, value) in configuration.overrides.inOrder {
            let key = PropertyKey(name)
            if let excess = key.excess {
                faults.append(
                    Fault(
                        .propertyKeyTooLong(key: key.shown, excess: excess),
                        at: .code("ContextConfiguration.overrides")))
            } else {
                overrides.set(value, at: key.parts)
            }
        }
        add(overrides, .overrides, "overrides") { "ContextConfiguration.overrides[\"\($0)\"] in code" }

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
        guard tree != [:] else { return }
        knownKeys += tree.leafKeys
        layers.append(PropertyLayer(rank: rank, source: TreePropertySource(tree, name: name, origin: origin)))
    }

    /// A file's properties are objects, as the reader sees to; code can say anything.
    private mutating func checked(_ tree: PropertyValue, _ path: String, _ configuration: ContextConfiguration) -> Bool
    {
        if case .object = tree {
            guard let key = tree.excessiveKey(), let excess = key.excess else { return true }
            // Where a key is too long to be looked for, the tree it stands in has to do.
            let place = key.description.utf8.count > PropertyKey.lengthLimit ? path : "\(path).\(key)"
            faults.append(
                Fault(.propertyKeyTooLong(key: key.shown, excess: excess), at: configuration.origin(of: place)))
            return false
        }
        let kind = Fault.Kind.keyWrongType(key: path, wanted: "an object", found: tree.kindDescription)
        faults.append(Fault(kind, at: configuration.origin(of: path)))
        return false
    }
}

extension ContextConfiguration {
    /// The keys of what files give as properties, components' own with their entry's path in front, and where in a file each
    /// stands if code has not replaced it.
    var filePropertyKeys: [(key: String, path: String)] {
        guard let files else { return [] }
        let (said, _) = properties.split(by: files.properties)
        let shared = said.leafKeys.map { ($0, "properties.\($0)") }
        let own = components.inOrder.flatMap { name, entry in
            (entry.properties?.leafKeys ?? []).map { key in
                let path = "components.\(name).properties.\(key)"
                return (path, path)
            }
        }
        return shared + own
    }

    /// True if a file says `null` for what another one gives: that is for nobody to read.
    func takesAway(_ key: String, at path: String) -> Bool {
        properties.value(at: key) == .null && (files?.places(of: path).count ?? 0) > 1
    }
}

extension PropertyValue {
    /// The first key below this one, in order, that no property may have.
    func excessiveKey(below key: PropertyKey = PropertyKey(parts: [])) -> PropertyKey? {
        guard case .object(let members) = self else { return nil }
        // A key's dots are told apart when it is asked for.
        for (name, value) in members.inOrder {
            let inner = PropertyKey(parts: key.parts + PropertyKey(name).parts)
            if inner.excess != nil { return inner }
            if let found = value.excessiveKey(below: inner) { return found }
        }
        return nil
    }
}
