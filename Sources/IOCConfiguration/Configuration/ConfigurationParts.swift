import IOCBase
import IOCModel

extension ContextConfiguration {
    /// The lists of strings, by their keys in a file.
    static var lists: [(key: String, list: WritableKeyPath<ContextConfiguration, [String]>)] {
        [
            ("prefixes", \.prefixes), ("classes", \.classes), ("exclude", \.exclude), ("assemblies", \.assemblies),
            ("profiles", \.profiles), ("secretKeys", \.secretKeys),
        ]
    }

    /// The time limits, by their keys below `timeouts` in a file.
    static var timeouts: [(key: String, limit: WritableKeyPath<ContextConfiguration, Duration>)] {
        [
            ("construction", \.constructionTimeout), ("start", \.startTimeout), ("stop", \.stopTimeout),
            ("drain", \.drainTimeout), ("health", \.healthTimeout),
        ]
    }

    private typealias Part = (name: String, key: String?, value: any Equatable)

    /// The parts that can be compared. Setting sources and observers can't. Each part has its name in code and its key
    /// path in a file. The key path is nil if only code can set the part.
    private var parts: [Part] {
        var parts: [Part] = Self.lists.map { ($0.key, $0.key, self[keyPath: $0.list]) }
        parts += Self.timeouts.map { ("\($0.key)Timeout", "timeouts.\($0.key)", self[keyPath: $0.limit]) }
        parts += [
            ("cycles", "cycles", cycles), ("reload", "reload", reload), ("components", "components", components),
            ("bindings", "bindings", bindings), ("settings", "settings", settings),
            ("failsOnUnreadSettings", "strict", failsOnUnreadSettings),
            ("startupConcurrency", "startup.concurrency", startupConcurrency),
            ("overrides", nil, SettingValue.object(overrides)), ("knownProfiles", nil, knownProfiles),
            ("arguments", nil, arguments), ("environment", nil, environment),
            ("excludedClasses", nil, excludedClasses), ("argumentProfiles", nil, argumentProfiles),
            ("classTypes", nil, classTypes), ("excludedTypes", nil, excludedTypes),
        ]
        return parts
    }

    /// Returns the parts that differ in another configuration.
    private func parts(differingFrom other: ContextConfiguration) -> [(name: String, key: String?)] {
        zip(parts, other.parts).filter { !$0.value.isEqual(to: $1.value) }.map { part, _ in (part.name, part.key) }
    }

    /// Returns true if the parts at or below a key path of a file are equal in another configuration; false if there
    /// are no such parts.
    func isEqual(to other: ContextConfiguration, at keyPath: String) -> Bool {
        func isBelow(_ key: String?) -> Bool { key == keyPath || key?.hasPrefix("\(keyPath).") == true }
        return parts.contains { isBelow($0.key) } && !parts(differingFrom: other).contains { isBelow($0.key) }
    }

    /// Returns true if another configuration has equal contents, whatever their places are. Returns false if one of
    /// them has setting sources or observers, which can't be compared.
    package func hasSameContents(as other: ContextConfiguration) -> Bool {
        [observers.count, other.observers.count, settingSources.count, other.settingSources.count]
            .allSatisfy { $0 == 0 } && parts(differingFrom: other).isEmpty
    }

    /// Returns the differences from another configuration: the keys of changed parts except `settings`, and the sorted
    /// paths of changed settings.
    package func differences(from former: ContextConfiguration) -> (sections: [String], settings: [String]) {
        let (before, after) = (former.changeableSettings, changeableSettings)
        return (
            parts(differingFrom: former).compactMap(\.key).filter { $0 != "settings" },
            Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.ordered()
        )
    }

    /// The values of settings by their paths, including overrides.
    private var changeableSettings: [String: SettingValue] {
        SettingTable(.object(overrides)).laid(over: settingTable).entries.mapValues(\.value)
    }
}

extension Equatable {
    /// Returns true if another value has the same type and is equal.
    fileprivate func isEqual(to other: any Equatable) -> Bool { self == other as? Self }
}

extension ContextConfiguration: CustomReflectable {
    /// The mirror of a configuration for printing. Secrets are masked, and the environment is left out.
    public var customMirror: Mirror {
        var children = parts.filter { $0.name != "environment" }.map { part -> (label: String?, value: Any) in
            (part.name, part.name == "arguments" ? shownArguments : part.value)
        }
        children.append(("settingSources", settingSources.map(\.name)))
        children.append(("observers", observers.map { "\(type(of: $0))" }))
        return Mirror(self, children: children, displayStyle: .struct)
    }

    /// The arguments. Only an argument such as `--key=value` shows its value, unless the setting is secret.
    var shownArguments: [String] {
        let secrets = SecretWords.usual.union(SecretWords(secretKeys))
        return arguments.enumerated().map { index, argument in
            guard argument.contains("="), let key = SettingKey.text(ofArgument: argument) else {
                // A word after an option may be the option's value, and secret.
                let before = index > 0 ? arguments[index - 1] : ""
                let isValue = before.hasPrefix("-") && !before.contains("=") && !argument.hasPrefix("-")
                return isValue ? "…" : ShownText.argument(argument)
            }
            return secrets.match(key) ? "--\(key)=\(ShownText.mask)" : ShownText.line(argument)
        }
    }
}
