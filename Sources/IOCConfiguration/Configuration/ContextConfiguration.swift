import IOCBase
package import IOCModel

/// The configuration of a context: its classes, and the traits said of them.
///
/// A file and code give the same model:
///
/// ```swift
/// let fromFile = try ContextConfiguration(contentsOf: "config/applicationContext.json")
/// let inCode = ContextConfiguration(prefixes: ["SG"], bindings: ["Shop.PaymentGateway": "stripe"])
/// ```
public struct ContextConfiguration: Sendable {

    /// Beginnings of qualified or simple class names; every component class that matches one belongs to the context.
    public var prefixes: [String]
    /// Names of component classes that belong to the context.
    public var classes: [String]
    /// Names of classes, or beginnings of such names, that don't belong although a prefix matches.
    public var exclude: [String]
    /// Qualified names of classes that don't belong although a prefix matches, each for itself alone.
    package var excludedClasses: [String] = []
    /// The types that code has listed, by their names in ``classes``. Several have one name if they are private to files.
    package var classTypes: [String: [TypeID]] = [:]
    /// The same for ``excludedClasses``.
    package var excludedTypes: [String: [TypeID]] = [:]
    /// Names of assemblies whose definitions belong to the context.
    public var assemblies: [String]
    /// The active profiles.
    public var profiles: [String]
    /// Profiles that the program's own code asks for; an active one that neither these nor a component, an entry or a file
    /// mentions is probably misspelt.
    public var knownProfiles: [String] = []
    /// The policy for components that need each other in a circle.
    public var cycles: CyclePolicy
    /// The event at which a running context takes over changed files.
    public var reload: ReloadPolicy = .signal
    /// The entries of single components, by name.
    public var components: [String: ComponentEntry]
    /// The name of the component that wins, by protocol or class.
    public var bindings: [String: String]
    /// The setting tree; an object. What code changes here wins over files, the environment and arguments.
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
    /// Single settings by key path, such as `server.port`; they win over all others.
    public var overrides: [String: SettingValue] = [:]
    /// The program's arguments, of which those like `--server.port=80` are settings.
    public var arguments: [String] = []
    /// The environment variables, which are settings; nil for the process's own.
    public var environment: [String: String]?
    /// Setting sources of the program's own: stronger than files, the last one strongest.
    public var settingSources: [any SettingSource] = []
    /// Words that make a setting secret when its key contains one; the usual ones unless said otherwise.
    public var secretKeys: [String] = ContextConfiguration.usualSecretKeys
    /// True if a setting in a file that no component reads, or an active profile that nothing mentions, is a fault instead of a
    /// notice; `"strict"` in the file.
    public var failsOnUnreadSettings: Bool
    /// The time a thread waits for a component that another one is making.
    public var constructionTimeout: Duration
    /// The time a component may take to start.
    public var startTimeout: Duration
    /// The time a component may take to stop, and a service to end.
    public var stopTimeout: Duration
    /// The time for which a context that is asked to stop continues to serve, while it is not ready for more.
    public var drainTimeout: Duration = .zero
    /// The time limit of a health check.
    public var healthTimeout: Duration = .seconds(5)
    /// The number of components that start or stop at once; nil stands for the number of cores, 1 for one after another.
    public var startupConcurrency: Int?
    /// The observers of the components' events, in this order.
    public var observers: [any ContextObserver]

    /// The profiles that a program's arguments name. If it isn't nil, a profile that nothing mentions is a fault, as in a program, in
    /// a test, and if code activates profiles of a file.
    package var argumentProfiles: [String]?
    /// The names of the arguments that a program knows besides settings. A program refuses an argument that gives no setting.
    package var programOptions: [String]?

    /// The files the configuration came from; nil for one made in code.
    var files: ConfigurationFiles?

    /// A configuration made in code.
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
    /// The configuration that a file and its imports describe.
    ///
    /// The file's ending decides its format: `.json`, in which JSON5's comments are allowed, or `.plist`, as XML or
    /// binary. A relative path is looked for in the working directory, then beside the executable. For each active
    /// profile, such as `test`, a file beside it whose name ends in `-test` is laid over it where there is one.
    /// - Parameters:
    ///   - path: The file.
    ///   - profiles: Profiles to activate besides the file's own and those `IOC_PROFILES` lists.
    ///   - environment: The environment variables; nil for the process's own.
    ///   - arguments: The program's arguments, of which those like `--server.port=80` are settings.
    /// - Throws: ``IOCError`` with everything that is wrong with the file and all it imports.
    public init(
        contentsOf path: String, profiles: [String] = [], environment: [String: String]? = nil,
        arguments: [String] = []
    ) throws {
        self = try ConfigurationSource(
            contentsOf: path, profiles: profiles, environment: environment, arguments: arguments, { _ in }
        ).configuration
    }

    /// The folder of a test's package, in which relative paths are looked for first; empty outside of tests.
    @TaskLocal package static var packageFolder = ""

    /// The files that were read, imported ones before their importers.
    package var sources: [String] { files?.paths ?? [] }

    /// Where a part of the configuration was said, such as `prefixes[0]`, `components.stripe.class` or
    /// `bindings.Shop.Gateway`; the empty key path is all of it.
    package func origin(of keyPath: String) -> Origin {
        files?.origin(of: keyPath, in: self)
            ?? .code(keyPath.isEmpty ? "ContextConfiguration" : "ContextConfiguration.\(keyPath)")
    }
}

extension ContextConfiguration {
    /// True if it declares nothing at all.
    package var isEmpty: Bool {
        prefixes.isEmpty && classes.isEmpty && assemblies.isEmpty && components.isEmpty
    }

    /// Returns true if a file was read that is there for a profile, such as `shop-test.json`.
    package func hasFile(for profile: String) -> Bool {
        sources.contains { path in
            let file = path.split(separator: "/").last ?? ""
            return file.prefix { $0 != "." }.hasSuffix("-\(profile)")
        }
    }

    /// The file the shared context boots from.
    /// - Throws: ``IOCError`` where there is none.
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
    /// The entries and lists of the configuration that a component is in, with the places.
    package func said(of component: DependencyGraph.Component) -> ConfiguredFacts {
        let simpleName = component.name.split(separator: ".").last.map(String.init) ?? component.name
        // An entry without a class may call its component by the simple name.
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

    /// The part of the configuration that names a class or a function: an entry, the list of classes or a prefix, with its place.
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
    /// The text of `IOC_PROFILES`, of the environment that was given or of the process.
    private var profileList: String? { EnvironmentSettingSource(environment).text(of: "IOC_PROFILES") }

    /// The profiles that are active, each once: the configuration's, then those `IOC_PROFILES` lists between commas.
    package var activeProfiles: [String] {
        let named = ProfileRule.names(listedIn: profileList ?? "")
        var seen: Set<String> = []
        return (profiles + named).filter { seen.insert($0).inserted }
    }

    /// The text of `IOC_PROFILES` where it is not empty, and names no profile all the same.
    package var blankProfileList: String? {
        profileList.flatMap { $0.isEmpty || !ProfileRule.names(listedIn: $0).isEmpty ? nil : $0 }
    }
}

extension ProfileRule {
    /// The profiles that a text names between commas, as in an argument or a variable of the environment.
    package static func names(listedIn text: String) -> [String] {
        text.split(separator: ",").map { String($0.trimmed) }.filter { !$0.isEmpty }
    }
}

extension ContextConfiguration {
    /// The words that make a setting secret unless ``secretKeys`` says otherwise.
    ///
    /// A word of five letters or more may be anywhere in a key, across its dots: `apiKey` is in `api.key`. A shorter one must
    /// be a word of the key, or the end of one: `auth` is in `basicAuth` and in `oauth`, but not in `author`.
    public static let usualSecretKeys = SecretWords.texts

    /// The policy for components that need each other through wrapped properties.
    public enum CyclePolicy: String, Sendable, CaseIterable, CustomStringConvertible {
        /// Circles are wired, and appear in the graph.
        case allow
        /// A circle is a fault.
        case forbid

        /// The word as the file spells it.
        public var description: String { rawValue }
    }

    /// When a context that runs takes over what its files say by then.
    public enum ReloadPolicy: String, Sendable, CaseIterable, CustomStringConvertible {
        /// On request, as by SIGHUP.
        case signal
        /// Whenever the content of a file changes, too.
        case watch
        /// Whenever the content of a file changes, and then into live values alone.
        case live

        /// The word as the file spells it.
        public var description: String { rawValue }
    }
}
