import IOCBase
import IOCModel
import IOCPlan

/// The running program as a catalogue: everything it answers is known.
struct ProgramCatalogue: ClassCatalogue {
    let records: ProgramRecords
    let components: ComponentTable
    /// The names of all protocols, qualified and simple.
    private let protocolNames = RememberedNames()
    /// The simple names of the modules and types that classes stand in.
    private let outerNames = RememberedNames()

    /// The program of this moment's images.
    init() {
        records = .current()
        components = .table(of: records)
    }

    // MARK: Classes

    func name(of number: Int) -> ClassName { records.classes[number].name }

    func classes(matching prefixes: [String]) -> [Int] { components.classes(matching: prefixes) }

    func classes(named name: String) -> [Int] {
        let matches = records.classes(named: name)
        // Other spellings, such as a mangled name, are the runtime's to read; it would go through all types for one with a dot.
        guard matches.isEmpty, !name.utf8.contains(UInt8(ascii: ".")), let type = _typeByName(name) as? AnyClass else {
            return matches
        }
        return records.classes.firstIndex { $0.load() == type }.map { [$0] } ?? []
    }

    func doubt(aboutName name: String) -> String? { nil }
    func doubt(aboutPrefix prefix: String) -> String? { nil }

    var classNames: [String] {
        records.classes.filter { !$0.isSystem && !$0.isContainers }.flatMap { [$0.qualifiedName, $0.simpleName] }
    }

    func hasClasses(in name: String) -> Bool {
        outerNames.all { Set(records.classes.flatMap { $0.name.outerNames }) }?.contains(name) ?? false
    }

    var componentNames: [String] {
        records.classes.filter { !$0.isSystem && $0.loadType().flatMap(ComponentType.of) != nil }.map(\.qualifiedName)
    }

    var componentProfiles: [String] {
        var profiles: [String] = []
        for known in records.classes where !known.isSystem {
            guard let found = known.loadType().flatMap(ComponentType.of) else { continue }
            profiles += StatedTraits(found.type.traits).entry.profiles ?? []
        }
        return profiles
    }

    var mayCodeAskForProfiles: Bool { false }

    func isAssembly(_ number: Int) -> Answer { records.classes[number].load() is any Assembly.Type ? .yes : .no }

    var assemblyNames: [String] {
        records.classes(fitting: (any Assembly).self).flatMap { [$0.qualifiedName, $0.simpleName] }.ordered()
    }

    // MARK: Components

    func verdict(of number: Int) -> ComponentVerdict {
        components.component(number) == nil ? records.classes[number].verdict : .component
    }

    func type(of number: Int) -> TypeID? { records.classes[number].loadType().map { TypeIdentity.id($0) } }

    func declaration(of number: Int) -> Declaration {
        components.declaration(of: checked(components.component(number), number), number)
    }

    /// The component class of a number whose verdict was asked for.
    func checked(_ component: ComponentTable.Component?, _ number: Int) -> ComponentTable.Component {
        guard let component else { preconditionFailure("\(name(of: number).qualified) is no component") }
        return component
    }

    // MARK: Types

    func fits(_ type: TypeID, _ wanted: TypeID) -> Answer {
        TypeFit.fits(TypeIdentity.type(type), TypeIdentity.type(wanted), records: records) ? .yes : .no
    }

    func fits(_ type: TypeID, typeNamed name: String) -> Answer {
        let promised = TypeFit(TypeIdentity.type(type))
        let written = [TypeName.qualified(promised.type), TypeName.simple(promised.type)].map(TypeName.withoutAny)
        if written.contains(name) || records.contains(promised.protocols, named: name) { return .yes }
        guard let type = promised.type as? AnyClass ?? promised.superclass else {
            return .open("only its instances tell")
        }
        let ancestors = sequence(first: type, next: { TypeIdentity.superclass(of: $0) })
        if ancestors.contains(where: { TypeName.qualified($0) == name || TypeName.simple($0) == name }) { return .yes }
        guard let conforms = records.conforms(type, toProtocolNamed: name) else { return .open("only a cast tells") }
        return conforms ? .yes : promised.type is AnyClass ? .no : .open("only its instances tell")
    }

    func shortName(of type: TypeID) -> String { TypeName.simple(TypeIdentity.type(type)) }

    func isType(named name: String) -> Answer {
        if !records.classes(named: name).isEmpty { return .yes }
        let protocols = protocolNames.all {
            records.protocolNames().map { qualified in
                qualified.union(qualified.compactMap { $0.split(separator: ".").last.map(String.init) })
            }
        }
        guard let protocols else { return .open("only the records of a program tell") }
        return protocols.contains(name) ? .yes : .no
    }

    var typeNames: [String] {
        (records.protocolNames() ?? []).ordered()
            + records.classes.flatMap { [$0.qualifiedName, $0.simpleName] }.ordered()
    }
}

/// Names that are put together once somebody asks for them.
private final class RememberedNames: Sendable {
    private let known = Guarded<Set<String>?>(nil)

    /// The names, made by `body` the first time; nil where it can't tell them.
    func all(_ body: () -> Set<String>?) -> Set<String>? {
        if let known = known.withLock(\.self) { return known }
        guard let names = body() else { return nil }
        known.withLock { $0 = names }
        return names
    }
}
