public import IOCModel

/// The lifetime of instances, and how they are shared.
public struct Scope: Hashable, Sendable, CustomStringConvertible {
    package let facts: ScopeFacts
    /// The store of a custom scope. Only the container knows its type.
    package let keeper: (any Sendable)?

    package init(_ facts: ScopeFacts, keeper: (any Sendable)? = nil) {
        self.facts = facts
        self.keeper = keeper
    }

    /// One instance for the life of the context, created at boot.
    public static let singleton = Scope(.singleton)
    /// One instance for the life of the context, created at its first use.
    public static let lazySingleton = Scope(.lazySingleton)
    /// One instance as long as another component or the program retains it, then a new one.
    public static let weakSingleton = Scope(.weakSingleton)
    /// One instance until the outermost lookup ends. This is the default for definitions.
    public static let objectGraph = Scope(.objectGraph)
    /// A new instance for each lookup. Inside a construction, a lookup that leads back gets the instance under
    /// construction.
    public static let prototype = Scope(.prototype)
    /// One instance for each `withRequestScope`, shared by its child tasks.
    public static let request = Scope(.request)

    /// The scopes that a file can name. Custom scopes are created in code.
    package static let nameable: [Scope] = [
        .singleton, .lazySingleton, .weakSingleton, .objectGraph, .prototype, .request,
    ]

    /// Scopes with the same name are equal.
    public static func == (left: Scope, right: Scope) -> Bool { left.facts == right.facts }

    /// Hashes the scope by its name.
    public func hash(into hasher: inout Hasher) { hasher.combine(facts) }

    /// The name of the scope in a configuration file.
    public var description: String { facts.name }
}

extension DependencyGraph.Component {
    /// The lifetime of its instances.
    public var scope: Scope { Scope(lifetime) }
}
