extension Configuration {
    /// The configuration as its files say it now, with what code has changed since they were read changed again; one that was
    /// made in code is itself.
    ///
    /// 1. What code has added to a list is added; what it took out is left out.
    /// 2. Entries, bindings and properties that code has set or changed win.
    /// 3. So do the policy for cycles, strictness and time limits.
    /// 4. What no file says stays as it is: the environment, arguments, sources, overrides, observers.
    /// - Throws: ``IOCError`` with everything that is wrong with the files.
    package func reloaded() throws -> Configuration {
        guard let files else { return self }
        let (path, profiles) = files.asked
        let old = files.original
        var new = try Configuration(
            contentsOf: path, profiles: profiles, environment: environment, arguments: arguments)
        func list(_ part: WritableKeyPath<Configuration, [String]>) {
            let added = self[keyPath: part].filter { !old[keyPath: part].contains($0) }
            let removed = old[keyPath: part].filter { !self[keyPath: part].contains($0) }
            new[keyPath: part].removeAll { removed.contains($0) }
            new[keyPath: part] += added.filter { !new[keyPath: part].contains($0) }
        }
        func value<Value: Equatable>(_ part: WritableKeyPath<Configuration, Value>) {
            if self[keyPath: part] != old[keyPath: part] { new[keyPath: part] = self[keyPath: part] }
        }
        func entries<Value: Equatable>(_ part: WritableKeyPath<Configuration, [String: Value]>) {
            for (key, value) in self[keyPath: part] where old[keyPath: part][key] != value {
                new[keyPath: part][key] = value
            }
            for key in old[keyPath: part].keys where self[keyPath: part][key] == nil {
                new[keyPath: part][key] = nil
            }
        }
        for part in [\Self.prefixes, \.classes, \.exclude, \.assemblies, \.profiles, \.secretKeys] { list(part) }
        entries(\.components)
        entries(\.bindings)
        value(\.cycles)
        value(\.strict)
        value(\.constructionTimeout)
        value(\.startTimeout)
        value(\.stopTimeout)
        new.properties = properties.split(by: old.properties).different.merged(over: new.properties)
        new.overrides = overrides
        new.excludedClasses = excludedClasses
        new.knownProfiles = knownProfiles
        new.refusesUnknownProfiles = refusesUnknownProfiles
        new.propertySources = propertySources
        new.observers = observers
        return new
    }
}
