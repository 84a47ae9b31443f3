import IOCBase
import IOCModel

/// Finds near misses for messages: classes that would fit a wanted type but are no components of a context, each with the reason.
///
/// The wanted class itself comes first, then what the configuration left out, then the rest by name.
struct NearMissFinder: Sendable {
    let leftOut: [ComponentScan.LeftOut]
    /// The definitions that their conditions leave out.
    let absentDefinitions: [(type: Any.Type, miss: Fault.NearMiss)]
    let records: ProgramRecords
    /// The classes of the context's assemblies.
    let assemblies: [any Assembly.Type]

    /// - Parameter made: The types that the context makes.
    func nearMisses(for wanted: Any.Type, besides made: [Any.Type]) -> [Fault.NearMiss] {
        let made = Set(made.map(ObjectIdentifier.init))
        let reasons = Dictionary(
            leftOut.map { ($0.type, $0) }, uniquingKeysWith: { first, _ in first })
        var misses: [(rank: Int, miss: Fault.NearMiss)] = []
        // A user can't change the container's own classes.
        for candidate in classes(fitting: wanted) + functions(returning: wanted) where !candidate.isContainers {
            if let type = ProgramComponent.of(candidate)?.promised ?? candidate.load(),
                made.contains(ObjectIdentifier(type))
            {
                continue
            }
            let name = candidate.qualifiedName
            let known = reasons[candidate]
            let rank = name == TypeName.qualified(wanted) ? 0 : known != nil ? 1 : 2
            let reason = known?.reason ?? candidate.reasonAgainst
            misses.append((rank, Fault.NearMiss(name: name, reason: reason, origin: known?.origin?.description)))
        }
        // A definition that is there already serves best of all.
        misses += unlisted(wanted).map { (-1, $0) }
        misses += absentDefinitions.filter { TypeFit.fits($0.type, wanted, records: records) }.map { (-1, $0.miss) }
        return misses.ordered { ($0.rank, $0.miss.name) < ($1.rank, $1.miss.name) }.prefix(8).map(\.miss)
    }

    /// The definitions of assemblies that the context does not have.
    private func unlisted(_ wanted: Any.Type) -> [Fault.NearMiss] {
        let listed = Set(assemblies.map { ObjectIdentifier($0) })
        return records.classes(fitting: (any Assembly).self).flatMap { known -> [Fault.NearMiss] in
            guard let type = known.load(), !listed.contains(ObjectIdentifier(type)) else { return [] }
            return AssemblyLayout.of(type).promises
                .filter { TypeFit.fits($0.type, wanted, records: records) }
                .map {
                    let name = known.qualifiedName
                    return Fault.NearMiss(name: "\(name).\($0.key)", reason: Fault.NearMiss.isUnlisted(name))
                }
        }
    }

    private func functions(returning wanted: Any.Type) -> [ProgramClass] {
        records.classes(fitting: (any ConstructedComponent).self).filter { candidate in
            guard let component = ProgramComponent.of(candidate), component.isFunction else { return false }
            return TypeFit.fits(component.promised, wanted, records: records)
        }
    }

    private func classes(fitting wanted: Any.Type) -> [ProgramClass] {
        guard let wantedClass = wanted as? AnyClass else { return records.classes(fitting: wanted) }
        return records.classes.filter { candidate in
            guard !candidate.isSystem, let type = candidate.load() else { return false }
            return TypeIdentity.inherits(type, from: wantedClass)
        }
    }
}
