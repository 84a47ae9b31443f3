import IOCConfiguration

@testable import IOC

extension ContextCore {
    /// A core of some classes that nobody has booted: it knows them all, and has made nothing.
    static func unbooted(
        _ types: any ManagedComponent.Type..., processors: [any InstancePostProcessor] = []
    ) -> ContextCore {
        let configuration = ContextConfiguration(classes: types.map { String(reflecting: $0) })
        let builder = RegistryBuilder(
            configuration, properties: PropertyStore(configuration, parent: nil),
            composition: AssemblyComposition([], pool: []), parent: nil)
        let built = builder.build()
        return ContextCore(registry: built.registry, wiring: built.wiring, parent: nil, processors: processors)
    }

    /// The definition of a class that it knows.
    func definition(of type: any ManagedComponent.Type) -> RegisteredDefinition? {
        registry.definitions.first { $0.type == type }
    }
}
