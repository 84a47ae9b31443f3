public import IOCModel

extension ContextConfiguration {
    /// The entry of one component in a configuration: its class, and traits that override the class's own.
    public struct ComponentEntry: Sendable, Equatable {
        /// The class, under the key `class`. Nil if the entry's name is the name of a component that is found in
        /// another way.
        public var className: String?
        /// The lifetime of instances, and how they are shared.
        public var scope: Scope?
        /// True if the component is preferred if several fit.
        public var isPrimary: Bool?
        /// True if the component is used only if no other fits.
        public var isFallback: Bool?
        /// The position in collections.
        public var order: Int?
        /// True if a singleton is created only when it is needed.
        public var isLazy: Bool?
        /// The profiles of which one must be active. An empty list removes the class's own condition.
        public var profiles: [String]?
        /// The setting on which the component depends.
        public var when: SettingCondition?
        /// The type that no other component may provide.
        public var whenMissing: String?
        /// True if components of parent contexts count for ``whenMissing``.
        public var countsAncestors: Bool
        /// The names of components that start before this one.
        public var dependsOn: [String]?
        /// The repetition of a failed `start()`.
        public var retry: StartRetry?
        /// Settings for this component alone.
        public var settings: SettingValue?
        /// True if the entry may replace an entry with the same name from an imported file; the key is `override`.
        public var overrides: Bool

        /// An entry with some values. The class decides the rest.
        public init(
            className: String? = nil, scope: Scope? = nil, isPrimary: Bool? = nil, isFallback: Bool? = nil,
            order: Int? = nil, isLazy: Bool? = nil, profiles: [String]? = nil, when: SettingCondition? = nil,
            whenMissing: String? = nil, countsAncestors: Bool = true, dependsOn: [String]? = nil,
            retry: StartRetry? = nil, settings: SettingValue? = nil, overrides: Bool = false
        ) {
            self.className = className
            self.scope = scope
            self.isPrimary = isPrimary
            self.isFallback = isFallback
            self.order = order
            self.isLazy = isLazy
            self.profiles = profiles
            self.when = when
            self.whenMissing = whenMissing
            self.countsAncestors = countsAncestors
            self.dependsOn = dependsOn
            self.retry = retry
            self.settings = settings
            self.overrides = overrides
        }

        /// The keys of an entry in a file, in the order in which a message lists them.
        static let keys = [
            "class", "scope", "primary", "fallback", "order", "lazy", "profiles", "when", "whenMissing", "dependsOn",
            "retry", "settings", "override",
        ]
    }

    /// A condition for a component: a setting must have a value.
    public struct SettingCondition: Sendable, Equatable {
        /// The setting's key path.
        public var setting: String
        /// The value that the setting must have, also as text. Nil accepts any value except `false`, `no`, `off` and an
        /// empty text.
        public var equals: SettingValue?

        /// Creates a condition on one setting.
        public init(setting: String, equals: SettingValue? = nil) {
            self.setting = setting
            self.equals = equals
        }
    }
}

extension ContextConfiguration.SettingCondition: CustomStringConvertible, CustomReflectable {
    /// The condition in words, with a secret masked.
    public var description: String {
        guard let equals else { return "\(setting) is set" }
        let isSecret = SecretWords.usual.match(setting)
        return "\(setting) is \(isSecret ? ShownText.mask : equals.description)"
    }

    /// A mirror without children, so that a dump shows the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
