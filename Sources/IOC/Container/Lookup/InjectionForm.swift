import IOCModel

/// A type that stands for something else at an injection point: an optional, a collection, a provider.
protocol InjectionForm {
    static var shape: InjectionShape { get }
    /// The type that is really looked for.
    static var element: Any.Type { get }
    /// - Parameter found: Where the instances are noted, if somebody wants to know.
    static func supply(
        from lookup: Lookup, to asker: AnyInjectionCell?, named qualifier: String?, _ found: FoundInstances?
    ) throws -> Self
    /// The components that the value holds, as they are: for the rule of ownership. None unless a form says so.
    /// - Parameter names: The names of all that fit, in the order in which a list has them.
    func components(named names: [String]) -> [Any]
    /// The same value, put together again from its instances: for a read of a back reference. Nil unless a form says so.
    static func rebuilt(from instances: [(name: String, instance: AnyObject)]) -> Self?
}

extension InjectionForm {
    func components(named names: [String]) -> [Any] { [] }

    static func rebuilt(from instances: [(name: String, instance: AnyObject)]) -> Self? { nil }
}
