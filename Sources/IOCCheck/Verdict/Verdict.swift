import IOCModel
import IOCSource

/// Tells what is wrong whatever a run says from what hangs on the run.
struct Verdict {
    private(set) var faults: [Fault] = []
    private(set) var notes: [SourceDiagnostic] = []

    /// - Parameters:
    ///   - full: Every component that a run may have.
    ///   - least: Only those that every run has.
    ///   - isOpen: Why nothing certain can be said of injection points, if so.
    init(full: World, least: World, graph: TypeGraph, isOpen: String?) {
        let inFull = Set(full.faults.map(Self.key))
        let inLeast = Set(least.faults.map(Self.key))
        for fault in full.faults {
            if let reason = Self.reason(fault, full, graph, isOpen) {
                leave(fault, reason, full)
            } else if inLeast.contains(Self.key(fault)) {
                faults.append(fault)
            } else {
                leave(fault, "it hangs on components that not every run has", full)
            }
        }
        for fault in least.faults where !inFull.contains(Self.key(fault)) {
            leave(
                fault, Self.reason(fault, least, graph, isOpen) ?? "it hangs on components that not every run has",
                least)
        }
    }

    private mutating func leave(_ fault: Fault, _ reason: String, _ world: World) {
        let place = FaultDiagnostics.location(fault, world: world)
        notes.append(.note(at: place, "\(FaultRenderer.headline(fault)): left alone, as \(reason)"))
    }

    /// What makes two faults of two worlds one.
    private static func key(_ fault: Fault) -> String {
        let place = fault.place?.description ?? fault.point?.location?.description ?? ""
        let owner = fault.path.last ?? ""
        let headline = fault.point == nil ? FaultRenderer.headline(fault) : ""
        return "\(fault.kind.code) \(place) \(owner) \(headline)"
    }

    /// Why a fault is not certain, if it is not.
    private static func reason(_ fault: Fault, _ world: World, _ graph: TypeGraph, _ isOpen: String?) -> String? {
        switch fault.kind {
        case .bindingTargetUnknown, .dependsOnUnknown: return isOpen
        default: break
        }
        guard let point = fault.point else { return nil }
        if let isOpen { return isOpen }
        let type = world.rule.types.type(point.wanted)
        switch fault.kind {
        case .missing where type.isUnseen: return "\(type.written) is not declared in the sources"
        case .unknownName where type.isUnseen: return "\(type.written) is not declared in the sources"
        case .wrongType where type.isUnseen: return "\(type.written) is not declared in the sources"
        default: break
        }
        return world.openReason(point, fault.kind, graph)
    }
}
