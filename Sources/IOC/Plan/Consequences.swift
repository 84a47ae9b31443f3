import IOCConfiguration
import IOCModel

/// Finds wiring faults that follow from a faulty name or binding, so that one cause is reported once.
///
/// 1. If several components have the same name, a lookup by this name may find the wrong component, or several.
/// 2. If the component of a binding doesn't exist or doesn't fit, every point of the binding's type has a fault.
/// 3. If the type of a binding doesn't exist, points that the binding should decide are ambiguous.
struct Consequences {
    private let rule: CandidateRule
    private let repeated: Set<Int>
    /// The types whose bindings are faulty.
    private var misleading: Set<String> = []
    /// True if there were faults before the wiring. Then the graph may differ from the intended one.
    private let isOpen: Bool
    /// The components that are named in bindings of unknown types.
    private var unbound: Set<String> = []

    /// - Parameter faults: The faults that were found before the wiring.
    init(of faults: [Fault], _ configuration: ContextConfiguration, _ rule: CandidateRule) {
        self.rule = rule
        isOpen = !faults.isEmpty
        repeated = faults.contains { $0.code == .nameRepeated } ? Set(rule.names.duplicates.joined()) : []
        for (type, name) in configuration.bindings {
            // Only faults of a binding have the place of that binding.
            let place = configuration.origin(of: "bindings.\(type)")
            switch faults.first(where: { $0.place == place })?.code {
            case .bindingTypeUnknown?:
                if case .found(let index) = rule.names.match(name) { unbound.insert(rule.definitions[index].name) }
            case .some: misleading.insert(type)
            case nil: break
            }
        }
    }

    /// Returns true if a fault follows from another fault that is reported.
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
