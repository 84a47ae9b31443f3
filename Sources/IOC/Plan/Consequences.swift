import IOCConfiguration
import IOCModel

/// Faults of the wiring that names and bindings have brought about which are faults themselves: one cause is reported once.
///
/// 1. A name that several components claim may be found as the wrong one, or as several.
/// 2. A binding whose component is not there, or does not fit, leads every point of its type astray.
/// 3. A binding of a type that is not there leaves open what its component would have been chosen for.
struct Consequences {
    private let rule: CandidateRule
    private let repeated: Set<Int>
    /// The names of types whose bindings lead astray.
    private var misleading: Set<String> = []
    /// True if names or bindings have faults, so that the graph isn't the one that was meant.
    private let isOpen: Bool
    /// The components that bindings of unknown types name.
    private var unbound: Set<String> = []

    /// - Parameter faults: The faults of names and bindings.
    init(of faults: [Fault], _ configuration: ContextConfiguration, _ rule: CandidateRule) {
        self.rule = rule
        isOpen = !faults.isEmpty
        repeated = faults.contains { $0.code == .nameRepeated } ? Set(rule.names.duplicates.joined()) : []
        for (type, name) in configuration.bindings {
            // No fault but those of a binding stands where a binding does.
            let place = configuration.origin(of: "bindings.\(type)")
            switch faults.first(where: { $0.place == place })?.code {
            case .bindingTypeUnknown?:
                if case .found(let index) = rule.names.match(name) { unbound.insert(rule.definitions[index].name) }
            case .some: misleading.insert(type)
            case nil: break
            }
        }
    }

    /// Returns true if another fault, which is reported, is the cause of one.
    func contains(_ fault: Fault) -> Bool {
        if fault.code == .cycleForbidden { return isOpen }
        guard let point = fault.point else { return false }
        switch fault.code {
        case .qualifierUnknown, .nameAmbiguous:
            let binding = rule.types.bindingNames(of: point.wanted).first { rule.bindings[$0] != nil }
            if point.qualifier == nil, let binding, misleading.contains(binding) { return true }
            guard let name = point.qualifier ?? binding.flatMap({ rule.bindings[$0] }) else { return false }
            switch rule.names.match(name) {
            case .found(let index): return repeated.contains(index)
            case .ambiguous(let indices): return !repeated.isDisjoint(with: indices)
            case .unknown: return false
            }
        case .dependencyAmbiguous:
            return !unbound.isEmpty && fault.candidates.contains(where: unbound.contains)
        default: return false
        }
    }
}
