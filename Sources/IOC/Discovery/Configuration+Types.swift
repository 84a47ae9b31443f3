extension Configuration {
    /// A configuration made in code of classes that are known to the compiler.
    ///
    /// ```swift
    /// let configuration = Configuration(components: [SGMapper.self, SGService.self])
    /// ```
    /// - Parameters:
    ///   - components: Component classes that belong to the context.
    ///   - prefixes: Beginnings of names of further ones.
    ///   - profiles: The active profiles.
    ///   - properties: The property tree; an object.
    public init(
        components: [any IOCComponent.Type], prefixes: [String] = [], profiles: [String] = [],
        properties: PropertyValue = [:]
    ) {
        self.init(
            prefixes: prefixes, classes: components.map { TypeName.qualified($0) }, profiles: profiles,
            properties: properties)
    }
}
