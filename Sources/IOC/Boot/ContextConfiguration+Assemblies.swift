extension ContextConfiguration {
    /// Makes the assemblies that the configuration names.
    /// - Throws: ``IOCError`` for every name that is no assembly of the program.
    func namedAssemblies() throws -> [any Assembly] {
        guard !assemblies.isEmpty else { return [] }
        let catalogue = ProgramCatalogue()
        let (found, faults) = catalogue.assemblies(of: self)
        guard faults.isEmpty else { throw IOCError(faults) }
        return found.compactMap { (catalogue.records.classes[$0].load() as? any Assembly.Type)?.init() }
    }
}
