/// What calls of a definition go through: tied to the registry of the context that the definition belongs to.
protocol RegistryBound: AnyObject, Sendable {
    /// Ties the definition to the registry of a context; the first time counts.
    func bind(_ core: ContextCore, index: Int)
    /// Unties a definition of a context that did not come to be.
    func unbind(_ core: ContextCore)
}
