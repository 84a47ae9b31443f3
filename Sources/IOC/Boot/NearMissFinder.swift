import IOCBase
import IOCModel

/// Finds the reasons why a type or a name isn't a component of a context. Faults about missing components list these
/// reasons.
struct NearMissFinder: Sendable {
    /// The components that are excluded.
    let absent: [AbsentComponent]
    let records: ProgramRecords
    /// The classes of the context's assemblies.
    let assemblies: [any Assembly.Type]
    /// The place of the configuration's prefixes; nil if it has none.
    let prefixes: Origin?
    /// Names and prefixes of classes that the program's author can annotate, each with its module in front.
    let own: [String]

    /// Returns true if the program's author can probably annotate a class: it is in the module of a name in `own`, or
    /// `own` is empty.
    func isOwn(_ name: String) -> Bool {
        own.isEmpty || own.contains { $0.prefix { $0 != "." } == name.prefix { $0 != "." } }
    }

    /// Returns the near misses for a wanted type, a wanted name, or both.
    /// - Parameters:
    ///   - wanted: The type that is wanted; nil for any.
    ///   - name: The name that is wanted; nil for any. It may be the name of a component, or of its class.
    ///   - made: The types that the context creates.
    /// - Returns: At most eight reasons, the most probable ones first.
    func nearMisses(
        for wanted: Any.Type? = nil, named name: String? = nil, besides made: [Any.Type] = []
    ) -> [Fault.NearMiss] {
        let made = Set(made.map(ObjectIdentifier.init))
        let known = Set(absent.compactMap { $0.component?.record })
        var misses: [(rank: Int, miss: Fault.NearMiss)] = []
        func add(_ miss: Fault.NearMiss, _ rank: Int) {
            misses.append((wanted.map { TypeName.qualified($0) == miss.name } ?? false ? 0 : rank, miss))
        }
        for component in absent where name.map(component.hasName) ?? true && fits(component.type, wanted) {
            add(component.miss, component.component == nil ? -1 : 1)
        }
        // The container's own classes are left out, because a user can't annotate them.
        for candidate in classes(fitting: wanted) + functions(returning: wanted)
        where !candidate.isContainers && !known.contains(candidate) {
            guard name.map(candidate.hasName) ?? true else { continue }
            let type = ProgramComponent.of(candidate)?.promised ?? candidate.load()
            if let type, made.contains(ObjectIdentifier(type)) { continue }
            let miss = candidate.nearMiss(prefixes: prefixes, isOwn: isOwn(candidate.qualifiedName))
            add(miss, candidate.componentType == nil ? 3 : 2)
        }
        for definition in unlisted(wanted) where name.map({ definition.name.hasSuffix(".\($0)") }) ?? true {
            add(definition, -1)
        }
        if misses.isEmpty, let name, name.first?.isUppercase == true { return records.unlinkedModule(of: name) }
        return misses.ordered { ($0.rank, $0.miss.name) < ($1.rank, $1.miss.name) }.prefix(8).map(\.miss)
    }

    private func fits(_ type: TypeID?, _ wanted: Any.Type?) -> Bool {
        guard let wanted else { return true }
        return type.map { TypeFit.fits(TypeIdentity.type($0), wanted, records: records) } ?? false
    }

    /// Returns the fitting definitions of assemblies that aren't part of the context.
    private func unlisted(_ wanted: Any.Type?) -> [Fault.NearMiss] {
        let listed = Set(assemblies.map { ObjectIdentifier($0) })
        return records.classes(fitting: (any Assembly).self).flatMap { known -> [Fault.NearMiss] in
            guard let type = known.load(), !listed.contains(ObjectIdentifier(type)) else { return [] }
            let name = known.qualifiedName
            return AssemblyLayout.of(type).promises.filter { fits(TypeIdentity.id($0.type), wanted) }.map {
                Fault.NearMiss(
                    name: "\(name).\($0.key)", reason: "is defined by the assembly \(name), which is not listed",
                    fix: "add \"\(name)\" to \"assemblies\"")
            }
        }
    }

    private func functions(returning wanted: Any.Type?) -> [ProgramClass] {
        guard let wanted else { return [] }
        return records.classes(fitting: (any ConstructedComponent).self).filter { candidate in
            guard let component = ProgramComponent.of(candidate), component.isFunction else { return false }
            return TypeFit.fits(component.promised, wanted, records: records)
        }
    }

    private func classes(fitting wanted: Any.Type?) -> [ProgramClass] {
        guard let wanted else { return records.classes.filter { !$0.isSystem } }
        guard let wantedClass = wanted as? AnyClass else { return records.classes(fitting: wanted) }
        return records.classes.filter { candidate in
            guard !candidate.isSystem, let type = candidate.load() else { return false }
            return TypeIdentity.inherits(type, from: wantedClass)
        }
    }
}
