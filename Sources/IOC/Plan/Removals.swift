import IOCModel

/// The components that a test leaves out.
struct Removals {
    private let all: [ContextPatch.Removal]
    private let records: ProgramRecords

    init(_ all: [ContextPatch.Removal], _ records: ProgramRecords) {
        self.all = all
        self.records = records
    }

    /// The place that leaves a component out; nil if it stays.
    func place(of facts: DefinitionFacts) -> SourceLocation? { all.first { means($0, facts) }?.location }

    /// A fault for each removal that means no component.
    func faults(among declarations: [Declaration]) -> [Fault] {
        let definitions = declarations.map(\.facts)
        return all.filter { removal in !definitions.contains { means(removal, $0) } }.map { removal in
            removal.target.missing(from: definitions, to: "leave out", at: .source(removal.location))
        }
    }

    private func means(_ removal: ContextPatch.Removal, _ facts: DefinitionFacts) -> Bool {
        switch removal.target {
        case .type(let type): TypeFit.fits(TypeIdentity.type(facts.type), type, records: records)
        case .name(let name): facts.name == name || facts.simpleName == name || facts.name.hasSuffix(".\(name)")
        }
    }
}
