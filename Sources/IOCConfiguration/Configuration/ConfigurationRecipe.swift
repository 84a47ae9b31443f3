/// How to come by a configuration once more: the names of its files, and what code has changed since they were read.
package struct ConfigurationRecipe: Sendable {
    /// The configuration itself where no file tells it, else what code alone has said.
    private var inCode: ContextConfiguration
    private let file: (path: String, profiles: [String])?
    private var changes: [@Sendable (inout ContextConfiguration) -> Void] = []

    /// - Parameter configuration: What its files said, with what code has changed since.
    package init(_ configuration: ContextConfiguration) {
        inCode = configuration
        file = configuration.files?.asked
        guard let old = configuration.files?.original else { return }
        inCode.files = nil
        for (_, part) in ContextConfiguration.lists { list(part, old) }
        entries(\.components, old)
        entries(\.bindings, old)
        value(\.cycles, old)
        value(\.failsOnUnreadProperties, old)
        value(\.constructionTimeout, old)
        value(\.startTimeout, old)
        value(\.stopTimeout, old)
        value(\.drainTimeout, old)
        value(\.healthTimeout, old)
        value(\.startupConcurrency, old)
        if inCode.properties != old.properties {
            let different = inCode.properties.split(by: old.properties).different
            changes.append { $0.properties = different.merged(over: $0.properties) }
        }
        inCode.properties = [:]
    }

    private mutating func list(_ part: ContextConfiguration.List, _ old: ContextConfiguration) {
        let (ours, theirs) = (inCode[keyPath: part], old[keyPath: part])
        inCode[keyPath: part] = []
        guard ours != theirs else { return }
        let added = ours.filter { !theirs.contains($0) }
        let removed = theirs.filter { !ours.contains($0) }
        changes.append { configuration in
            configuration[keyPath: part].removeAll { removed.contains($0) }
            configuration[keyPath: part] += added.filter { !configuration[keyPath: part].contains($0) }
        }
    }

    private mutating func value<Value: Equatable & Sendable>(
        _ part: any WritableKeyPath<ContextConfiguration, Value> & Sendable, _ old: ContextConfiguration
    ) {
        let value = inCode[keyPath: part]
        if value != old[keyPath: part] { changes.append { $0[keyPath: part] = value } }
    }

    private mutating func entries<Value: Equatable & Sendable>(
        _ part: any WritableKeyPath<ContextConfiguration, [String: Value]> & Sendable, _ old: ContextConfiguration
    ) {
        let (ours, theirs) = (inCode[keyPath: part], old[keyPath: part])
        inCode[keyPath: part] = [:]
        guard ours != theirs else { return }
        let changed = ours.filter { theirs[$0.key] != $0.value }
        let removed = theirs.keys.filter { ours[$0] == nil }
        changes.append { configuration in
            for key in removed { configuration[keyPath: part][key] = nil }
            configuration[keyPath: part].merge(changed) { $1 }
        }
    }

    /// The configuration as its files say it now, with what code has changed since they were read changed again; one that was
    /// made in code is itself.
    ///
    /// 1. What code has added to a list is added; what it took out is left out.
    /// 2. Entries, bindings and properties that code has set or changed win.
    /// 3. So do the policy for cycles, strictness and time limits.
    /// 4. What no file says stays as it is: the environment, arguments, sources, overrides, observers.
    /// - Throws: ``IOCError`` with everything that is wrong with the files.
    package func configuration() throws -> ContextConfiguration {
        guard let file else { return inCode }
        var new = try ContextConfiguration(
            contentsOf: file.path, profiles: file.profiles, environment: inCode.environment,
            arguments: inCode.arguments)
        for change in changes { change(&new) }
        new.overrides = inCode.overrides
        new.excludedClasses = inCode.excludedClasses
        new.knownProfiles = inCode.knownProfiles
        new.refusesUnknownProfiles = inCode.refusesUnknownProfiles
        new.propertySources = inCode.propertySources
        new.observers = inCode.observers
        return new
    }
}
