import IOCBase
import IOCModel

/// What the running program knows of its classes and types.
///
/// Classes go by their number among the program's records, types by their identity.
struct ProgramCatalogue {
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

    func isAssembly(_ number: Int) -> Bool { records.classes[number].load() is any Assembly.Type }

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

    /// Returns true if what one type promises can serve as another.
    func fits(_ type: TypeID, _ wanted: TypeID) -> Bool {
        TypeFit.fits(TypeIdentity.type(type), TypeIdentity.type(wanted), records: records)
    }

    /// Returns true if what a type promises can serve as a class or protocol of a qualified or simple name.
    func fits(_ type: TypeID, typeNamed name: String) -> Bool { fit(of: type, typeNamed: name) ?? false }

    /// Whether a type fits a name; nil if only its instances show that.
    func fit(of type: TypeID, typeNamed name: String) -> Bool? {
        let name = TypeName.withoutAny(name)
        if name.contains("<") { return nil }
        let promised = TypeFit(TypeIdentity.type(type))
        let written = [TypeName.qualified(promised.type), TypeName.simple(promised.type)].map(TypeName.withoutAny)
        if written.contains(name) || records.contains(promised.protocols, named: name) { return true }
        guard let type = promised.type as? AnyClass ?? promised.superclass else { return nil }
        let ancestors = sequence(first: type, next: { TypeIdentity.superclass(of: $0) })
        if ancestors.contains(where: { TypeName.qualified($0) == name || TypeName.simple($0) == name }) { return true }
        guard let conforms = records.conforms(type, toProtocolNamed: name) else { return nil }
        return conforms ? true : promised.type is AnyClass ? false : nil
    }

    func shortName(of type: TypeID) -> String { TypeName.simple(TypeIdentity.type(type)) }

    /// Returns true if the program has a class or protocol of a qualified or simple name, or if that is unknown.
    func isType(named name: String) -> Bool {
        // The program has no list of what generic types are made with.
        let name = String(TypeName.withoutAny(name).prefix { $0 != "<" })
        if !records.classes(named: name).isEmpty { return true }
        let protocols = protocolNames.all {
            records.protocolNames().map { qualified in
                qualified.union(qualified.compactMap { $0.split(separator: ".").last.map(String.init) })
            }
        }
        return protocols?.contains(name) ?? true
    }

    var typeNames: [String] {
        (records.protocolNames() ?? []).ordered()
            + records.classes.flatMap { [$0.qualifiedName, $0.simpleName] }.ordered()
    }
}

extension ProgramCatalogue {
    /// The one class of a name; if there is none, or several, that is a fault.
    ///
    /// Of several classes only those count that can serve, if one of them can: a class of the toolchain may have the name of a
    /// component.
    /// - Parameters:
    ///   - unknown: The fault of a name that no class has. It gets the module that the name begins with, if that is not linked.
    ///   - names: The names that may have been meant.
    ///   - serves: Returns true if a class can serve.
    ///   - faults: The faults so far.
    func only(
        named name: String, at place: Origin, unknown: (_ unlinked: String?) -> Fault.Kind,
        among names: @autoclosure () -> [String], serving serves: (Int) -> Bool, _ faults: inout FaultList
    ) -> Int? {
        let matches = classes(named: name)
        if matches.count == 1 { return matches[0] }
        if !matches.isEmpty {
            let serving = matches.filter(serves)
            if serving.count == 1 { return serving[0] }
            let all = (serving.isEmpty ? matches : serving).map { self.name(of: $0).qualified }.ordered()
            faults.add(.classAmbiguous(name: name, matches: all), at: place)
            return nil
        }
        faults.add(unknown(unlinkedModule(of: name)), at: place) { fault in
            fault.suggestion = Suggestion.nearest(to: name, among: names())
        }
        return nil
    }

    /// The module that a name or a prefix begins with, if the program has no class of it.
    func unlinkedModule(of name: String) -> String? {
        guard let dot = name.firstIndex(of: ".") else { return nil }
        let outer = String(name[..<dot])
        return hasClasses(in: outer) || !classes(named: outer).isEmpty ? nil : outer
    }
}

/// The names of a class.
struct ClassName: Sendable {
    /// `Module.Outer.Name`.
    let qualified: String
    /// The name after the last dot.
    let simple: String

    /// The simple names of the module and the types around the class.
    var outerNames: [String] { qualified.split(separator: ".").dropLast().map(String.init) }

    /// Returns true if one of the two starts with a prefix.
    func matches(_ prefix: String) -> Bool { simple.hasPrefix(prefix) || qualified.hasPrefix(prefix) }
}

/// Names that are put together when they are first needed.
private final class RememberedNames: Sendable {
    private let known = Guarded<Set<String>?>(nil)

    /// The names, made by `body` the first time; nil if they are unknown.
    func all(_ body: () -> Set<String>?) -> Set<String>? {
        if let known = known.withLock(\.self) { return known }
        guard let names = body() else { return nil }
        known.withLock { $0 = names }
        return names
    }
}
