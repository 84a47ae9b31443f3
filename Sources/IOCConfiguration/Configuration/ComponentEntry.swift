public import IOCModel

extension ContextConfiguration {
    /// The entry of one component in a configuration: its class, and traits that win over the class's own.
    public struct ComponentEntry: Sendable, Equatable {
        /// The class, under the key `class`; nil if the entry's name is that of a component found by other means.
        public var className: String?
        /// The lifetime of an instance and who shares it.
        public var scope: Scope?
        /// True if the component wins when several fit.
        public var isPrimary: Bool?
        /// True if the component serves only when no other fits.
        public var isFallback: Bool?
        /// The place in collections.
        public var order: Int?
        /// True if a singleton is created only when it is needed.
        public var isLazy: Bool?
        /// The profiles of which one must be active; an empty list lifts the class's own.
        public var profiles: [String]?
        /// The setting that lets the component in.
        public var when: SettingCondition?
        /// The type that no other component may provide.
        public var whenMissing: String?
        /// True if components of parent contexts count for ``whenMissing``.
        public var countsAncestors: Bool
        /// The names of components that start before this one.
        public var dependsOn: [String]?
        /// The number of times a failed `start()` is tried again.
        public var retry: StartRetry?
        /// Values for this component alone.
        public var settings: SettingValue?
        /// True if the entry, under the key `override`, may replace one of the same name from an imported file.
        public var overrides: Bool

        /// An entry that says what it is given and leaves the rest to the class.
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

    /// A setting that must have a value for a component to be let in.
    public struct SettingCondition: Sendable, Equatable {
        /// The setting's key path.
        public var setting: String
        /// The value it must have, as that value or in its text; without one, any value will do but `false`, `no`, `off` and an
        /// empty text.
        public var equals: SettingValue?

        /// A condition on one setting.
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
