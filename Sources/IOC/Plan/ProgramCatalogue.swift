import IOCBase
import IOCModel

/// The classes and types of the running program by name, for a boot.
final class ProgramCatalogue {
    let records = ProgramRecords.current()

    /// The names of all protocols, qualified and simple; nil if they are unknown.
    private lazy var protocolNames = records.protocolNames().map { qualified in
        qualified.union(qualified.compactMap { $0.split(separator: ".").last.map(String.init) })
    }

    // MARK: Classes

    private func classes(named name: String) -> [ProgramClass] {
        let matches = records.classes(named: name)
        // The runtime looks up other spellings, such as a mangled name. A name with a dot is left out, because the
        // runtime would search all types for it.
        guard matches.isEmpty, !name.utf8.contains(UInt8(ascii: ".")), let type = _typeByName(name) as? AnyClass else {
            return matches
        }
        return records.classes.first { $0.load() == type }.map { [$0] } ?? []
    }

    /// Returns the value of the only class with a name. If there is not exactly one class, or if it has no value,
    /// appends a fault and returns nil.
    ///
    /// If several classes have the name and some of them have a value, only those count. For example, a class of the
    /// toolchain may have the name of a component.
    /// - Parameters:
    ///   - faults: The faults so far. A fault is appended.
    ///   - serve: Returns the value of a class; nil if the class has none.
    ///   - unfit: The fault of a class without a value.
    ///   - unknown: The fault of a name that no class has.
    ///   - names: The names for suggestions.
    func only<Served>(
        named name: String, at place: @autoclosure () -> Origin, _ faults: inout [Fault],
        as serve: (ProgramClass) -> Served?, unfit: (ProgramClass) -> Fault.Kind, unknown: Fault.Kind,
        among names: @escaping @Sendable (ProgramRecords) -> [String]
    ) -> Served? {
        let matches = classes(named: name)
        let serving = matches.compactMap { match in serve(match).map { (match, $0) } }
        if serving.count == 1 { return serving[0].1 }
        let meant = serving.isEmpty ? matches : serving.map(\.0)
        switch meant.count {
        case 0:
            faults.append(
                Fault(unknown, at: place()) { [records] in
                    $0.suggestion = Suggestion.nearest(to: name, among: names(records))
                    $0.nearMisses = records.unlinkedModule(of: name)
                })
        case 1: faults.append(Fault(unfit(meant[0]), at: place()))
        default:
            let matches = meant.map(\.qualifiedName).ordered()
            faults.append(Fault(.classAmbiguous(name: name, matches: matches), at: place()))
        }
        return nil
    }

    /// The profiles in the traits of the program's component classes.
    var componentProfiles: [String] {
        records.classes.filter { !$0.isSystem }.flatMap { $0.componentType?.type.traits ?? [] }.compactMap { trait in
            if case .profile(let name) = trait.kind { name } else { nil }
        }
    }

    // MARK: Types

    /// Returns true if instances of one type can be used as another type.
    func fits(_ type: TypeID, _ wanted: TypeID) -> Bool {
        TypeFit.fits(TypeIdentity.type(type), TypeIdentity.type(wanted), records: records)
    }

    /// Returns true if instances of a type can be used as a class or protocol with a qualified or simple name; nil if
    /// that isn't known without an instance.
    func fit(of type: TypeID, typeNamed name: String) -> Bool? {
        let name = TypeName.withoutAny(name)
        if name.contains("<") { return nil }
        let promised = TypeFit(TypeIdentity.type(type))
        let written = [TypeName.qualified(promised.type), TypeName.simple(promised.type)].map(TypeName.withoutAny)
        if written.contains(name) || records.contains(promised.protocols, named: name) { return true }
        guard let type = promised.superclass else { return nil }
        let ancestors = sequence(first: type, next: { TypeIdentity.superclass(of: $0) })
        if ancestors.contains(where: { TypeName.qualified($0) == name || TypeName.simple($0) == name }) { return true }
        guard let conforms = records.conforms(type, toProtocolNamed: name) else { return nil }
        return conforms ? true : promised.type is AnyClass ? false : nil
    }

    /// Returns true if the program has a class or protocol with a qualified or simple name, or if that is unknown.
    func isType(named name: String) -> Bool {
        // Generic arguments are ignored, because the program has no list of them.
        let name = String(TypeName.withoutAny(name).prefix { $0 != "<" })
        return !records.classes(named: name).isEmpty || protocolNames?.contains(name) ?? true
    }
}

/// Names for suggestions.
extension ProgramRecords {
    private func names(of classes: [ProgramClass]) -> [String] {
        classes.flatMap { [$0.qualifiedName, $0.simpleName] }
    }

    /// The names of all classes of the program, qualified and simple.
    var classNames: [String] { names(of: classes.filter { !$0.isSystem && !$0.isContainers }) }

    var componentNames: [String] {
        classes.filter { !$0.isSystem && $0.componentType != nil }.map(\.qualifiedName)
    }

    var assemblyNames: [String] { names(of: classes(fitting: (any Assembly).self)).ordered() }

    var typeNames: [String] { (protocolNames() ?? []).ordered() + names(of: classes).ordered() }

    /// Returns a near miss for the module at the beginning of a name or a prefix, if the program has no class of that
    /// module.
    func unlinkedModule(of name: String) -> [Fault.NearMiss] {
        guard let dot = name.firstIndex(of: ".") else { return [] }
        let module = String(name[..<dot])
        if !classes(named: module).isEmpty || classes.contains(where: { $0.name.outerNames.contains(module) }) {
            return []
        }
        let fix =
            "add '\(module)' to the target's dependencies and import it where the program begins, or correct the name"
        return [Fault.NearMiss(name: module, reason: "the program has no such module", fix: fix)]
    }
}
