/// Puts what a patch says around the instances of single definitions.
final class PatchWrapper: InstancePostProcessor {
    /// The wrappers of a definition's instances, by its name.
    private let wrappings: [String: [@Sendable (Any) throws -> Any]]

    init(_ wrappings: [String: [@Sendable (Any) throws -> Any]]) { self.wrappings = wrappings }

    func process(_ instance: Any, named name: String) throws -> Any {
        try wrappings[name, default: []].reduce(instance) { instance, wrap in try wrap(instance) }
    }
}
