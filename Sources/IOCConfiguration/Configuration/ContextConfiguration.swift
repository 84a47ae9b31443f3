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
    public var settings: SettingValue
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
    /// The time a context that is to stop goes on serving, while it tells that it is not ready for more.
    public var drainTimeout: Duration = .zero
    /// The time a component may take to tell its health.
    public var healthTimeout: Duration = .seconds(5)
    /// The number of components that start or stop at once; nil stands for the number of cores, 1 for one after another.
    public var startupConcurrency: Int?
    /// The observers of the components' events, in this order.
    public var observers: [any ContextObserver]

    /// True if a profile that nothing mentions is a fault, whatever is said of settings.
    package var refusesUnknownProfiles = false

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
        self.settings = settings
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

    /// The files that were read, imported ones before their importers.
    package var sources: [String] { files?.paths ?? [] }

    /// Where a part of the configuration was said, such as `prefixes[0]`, `components.stripe.class` or
    /// `bindings.Shop.Gateway`; the empty key path is all of it.
    package func origin(of keyPath: String) -> Origin {
        files?.origin(of: keyPath, in: self)
            ?? .code(keyPath.isEmpty ? "ContextConfiguration" : "ContextConfiguration.\(keyPath)")
    }
}
