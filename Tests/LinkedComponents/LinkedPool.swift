import IOC

/// A type of another package, which knows nothing of the container.
public final class LinkedPool: Sendable {
    /// Where it comes from.
    public let name: String
    /// Creates a pool.
    public init(name: String) { self.name = name }
}

/// A function of a library, found by the library's prefix.
public enum LinkedPools {
    @Provides("linked") static func pool(@Named(setting: "pool.name") name: String = "linked") -> LinkedPool {
        LinkedPool(name: name)
    }
}
