package import IOCModel
package import IOCSource

/// Puts a fault into the compiler's format: the place and the headline, then notes where the rest stands.
package enum FaultDiagnostics {
    /// The faults of files, each by itself.
    package static func errors(_ faults: [Fault]) -> [SourceDiagnostic] { faults.map { diagnostic($0) } }

    static func diagnostic(
        _ fault: Fault, places: StepPlaces? = nil, severity: SourceDiagnostic.Severity = .error
    ) -> SourceDiagnostic {
        let place = location(fault)
        var notes: [SourceDiagnostic] = []
        for candidate in fault.namedCandidates {
            notes.append(note(candidate.origin, place, "candidate \(candidate.shown)"))
        }
        for miss in fault.nearMisses {
            notes.append(note(miss.place, place, "near miss \(miss.name): \(miss.reason)"))
        }
        for step in fault.kind.cycle {
            let edge = step.property.map { "\(step.component).\($0)" } ?? step.component
            notes.append(.note(at: places?.location(of: step) ?? place, "in the circle: \(edge)"))
        }
        if fault.path.count > 1 { notes.append(.note(at: place, "reached by \(fault.path.joined(separator: " -> "))")) }
        notes.append(.note(at: place, "fix: \(fault.remedy)"))
        let suggestion = fault.suggestion.map { "; did you mean '\($0)'?" } ?? ""
        return SourceDiagnostic(
            severity, at: place, fault.headline + suggestion, notes: notes, code: fault.code.rawValue)
    }

    /// Where a fault is told.
    static func location(_ fault: Fault) -> SourceLocation? {
        if let place = fault.place { return place.sourceLocation }
        if let location = fault.point?.location { return location }
        return fault.namedCandidates.lazy.compactMap(\.origin.sourceLocation).first
    }

    private static func note(_ origin: Origin?, _ place: SourceLocation?, _ text: String) -> SourceDiagnostic {
        .note(at: origin?.sourceLocation ?? place, text)
    }
}

/// Where components and their properties stand.
struct StepPlaces {
    let facts: [DefinitionFacts]
    let points: [[InjectionPointFacts]]

    /// Where a component's property stands, or the component itself.
    func location(of step: Fault.CycleStep) -> SourceLocation? {
        guard let index = facts.firstIndex(where: { $0.name == step.component }) else { return nil }
        return points[index].first { $0.property == step.property }?.location ?? facts[index].origin.sourceLocation
    }
}

extension Origin {
    /// The place as compilers print places; nil for what was said in code.
    var sourceLocation: SourceLocation? {
        switch self {
        case .source(let location): location
        case .file(let position):
            SourceLocation(file: position.path, line: position.line ?? 1, column: position.column ?? 1)
        case .scannedClass, .code: nil
        }
    }
}
