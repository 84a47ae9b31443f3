public import IOCModel

extension ContextConfiguration {
    /// The entry of one component in a configuration: its class, and traits that override the class's own.
    public struct ComponentEntry: Sendable, Equatable {
        /// The name of the class, under the key `class`; the entry's name is then the component's name. If it is nil,
        /// the entry's name is the name or simple name of a component that another part of the configuration adds, or
        /// of a class that this entry adds.
        public var className: String?
        /// The scope of the component.
        public var scope: Scope?
        /// True if the component is chosen before others that fit.
        public var isPrimary: Bool?
        /// True if the component is chosen only if no other component fits.
        public var isFallback: Bool?
        /// The position in collections. Smaller numbers come first.
        public var order: Int?
        /// True if a singleton is created only when it is needed.
        public var isLazy: Bool?
        /// The conditions on profiles, such as `test` or `!test`, of which one must hold. An empty list removes the
        /// class's own conditions.
        public var profiles: [String]?
        /// The condition on a setting. If it does not hold, the component is excluded.
        public var when: SettingCondition?
        /// A type. If another component has this type, this component is excluded.
        public var whenMissing: String?
        /// True if components of parent contexts count for ``whenMissing``.
        public var countsAncestors: Bool
        /// The names of components that start before this one.
        public var dependsOn: [String]?
        /// The retries of a failed `start()`, or of a failed `async` initializer or function.
        public var retry: StartRetry?
        /// Settings for this component alone.
        public var settings: SettingValue?
        /// True if the entry may replace an entry with the same name from a file that was read before, such as an
        /// imported file. The key is `override`.
        public var overrides: Bool

        /// Creates an entry. If a value is nil, the class's own trait applies.
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
        /// The value that the setting must have, as a value or as text. Nil accepts any value except `false`, `no`,
        /// `off`, null and an empty text.
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
