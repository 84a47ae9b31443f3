package import IOCModel

extension WiredGraph {
    /// The graph that a check of the sources comes to.
    package init(_ result: CheckResult) {
        let dependencies = result.dependencies()
        self.init(
            components: result.definitions.indices.map { index in
                let facts = result.definitions[index]
                return Component(
                    name: facts.name, typeName: facts.typeName, scope: facts.scope.name,
                    origin: facts.origin.description, dependencies: dependencies[index])
            })
    }
}
