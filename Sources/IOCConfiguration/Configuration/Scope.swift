public import IOCModel

/// The scope of a component: the lifetime of its instances, and the rule by which they are shared.
public struct Scope: Hashable, Sendable, CustomStringConvertible {
    package let facts: ScopeFacts
    /// The store of a custom scope. Only the container knows its type.
    package let keeper: (any Sendable)?

    package init(_ facts: ScopeFacts, keeper: (any Sendable)? = nil) {
        self.facts = facts
        self.keeper = keeper
    }

    /// One instance for the life of the context, created at boot. The start of the context creates it if its
    /// initializer or function is `async`, or if it depends on such a component.
    public static let singleton = Scope(.singleton)
    /// One instance for the life of the context, created at its first use.
    public static let lazySingleton = Scope(.lazySingleton)
    /// One instance as long as another component or the program retains it, then a new one.
    public static let weakSingleton = Scope(.weakSingleton)
    /// One instance until the outermost lookup ends. This is the default for definitions.
    public static let objectGraph = Scope(.objectGraph)
    /// A new instance for each lookup. While an instance is being created, a lookup that leads back to its component
    /// gets this instance.
    public static let prototype = Scope(.prototype)
    /// One instance for each `withRequestScope`, shared by its child tasks.
    public static let request = Scope(.request)

    /// The scopes that a file can name. Custom scopes are created in code.
    package static let nameable: [Scope] = [
        .singleton, .lazySingleton, .weakSingleton, .objectGraph, .prototype, .request,
    ]

    /// Returns true if both scopes have the same name and the same kind of sharing.
    public static func == (left: Scope, right: Scope) -> Bool { left.facts == right.facts }

    /// Hashes the name and the kind of sharing.
    public func hash(into hasher: inout Hasher) { hasher.combine(facts) }

    /// The name of the scope in a configuration file.
    public var description: String { facts.name }
}

extension DependencyGraph.Component {
    /// The lifetime of its instances.
    public var scope: Scope { Scope(lifetime) }
}
