extension ConfigurationKey {

    /// Every key of a configuration, in the order in which a message lists them.
    static let all: [ConfigurationKey] = [
        .list("prefixes", \.prefixes),
        .list("classes", \.classes),
        .list("exclude", \.exclude),
        .list("assemblies", \.assemblies),
        .imports,
        .list("profiles", \.profiles),
        .value("cycles", \.cycles) { $0.word($1, $2, of: ContextConfiguration.CyclePolicy.all) },
        .value("reload", \.reload) { $0.word($1, $2, of: ContextConfiguration.ReloadPolicy.all) },
        .entries("components", \.components) { $0.component($1, $2) },
        .entries("bindings", \.bindings) { $0.text($1, $2) },
        .tree("properties", \.properties),
        .list("secretKeys", \.secretKeys),
        .value("strict", as: "failsOnUnreadProperties", \.failsOnUnreadProperties) { $0.flag($1, $2) },
        .value("timeouts.construction", as: "constructionTimeout", \.constructionTimeout) { $0.duration($1, $2) },
        .value("timeouts.start", as: "startTimeout", \.startTimeout) { $0.duration($1, $2) },
        .value("timeouts.stop", as: "stopTimeout", \.stopTimeout) { $0.duration($1, $2) },
        .value("timeouts.drain", as: "drainTimeout", \.drainTimeout) { $0.duration($1, $2, canBeZero: true) },
        .value("timeouts.health", as: "healthTimeout", \.healthTimeout) { $0.duration($1, $2) },
        .value("startup.concurrency", as: "startupConcurrency", \.startupConcurrency) {
            $0.count($1, $2).map(Optional.some)
        },
        .code("overrides", \.overrides, shown: { PropertyValue.object($0) }, isSame: ==),
        .code("arguments", \.arguments).showing { $0.shownArguments },
        .code("environment", \.environment, shown: { _ in nil }, isSame: ==),
        .code("propertySources", \.propertySources, shown: { $0.map(\.name) }, isSame: areNone),
        .code("knownProfiles", \.knownProfiles),
        .code("observers", \.observers, shown: { $0.map { "\(type(of: $0))" } }, isSame: areNone),
        .code("excludedClasses", \.excludedClasses).showing { _ in nil },
        .code("refusesUnknownProfiles", \.refusesUnknownProfiles).showing { _ in nil },
    ]

    /// Returns true if there is nothing to compare: what user code implements can't be compared, and is never the same.
    @Sendable
    private static func areNone<Element>(_ one: [Element], _ other: [Element]) -> Bool { one.isEmpty && other.isEmpty }

    private func showing(_ shown: @escaping @Sendable (ContextConfiguration) -> Any?) -> Self {
        var row = self
        row.shown = shown
        return row
    }
}
