public import IOCModel

extension ContextConfiguration {
    /// The entry of one component in a configuration: its class, and traits that win over the class's own.
    @dynamicMemberLookup
    public struct ComponentEntry: Sendable, Equatable {
        /// The class, under the key `class`; nil where the entry's name is that of a component found by other means.
        public var className: String?
        /// All that it says of the component, in a box, as most entries of a large file say nothing but a class.
        private var box: IndirectStorage<Said>?

        /// The things that an entry can say of a component, besides its class.
        public struct Said: Sendable, Equatable {

            /// The lifetime of an instance and who shares it.
            public var scope: Scope?
            /// True if the component wins where several fit.
            public var isPrimary: Bool?
            /// True if the component serves only where no other fits.
            public var isFallback: Bool?
            /// The place in collections.
            public var order: Int?
            /// True if a singleton is made only when somebody needs it.
            public var isLazy: Bool?
            /// The profiles of which one must be active; an empty list lifts the class's own.
            public var profiles: [String]?
            /// The property that lets the component in.
            public var when: PropertyCondition?
            /// The type that no other component may provide.
            public var whenMissing: String?
            /// True if components of parent contexts count for ``whenMissing``.
            public var countsAncestors = true
            /// The names of components that start before this one.
            public var dependsOn: [String]?
            /// The number of times a failed `start()` is tried again.
            public var retry: StartRetry?
            /// Values for this component alone.
            public var properties: PropertyValue?
            /// True if the entry, under the key `override`, may replace one of the same name from an imported file.
            public var overrides = false
        }

        /// An entry that says what it is given and leaves the rest to the class.
        public init(
            className: String? = nil, scope: Scope? = nil, isPrimary: Bool? = nil, isFallback: Bool? = nil,
            order: Int? = nil, isLazy: Bool? = nil, profiles: [String]? = nil, when: PropertyCondition? = nil,
            whenMissing: String? = nil, countsAncestors: Bool = true, dependsOn: [String]? = nil,
            retry: StartRetry? = nil, properties: PropertyValue? = nil, overrides: Bool = false
        ) {
            self.className = className
            let said = Said(
                scope: scope, isPrimary: isPrimary, isFallback: isFallback, order: order, isLazy: isLazy,
                profiles: profiles, when: when, whenMissing: whenMissing, countsAncestors: countsAncestors,
                dependsOn: dependsOn, retry: retry, properties: properties, overrides: overrides)
            if said != Said() { box = IndirectStorage(said) }
        }

        /// One thing that it says of the component.
        public subscript<Value>(dynamicMember path: WritableKeyPath<Said, Value>) -> Value {
            get { said[keyPath: path] }
            set { said[keyPath: path] = newValue }
        }

        /// All that it says of the component.
        package var said: Said {
            get { box[orNew: Said()] }
            _modify { yield &box[orNew: Said()] }
        }

        /// Two entries are equal where they say the same.
        public static func == (left: Self, right: Self) -> Bool {
            left.className == right.className && left.said == right.said
        }
    }

    /// A property that must have a value for a component to be let in.
    public struct PropertyCondition: Sendable, Equatable {
        /// The property's key path.
        public var property: String
        /// The value it must have, as that value or in its text; without one, any value will do but `false`, `no`, `off` and an
        /// empty text.
        public var equals: PropertyValue?

        /// A condition on one property.
        public init(property: String, equals: PropertyValue? = nil) {
            self.property = property
            self.equals = equals
        }
    }
}

extension ContextConfiguration.ComponentEntry: CustomReflectable {
    /// A mirror of the class and of all that is said.
    public var customMirror: Mirror {
        Mirror(self, children: ["className": className as Any, "said": said], displayStyle: .struct)
    }
}

extension ContextConfiguration.PropertyCondition: CustomStringConvertible, CustomReflectable {
    /// The condition in words, with a secret masked.
    public var description: String {
        guard let equals else { return "\(property) is set" }
        let isSecret = SecretKeys.usual.matches(PropertyKey(property))
        return "\(property) is \(isSecret ? SecretKeys.mask : equals.description)"
    }

    /// A mirror without children, so that a dump shows the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
