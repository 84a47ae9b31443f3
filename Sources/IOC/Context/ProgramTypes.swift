import IOCModel
import Synchronization

/// Which definitions fit a type, as the running program knows it.
final class ProgramTypes: TypeFacts {
    private let classes: [AnyClass]
    /// For each class the definitions of it and of its subclasses, in their order.
    private let lineage: [ObjectIdentifier: [Candidate]]
    private let records: ProgramRecords?
    private let passedOver: @Sendable (Any.Type) -> [Fault.NearMiss]
    private let known = Mutex<[TypeID: [Candidate]]>([:])
    /// Instances by definition, for protocols whose conformance only an instance can show.
    private let instances = Mutex<(@Sendable (Int) -> AnyObject?)?>(nil)

    /// The types of a set of definitions.
    /// - Parameters:
    ///   - classes: The class of each definition.
    ///   - records: The program's records, where the platform has them.
    ///   - passedOver: What would fit a type but was left out, asked for messages only.
    init(classes: [AnyClass], records: ProgramRecords?, passedOver: @escaping @Sendable (Any.Type) -> [Fault.NearMiss])
    {
        self.classes = classes
        self.records = records
        self.passedOver = passedOver
        var lineage: [ObjectIdentifier: [Candidate]] = [:]
        lineage.reserveCapacity(classes.count)
        for index in classes.indices {
            let type: AnyClass = classes[index]
            lineage[ObjectIdentifier(type), default: []].append(Candidate(definition: index, isExact: true))
            var next: AnyClass? = _getSuperclass(type)
            while let ancestor = next {
                lineage[ObjectIdentifier(ancestor), default: []].append(Candidate(definition: index, isExact: false))
                next = _getSuperclass(ancestor)
            }
        }
        self.lineage = lineage
    }

    /// Lets protocols with parameters be checked on instances.
    func showInstances(_ instance: (@Sendable (Int) -> AnyObject?)?) {
        instances.withLock { $0 = instance }
    }

    func candidates(for wanted: TypeID) -> [Candidate] {
        let type = TypeIdentity.type(wanted)
        if let wantedClass = type as? AnyClass { return lineage[ObjectIdentifier(wantedClass)] ?? [] }
        if TypeIdentity.isParameterisedExistential(type) { return instancesFitting(type) }
        if let found = known.withLock({ $0[wanted] }) { return found }
        let found = TypeIdentity.isExistential(type) ? conforming(to: type) : []
        known.withLock { $0[wanted] = found }
        return found
    }

    func canServe(_ definition: Int, as wanted: TypeID) -> Bool {
        if candidates(for: wanted).contains(where: { $0.definition == definition }) { return true }
        // Of a component that is made when asked for, only its instance can tell; it is looked at then.
        return TypeIdentity.isParameterisedExistential(TypeIdentity.type(wanted))
            && instances.withLock({ $0 })?(definition) == nil
    }

    func bindingNames(of type: TypeID) -> [String] {
        let type = TypeIdentity.type(type)
        return [TypeName.withoutAny(TypeName.qualified(type)), TypeName.withoutAny(TypeName.simple(type))]
    }

    func name(of type: TypeID) -> String { TypeName.written(TypeIdentity.type(type)) }

    func nearMisses(for wanted: TypeID) -> [Fault.NearMiss] { passedOver(TypeIdentity.type(wanted)) }

    private func conforming(to existential: Any.Type) -> [Candidate] {
        if let found = records?.conformers(of: existential, in: lineage) { return found }
        return classes.indices.filter { TypeIdentity.conforms(classes[$0], to: existential) }
            .map { Candidate(definition: $0, isExact: false) }
    }

    private func instancesFitting(_ existential: Any.Type) -> [Candidate] {
        guard let instance = instances.withLock({ $0 }) else { return [] }
        func fits<Wanted>(_ wanted: Wanted.Type) -> [Candidate] {
            classes.indices.filter { instance($0) is Wanted }.map { Candidate(definition: $0, isExact: false) }
        }
        return _openExistential(existential, do: fits)
    }
}
