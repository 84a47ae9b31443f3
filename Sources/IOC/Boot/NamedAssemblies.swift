import IOCPlan

/// Makes the assemblies that a configuration names.
struct NamedAssemblies {
    private let configuration: ContextConfiguration

    init(_ configuration: ContextConfiguration) { self.configuration = configuration }

    /// - Throws: ``IOCError`` for every name that is no assembly of the program.
    func make() throws -> [any Assembly] {
        guard !configuration.assemblies.isEmpty else { return [] }
        let catalogue = ProgramCatalogue()
        let (found, findings) = catalogue.assemblies(of: configuration)
        guard findings.isEmpty else { throw IOCError(findings.map(\.fault)) }
        return found.compactMap { (catalogue.records.classes[$0].load() as? any Assembly.Type)?.init() }
    }
}
