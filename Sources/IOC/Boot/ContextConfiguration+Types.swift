import IOCConfiguration
import IOCModel

extension ContextConfiguration {
    /// Creates a configuration in code from component types.
    ///
    /// ```swift
    /// let named = ContextConfiguration(components: [SGMapper.self, SGService.self])
    /// let found = ContextConfiguration(prefixes: ["SG"], exclude: [SGMock.self])
    /// ```
    /// - Parameters:
    ///   - components: Component types that are part of the context.
    ///   - prefixes: Name prefixes of further component types.
    ///   - exclude: Component types to exclude although a prefix matches. Other types whose names begin with the same
    ///     text are not excluded.
    ///   - profiles: The active profiles.
    ///   - settings: The settings, as an object.
    @_disfavoredOverload
    public init(
        components: [any ManagedComponent.Type] = [], prefixes: [String] = [],
        exclude: [any ManagedComponent.Type] = [], profiles: [String] = [], settings: SettingValue = [:]
    ) {
        let types = Self.named(components)
        self.init(
            prefixes: prefixes, classes: components.map { TypeName.qualified($0) }, profiles: profiles,
            settings: settings)
        classTypes = types
        excludedClasses = exclude.map { TypeName.qualified($0) }
        excludedTypes = Self.named(exclude)
    }

    private static func named(_ types: [any ManagedComponent.Type]) -> [String: [TypeID]] {
        Dictionary(grouping: types) { TypeName.qualified($0) }.mapValues { $0.map { TypeIdentity.id($0) } }
    }
}

extension ContextConfiguration {
    /// Creates the assemblies that the configuration names.
    /// - Throws: One ``IOCError`` with a fault for each name that isn't the name of exactly one assembly of the
    ///   program.
    func namedAssemblies(among catalogue: ProgramCatalogue) throws -> [any Assembly] {
        var faults: [Fault] = []
        let types = assemblies.enumerated().compactMap { index, name in
            catalogue.only(
                named: name, at: origin(of: "assemblies[\(index)]"), &faults, as: { $0.load() as? any Assembly.Type },
                unfit: { .classIsNoAssembly(name: $0.qualifiedName) },
                unknown: .assemblyUnknown(name: name), among: \.assemblyNames)
        }
        guard faults.isEmpty else { throw IOCError(faults) }
        return types.map { $0.init() }
    }
}
