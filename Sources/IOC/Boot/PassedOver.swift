import IOCModel
import IOCPlan

/// What would fit a wanted type but is no component of a context, with the reason: near misses for messages.
///
/// The wanted class itself comes first, then what the configuration left out, then the rest by name.
struct PassedOver: Sendable {
    let leftOut: [ComponentScan<ProgramCatalogue>.LeftOut]
    let records: ProgramRecords
    /// The classes that are components here.
    let components: Set<UInt>

    @Sendable func nearMisses(for wanted: Any.Type) -> [Fault.NearMiss] {
        var misses: [(rank: Int, miss: Fault.NearMiss)] = []
        let reasons = Dictionary(
            leftOut.map { (records.classes[$0.number].identity, $0) }, uniquingKeysWith: { first, _ in first })
        // The container's own classes are nobody's to change.
        for candidate in classes(fitting: wanted)
        where !components.contains(candidate.identity) && !candidate.qualifiedName.hasPrefix("IOC.") {
            let name = candidate.qualifiedName
            let rank = name == TypeName.qualified(wanted) ? 0 : reasons[candidate.identity] != nil ? 1 : 2
            if let known = reasons[candidate.identity] {
                misses.append((rank, Fault.NearMiss(name: name, reason: known.reason, at: known.origin)))
            } else if candidate.isGeneric {
                misses.append((rank, Fault.NearMiss(name: name, reason: "is generic")))
            } else {
                let isComponent = candidate.load().flatMap(ComponentClass.of) != nil
                let reason = isComponent ? "no prefix or class list names it" : "does not conform to IOCComponent"
                misses.append((rank, Fault.NearMiss(name: name, reason: reason)))
            }
        }
        return misses.sorted { ($0.rank, $0.miss.name) < ($1.rank, $1.miss.name) }.prefix(8).map(\.miss)
    }

    private func classes(fitting wanted: Any.Type) -> [ProgramClass] {
        guard let wantedClass = wanted as? AnyClass else { return records.classes(fitting: wanted) }
        return records.classes.filter { candidate in
            guard !candidate.isSystem, !candidate.isGeneric, let type = candidate.load() else { return false }
            return TypeIdentity.inherits(type, from: wantedClass)
        }
    }
}
