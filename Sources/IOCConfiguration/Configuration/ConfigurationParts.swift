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
            Part("bindings", bindings, key: "bindings"), Part("properties", properties, key: "properties"),
            Part("secretKeys", secretKeys, key: "secretKeys"),
            Part("failsOnUnreadProperties", failsOnUnreadProperties, key: "strict"),
            Part("constructionTimeout", constructionTimeout, key: "timeouts.construction"),
            Part("startTimeout", startTimeout, key: "timeouts.start"),
            Part("stopTimeout", stopTimeout, key: "timeouts.stop"),
            Part("drainTimeout", drainTimeout, key: "timeouts.drain"),
            Part("healthTimeout", healthTimeout, key: "timeouts.health"),
            Part("startupConcurrency", startupConcurrency, key: "startup.concurrency"),
            Part("overrides", PropertyValue.object(overrides)), Part("knownProfiles", knownProfiles),
            Part("arguments", arguments, shown: shownArguments), Part("environment", environment, shown: nil),
            Part("excludedClasses", excludedClasses, shown: nil),
            Part("refusesUnknownProfiles", refusesUnknownProfiles, shown: nil),
        ]
    }

    /// Returns true if another configuration says the same, wherever it was said. Property sources and observers are never
    /// the same.
    package func saysTheSame(as other: ContextConfiguration) -> Bool {
        [observers.count, other.observers.count, propertySources.count, other.propertySources.count]
            .allSatisfy { $0 == 0 } && zip(parts, other.parts).allSatisfy { $0.isSame(as: $1) }
    }

    /// Changes this configuration, as files have it now, in the way in which code has changed what they said before.
    ///
    /// 1. What code has added to a list is added; what it took out is left out.
    /// 2. Entries, bindings, properties and single values that code has set or changed win.
    /// 3. What no file can say stays as it is in code.
    mutating func repeatChanges(from files: ContextConfiguration, to code: ContextConfiguration) {
        for list in [\.prefixes, \.classes, \.exclude, \.assemblies, \.profiles, \.secretKeys]
            as [WritableKeyPath<ContextConfiguration, [String]>]
        {
            let (before, after) = (files[keyPath: list], code[keyPath: list])
            self[keyPath: list].removeAll { before.contains($0) && !after.contains($0) }
            for element in after where !before.contains(element) && !self[keyPath: list].contains(element) {
                self[keyPath: list].append(element)
            }
        }
        func change<Value: Equatable>(_ path: WritableKeyPath<ContextConfiguration, Value>) {
            if code[keyPath: path] != files[keyPath: path] { self[keyPath: path] = code[keyPath: path] }
        }
        func changeEntries<Value: Equatable>(_ path: WritableKeyPath<ContextConfiguration, [String: Value]>) {
            let (before, after) = (files[keyPath: path], code[keyPath: path])
            for name in Set(before.keys).union(after.keys) where before[name] != after[name] {
                self[keyPath: path][name] = after[name]
            }
        }
        changeEntries(\.components)
        changeEntries(\.bindings)
        properties = code.properties.difference(from: files.properties).merged(over: properties)
        change(\.cycles)
        change(\.reload)
        change(\.failsOnUnreadProperties)
        for time in [\.constructionTimeout, \.startTimeout, \.stopTimeout, \.drainTimeout, \.healthTimeout]
            as [WritableKeyPath<ContextConfiguration, Duration>]
        {
            change(time)
        }
        change(\.startupConcurrency)
        (overrides, arguments, environment) = (code.overrides, code.arguments, code.environment)
        (propertySources, observers, knownProfiles) = (code.propertySources, code.observers, code.knownProfiles)
        (excludedClasses, refusesUnknownProfiles) = (code.excludedClasses, code.refusesUnknownProfiles)
    }
}

extension ContextConfiguration: CustomReflectable {
    /// The mirror of a configuration for printing, with secrets masked and no environment.
    public var customMirror: Mirror {
        var children = parts.compactMap { part in part.shown.map { (label: String?.some(part.name), value: $0) } }
        children.append(("propertySources", propertySources.map(\.name)))
        children.append(("observers", observers.map { "\(type(of: $0))" }))
        return Mirror(self, children: children, displayStyle: .struct)
    }

    /// The arguments, without the values of secret properties and of unknown options.
    var shownArguments: [String] {
        let secrets = SecretKeys.usual.union(SecretKeys(secretKeys))
        return arguments.enumerated().map { index, argument in
            guard let key = PropertyKey.text(ofArgument: argument) else {
                // A word behind an option may be its value.
                let before = index > 0 ? arguments[index - 1] : ""
                let isValue = before.hasPrefix("-") && !before.contains("=") && !argument.hasPrefix("-")
                return isValue ? "…" : ShownText.argument(argument)
            }
            return secrets.matches(PropertyKey(key)) ? "--\(key)=\(SecretKeys.mask)" : ShownText.line(argument)
        }
    }
}
