import IOCModel

/// Makes the assemblies that a configuration names.
struct NamedAssemblies {
    private let configuration: Configuration

    init(_ configuration: Configuration) { self.configuration = configuration }

    /// - Throws: ``IOCError`` for every name that is no assembly of the program.
    func make() throws -> [any Assembly] {
        guard !configuration.assemblies.isEmpty else { return [] }
        let records = ProgramRecords.current()
        var faults: [Fault] = []
        let made = configuration.assemblies.enumerated().compactMap { index, name -> (any Assembly)? in
            let place = configuration.origin(of: "assemblies[\(index)]")
            let matches = records.names.classes(named: name)
            if matches.count > 1 {
                faults.append(
                    Fault(.classAmbiguous(name: name, matches: matches.map(\.qualifiedName).sorted()), at: place))
                return nil
            }
            guard let found = matches.first else {
                var fault = Fault(.assemblyUnknown(name: name), at: place)
                let known = records.classes(fitting: (any Assembly).self)
                fault.suggestion = Suggestion.nearest(
                    to: name, among: known.flatMap { [$0.qualifiedName, $0.simpleName] }.sorted())
                faults.append(fault)
                return nil
            }
            guard let type = found.load() as? any Assembly.Type else {
                faults.append(Fault(.classIsNoAssembly(name: found.qualifiedName), at: place))
                return nil
            }
            return type.init()
        }
        guard faults.isEmpty else { throw IOCError(faults) }
        return made
    }
}
