import IOCBase
import IOCModel

extension ContextConfiguration {
    /// A part of a configuration that can be compared.
    struct Part {
        /// The name in code.
        let name: String
        /// The key path in a file, such as `timeouts.start`; nil if only code can say it.
        let key: String?
        let value: any Equatable
        /// The value as it may be printed; nil if it is never printed.
        let shown: Any?

        init(_ name: String, _ value: any Equatable, key: String? = nil) {
            self.init(name, value, key: key, shown: value)
        }

        init(_ name: String, _ value: any Equatable, key: String? = nil, shown: Any?) {
            self.name = name
            self.key = key
            self.value = value
            self.shown = shown
        }

        /// Returns true if the same part of another configuration has the same value.
        func isSame(as other: Part) -> Bool {
            func isEqual<Value: Equatable>(_ value: Value) -> Bool { value == other.value as? Value }
            return isEqual(value)
        }
    }

    /// Every part but those that user code implements, which can't be compared.
    var parts: [Part] {
        [
            Part("prefixes", prefixes, key: "prefixes"), Part("classes", classes, key: "classes"),
            Part("exclude", exclude, key: "exclude"), Part("assemblies", assemblies, key: "assemblies"),
            Part("profiles", profiles, key: "profiles"), Part("cycles", cycles, key: "cycles"),
            Part("reload", reload, key: "reload"), Part("components", components, key: "components"),
            Part("bindings", bindings, key: "bindings"), Part("settings", settings, key: "settings"),
            Part("secretKeys", secretKeys, key: "secretKeys"),
            Part("failsOnUnreadSettings", failsOnUnreadSettings, key: "strict"),
            Part("constructionTimeout", constructionTimeout, key: "timeouts.construction"),
            Part("startTimeout", startTimeout, key: "timeouts.start"),
            Part("stopTimeout", stopTimeout, key: "timeouts.stop"),
            Part("drainTimeout", drainTimeout, key: "timeouts.drain"),
            Part("healthTimeout", healthTimeout, key: "timeouts.health"),
            Part("startupConcurrency", startupConcurrency, key: "startup.concurrency"),
            Part("overrides", SettingValue.object(overrides)), Part("knownProfiles", knownProfiles),
            Part("arguments", arguments, shown: shownArguments), Part("environment", environment, shown: nil),
            Part("excludedClasses", excludedClasses, shown: nil),
            Part("argumentProfiles", argumentProfiles, shown: nil),
        ]
    }

    /// Returns true if another configuration says the same, wherever it was said. Setting sources and observers are never
    /// the same.
    package func saysTheSame(as other: ContextConfiguration) -> Bool {
        [observers.count, other.observers.count, settingSources.count, other.settingSources.count]
            .allSatisfy { $0 == 0 } && zip(parts, other.parts).allSatisfy { $0.isSame(as: $1) }
    }

    /// The differences from another configuration: the keys of the file besides its settings, and the paths of settings, in
    /// order.
    package func differences(from former: ContextConfiguration) -> (sections: [String], settings: [String]) {
        let changed = zip(parts, former.parts).filter { !$0.isSame(as: $1) }.map(\.0)
        let (before, after) = (former.settingsByPath, settingsByPath)
        return (
            changed.compactMap(\.key).filter { $0 != "settings" },
            Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.ordered()
        )
    }

    /// The values of settings by their paths.
    private var settingsByPath: [String: SettingValue] {
        SettingTable(settings).values.merging(SettingTable(.object(overrides)).values) { $1 }
    }
}

extension ContextConfiguration: CustomReflectable {
    /// The mirror of a configuration for printing, with secrets masked and no environment.
    public var customMirror: Mirror {
        var children = parts.compactMap { part in part.shown.map { (label: String?.some(part.name), value: $0) } }
        children.append(("settingSources", settingSources.map(\.name)))
        children.append(("observers", observers.map { "\(type(of: $0))" }))
        return Mirror(self, children: children, displayStyle: .struct)
    }

    /// The arguments, without the values of secret settings and of unknown options.
    var shownArguments: [String] {
        let secrets = SecretWords.usual.union(SecretWords(secretKeys))
        return arguments.enumerated().map { index, argument in
            guard let key = SettingKey.text(ofArgument: argument) else {
                // A word behind an option may be its value.
                let before = index > 0 ? arguments[index - 1] : ""
                let isValue = before.hasPrefix("-") && !before.contains("=") && !argument.hasPrefix("-")
                return isValue ? "…" : ShownText.argument(argument)
            }
            return secrets.matches(SettingKey(key)) ? "--\(key)=\(ShownText.mask)" : ShownText.line(argument)
        }
    }
}
