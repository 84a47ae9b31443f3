import IOCBase
package import IOCModel

/// The configuration of a context: its classes, and traits for its components.
///
/// A configuration is read from a file, or created in code:
///
/// ```swift
/// let fromFile = try ContextConfiguration(contentsOf: "config/applicationContext.json")
/// let inCode = ContextConfiguration(prefixes: ["SG"], bindings: ["Shop.PaymentGateway": "stripe"])
/// ```
public struct ContextConfiguration: Sendable {

    /// Prefixes of qualified or simple class names. A component class that one of them matches is part of the context,
    /// unless it is excluded.
    public var prefixes: [String]
    /// Names of component classes that are part of the context.
    public var classes: [String]
    /// Names of classes, or prefixes of such names, to exclude although a prefix in ``prefixes`` matches.
    public var exclude: [String]
    /// Qualified names of classes to exclude although a prefix matches. Each name excludes only one class.
    package var excludedClasses: [String] = []
    /// The types that code has listed, by their names in ``classes``. Several private types can have the same name.
    package var classTypes: [String: [TypeID]] = [:]
    /// The types that code has excluded, by their names in ``excludedClasses``.
    package var excludedTypes: [String: [TypeID]] = [:]
    /// Names of assemblies whose definitions are part of the context.
    public var assemblies: [String]
    /// The active profiles, besides those in the environment variable `IOC_PROFILES`.
    public var profiles: [String]
    /// Profiles that the program's own code uses. An active profile is reported as unknown if neither these nor a
    /// component, an entry or a file mention it.
    public var knownProfiles: [String] = []
    /// The policy for components that need each other in a cycle.
    public var cycles: CyclePolicy
    /// The event that lets a running context reload changed files.
    public var reload: ReloadPolicy = .signal
    /// The entries of components, by name.
    public var components: [String: ComponentEntry]
    /// The name of the component to choose, by protocol or class.
    public var bindings: [String: String]
    /// The setting tree, an object. Changes in code override files, the environment and arguments.
    ///
    /// ```swift
    /// configuration.settings["server.port"] = 18088
    /// ```
    public var settings: SettingValue {
        get { settingTable.tree }
        set { settingTable = settingTable.changed(to: newValue) }
    }
    /// The settings with their origins.
    var settingTable: SettingTable
    /// Single settings by key path, such as `server.port`. They override all others except those in a component's own
    /// entry.
    public var overrides: [String: SettingValue] = [:]
    /// The program's arguments. Arguments such as `--server.port=80` are settings.
    public var arguments: [String] = []
    /// The environment variables, which are settings; nil for those of the process.
    public var environment: [String: String]?
    /// The program's own setting sources. They are stronger than files and weaker than environment variables. The last
    /// one is the strongest.
    public var settingSources: [any SettingSource] = []
    /// Words that make a setting secret if its key contains one of them. The default is ``usualSecretKeys``.
    public var secretKeys: [String] = ContextConfiguration.usualSecretKeys
    /// True if a setting of a file that no component reads is a fault instead of a notice. The same applies to an
    /// active profile that nothing mentions. The key in a file is `"strict"`.
    public var failsOnUnreadSettings: Bool
    /// The time limit for a thread that waits for a component which another thread is creating.
    public var constructionTimeout: Duration
    /// The time limit for the start of a component.
    public var startTimeout: Duration
    /// The time limit for the stop of a component, and for the end of a service.
    public var stopTimeout: Duration
    /// The time for which a context continues to serve after a request to stop. During this time it reports that it is
    /// not ready for new work.
    public var drainTimeout: Duration = .zero
    /// The time limit of a health check.
    public var healthTimeout: Duration = .seconds(5)
    /// The maximum number of components that start or stop at the same time; nil for the number of cores.
    public var startupConcurrency: Int?
    /// The observers of the components' events, in the order of their calls.
    public var observers: [any ContextObserver]

    /// The profiles that the program's arguments name. If this property isn't nil, an active profile that nothing
    /// mentions is a fault instead of a notice.
    package var argumentProfiles: [String]?
    /// The names of the program's own arguments, which are not settings. If this property isn't nil, any other argument
    /// that sets no setting of a component is a fault.
    package var programOptions: [String]?

    /// The files of the configuration; nil if it was made in code.
    var files: ConfigurationFiles?

    /// Creates a configuration in code.
    public init(
        prefixes: [String] = [], classes: [String] = [], exclude: [String] = [], assemblies: [String] = [],
        profiles: [String] = [], cycles: CyclePolicy = .allow, components: [String: ComponentEntry] = [:],
        bindings: [String: String] = [:], settings: SettingValue = [:], failsOnUnreadSettings: Bool = false,
        constructionTimeout: Duration = .seconds(30), startTimeout: Duration = .seconds(60),
        stopTimeout: Duration = .seconds(10), observers: [any ContextObserver] = []
    ) {
        self.prefixes = prefixes
        self.classes = classes
        self.exclude = exclude
        self.assemblies = assemblies
        self.profiles = profiles
        self.cycles = cycles
        self.components = components
        self.bindings = bindings
        settingTable = SettingTable(settings)
        self.failsOnUnreadSettings = failsOnUnreadSettings
        self.constructionTimeout = constructionTimeout
        self.startTimeout = startTimeout
        self.stopTimeout = stopTimeout
        self.observers = observers
    }
}

extension ContextConfiguration {
    /// Reads the configuration of a file and its imports.
    ///
    /// The file's extension decides its format: `.json`, with the comments of JSON5, or `.plist`, as XML or binary. A
    /// relative path is searched in the working directory, then in the executable's folder. If a profile such as `test`
    /// is active, the file `shop-test.json` beside `shop.json` is merged over it.
    /// - Parameters:
    ///   - path: The file.
    ///   - profiles: Profiles to activate besides those that the file and `IOC_PROFILES` name.
    ///   - environment: The environment variables; nil for those of the process.
    ///   - arguments: The program's arguments. Arguments such as `--server.port=80` are settings.
    /// - Throws: ``IOCError`` with every fault of the file and its imports.
    public init(
        contentsOf path: String, profiles: [String] = [], environment: [String: String]? = nil,
        arguments: [String] = []
    ) throws {
        self = try ConfigurationSource(
            contentsOf: path, profiles: profiles, environment: environment, arguments: arguments, { _ in }
        ).configuration
    }

    /// The folder of a test's package. Relative paths are searched there first. Empty outside of tests.
    @TaskLocal package static var packageFolder = ""

    /// The files that were read, imports before their importers.
    package var sources: [String] { files?.paths ?? [] }

    /// Returns the place of a part of the configuration, such as `prefixes[0]`, `components.stripe.class` or
    /// `bindings.Shop.Gateway`. The empty key path is the whole configuration.
    package func origin(of keyPath: String) -> Origin {
        files?.origin(of: keyPath, in: self)
            ?? .code(keyPath.isEmpty ? "ContextConfiguration" : "ContextConfiguration.\(keyPath)")
    }
}

extension ContextConfiguration {
    /// True if it names no prefix, class, assembly or component.
    package var isEmpty: Bool {
        prefixes.isEmpty && classes.isEmpty && assemblies.isEmpty && components.isEmpty
    }

    /// Returns true if a file of a profile was read, such as `shop-test.json`.
    package func hasFile(for profile: String) -> Bool {
        sources.contains { path in
            let file = path.split(separator: "/").last ?? ""
            return file.prefix { $0 != "." }.hasSuffix("-\(profile)")
        }
    }

    /// Returns the path of the file from which the shared context boots.
    /// - Throws: ``IOCError`` if there is none.
    package static func sharedPath() throws -> String {
        if let path = EnvironmentSettingSource().text(of: "IOC_CONFIG"), !path.isEmpty { return path }
        let usual = ["config/applicationContext.json", "config/applicationContext.plist"]
        let searched = FilePath.searchFolders.flatMap { folder in usual.map { FilePath.absolute($0, in: folder) } }
        guard let found = searched.first(where: FileBytes.exists) else {
            throw IOCError(.contextFileNotFound(searched: searched))
        }
        return found
    }
}

extension ContextConfiguration {
    /// Returns the entries and lists of the configuration that refer to a component, with their places.
    package func said(of component: DependencyGraph.Component) -> ConfiguredFacts {
        let simpleName = component.name.split(separator: ".").last.map(String.init) ?? component.name
        // An entry without a class may use the simple name of its component.
        let entry = [component.name, simpleName].first {
            components[$0] != nil && ($0 == component.name || components[$0]?.className == nil)
        }
        let keys = entry.map { name in
            ComponentEntry.keys.compactMap { key in
                files?.places(of: "components.\(name).\(key)").first.map { "its \"\(key)\" (\($0))" }
            }
        }
        let listing = component.declaration.map(listing) ?? "a definition declares it"
        return (listing, keys ?? [])
    }

    /// Returns the part of the configuration that selects a class or a function: an entry, the list of classes or a
    /// prefix, with its place; nil if none does.
    private func listing(of typeName: String) -> String? {
        let simpleName = typeName.split(separator: ".").last.map(String.init) ?? typeName
        let names = [typeName, simpleName]
        if let name = components.keys.ordered().first(where: { components[$0]?.className.map(names.contains) ?? false })
        {
            return "the entry '\(name)' names it (\(origin(of: "components.\(name)").description))"
        }
        if let index = classes.firstIndex(where: names.contains) {
            return "\"classes\" names it (\(origin(of: "classes[\(index)]").description))"
        }
        guard let index = prefixes.firstIndex(where: { prefix in names.contains { $0.hasPrefix(prefix) } }) else {
            return nil
        }
        return "the prefix '\(prefixes[index])' matches it (\(origin(of: "prefixes[\(index)]").description))"
    }
}

extension ContextConfiguration {
    /// The text of `IOC_PROFILES` in the environment.
    private var profileList: String? { EnvironmentSettingSource(environment).text(of: "IOC_PROFILES") }

    /// The active profiles without repetition: the configuration's profiles, then the profiles in `IOC_PROFILES`, which
    /// are separated by commas.
    package var activeProfiles: [String] {
        let named = ProfileRule.names(listedIn: profileList ?? "")
        var seen: Set<String> = []
        return (profiles + named).filter { seen.insert($0).inserted }
    }

    /// The text of `IOC_PROFILES` if it is not empty but names no profile.
    package var blankProfileList: String? {
        profileList.flatMap { $0.isEmpty || !ProfileRule.names(listedIn: $0).isEmpty ? nil : $0 }
    }
}

extension ProfileRule {
    /// Returns the profiles in a text that separates them by commas, as an argument or an environment variable does.
    package static func names(listedIn text: String) -> [String] {
        text.split(separator: ",").map { String($0.trimmed) }.filter { !$0.isEmpty }
    }
}

extension ContextConfiguration {
    /// The words that make a setting secret, unless ``secretKeys`` is changed.
    ///
    /// A word of five letters or more may be anywhere in a key, across its dots: `apiKey` is in `api.key`. A shorter
    /// word must be a word of the key, or the end of one: `auth` is in `basicAuth` and in `oauth`, but not in `author`.
    public static let usualSecretKeys = SecretWords.texts

    /// The policy for components that depend on each other in a cycle. A cycle of parameters alone is always a fault.
    public enum CyclePolicy: String, Sendable, CaseIterable, CustomStringConvertible {
        /// Cycles are allowed, and appear in the graph.
        case allow
        /// A cycle is a fault.
        case forbid

        /// The word in a file.
        public var description: String { rawValue }
    }

    /// The events that let a running context reload its files.
    public enum ReloadPolicy: String, Sendable, CaseIterable, CustomStringConvertible {
        /// On request, for example by SIGHUP.
        case signal
        /// On request, and when the content of a file changes.
        case watch
        /// On request, and when the content of a file changes. A changed file only updates live values.
        case live

        /// The word in a file.
        public var description: String { rawValue }
    }
}
