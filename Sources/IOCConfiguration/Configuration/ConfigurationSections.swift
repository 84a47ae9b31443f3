/// The content of one file by itself.
struct ConfigurationSections {
    /// A file to read first.
    struct Import {
        var path: String
        var isOptional: Bool
        var index: Int
    }

    /// The keys at the top of a file, in the order in which a message lists them.
    static let keys = [
        "prefixes", "classes", "exclude", "assemblies", "imports", "profiles", "cycles", "reload", "components",
        "bindings", "settings", "secretKeys", "strict", "timeouts", "startup",
    ]
    static let listKeys = ["prefixes", "classes", "exclude", "assemblies", "profiles", "secretKeys"]
    static let timeoutKeys = ["construction", "start", "stop", "drain", "health"]

    /// The lists of texts, by key.
    var lists: [String: [String]] = [:]
    var imports: [Import] = []
    var cycles: ContextConfiguration.CyclePolicy?
    var reload: ContextConfiguration.ReloadPolicy?
    var components: [String: ContextConfiguration.ComponentEntry] = [:]
    var bindings: [String: String] = [:]
    var settings: SettingValue = [:]
    var strict: Bool?
    /// The time limits, by their key below `timeouts`.
    var timeouts: [String: Duration] = [:]
    var startupConcurrency: Int?

    /// Lays the file over those that were read before: lists add up without repetition, and of anything else the later
    /// file wins.
    func merge(into result: inout ContextConfiguration) {
        func add(_ key: String, to list: inout [String]) {
            for element in lists[key] ?? [] where !list.contains(element) { list.append(element) }
        }
        add("prefixes", to: &result.prefixes)
        add("classes", to: &result.classes)
        add("exclude", to: &result.exclude)
        add("assemblies", to: &result.assemblies)
        add("profiles", to: &result.profiles)
        add("secretKeys", to: &result.secretKeys)
        if let cycles { result.cycles = cycles }
        if let reload { result.reload = reload }
        result.components.merge(components) { $1 }
        result.bindings.merge(bindings) { $1 }
        result.settings = settings.merged(over: result.settings)
        if let strict { result.failsOnUnreadSettings = strict }
        if let time = timeouts["construction"] { result.constructionTimeout = time }
        if let time = timeouts["start"] { result.startTimeout = time }
        if let time = timeouts["stop"] { result.stopTimeout = time }
        if let time = timeouts["drain"] { result.drainTimeout = time }
        if let time = timeouts["health"] { result.healthTimeout = time }
        if let startupConcurrency { result.startupConcurrency = startupConcurrency }
    }
}
