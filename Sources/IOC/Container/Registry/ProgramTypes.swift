import IOCBase
import IOCModel

/// Which definitions fit a type, as the running program knows it.
final class ProgramTypes: TypeFacts {
    private let types: [Any.Type]
    /// For each class the definitions of it and of its subclasses, in their order.
    private let lineage: ListsByKey<ObjectIdentifier, Candidate>
    /// The definitions that promise a protocol or a value type.
    private let others: [(definition: Int, promise: TypeFit)]
    private let records: ProgramRecords?
    /// What would fit a type and is none of others.
    typealias NearMissSearch = @Sendable (_ wanted: Any.Type, _ made: [Any.Type]) -> [Fault.NearMiss]

    private let passedOver: NearMissSearch
    /// What was found for a type, by the address of its metadata.
    private let known = Guarded<[UInt: [Candidate]]>([:])
    /// Instances by definition, for protocols whose conformance only an instance can show.
    private let instances = Guarded<(@Sendable (Int) -> AnyObject?)?>(nil)

    /// The types of a set of definitions.
    /// - Parameters:
    ///   - types: What each definition promises: a class, a protocol or a value type.
    ///   - records: The program's records, where the platform has them.
    ///   - passedOver: What would fit a type but was left out, asked for messages only.
    init(types: [Any.Type], records: ProgramRecords?, passedOver: @escaping NearMissSearch) {
        self.types = types
        self.records = records
        self.passedOver = passedOver
        var lineage = ListsByKey<ObjectIdentifier, Candidate>(capacity: types.count)
        var others: [(definition: Int, promise: TypeFit)] = []
        func add(_ index: Int, below type: AnyClass?) {
            var next: AnyClass? = type
            while let ancestor = next {
                lineage.append(Candidate(definition: index, isExact: false), to: ObjectIdentifier(ancestor))
                next = _getSuperclass(ancestor)
            }
        }
        for index in types.indices {
            guard let type = types[index] as? AnyClass else {
                let promise = TypeFit(types[index])
                others.append((index, promise))
                add(index, below: promise.superclass)
                continue
            }
            lineage.append(Candidate(definition: index, isExact: true), to: ObjectIdentifier(type))
            add(index, below: _getSuperclass(type))
        }
        self.lineage = lineage
        self.others = others
    }

    /// What is known of the types, for a context with instances of its own.
    func withoutInstances() -> ProgramTypes { ProgramTypes(types: types, records: records, passedOver: passedOver) }

    /// Lets protocols with parameters be checked on instances.
    func showInstances(_ instance: (@Sendable (Int) -> AnyObject?)?) {
        instances.withLock { $0 = instance }
    }

    func candidates(for wanted: TypeID) -> [Candidate] {
        let type = TypeIdentity.type(wanted)
        if let wantedClass = type as? AnyClass { return lineage[ObjectIdentifier(wantedClass)] }
        if TypeIdentity.isParameterizedExistential(type) { return instancesFitting(type) }
        if let found = known.withLock({ $0[wanted.rawValue] }) { return found }
        let isExistential = TypeIdentity.isExistential(type)
        var found = isExistential ? conforming(to: type).filter { types[$0.definition] is AnyClass } : []
        let fit = TypeFit(type)
        for (index, promise) in others where promise.serves(as: fit, records: records ?? .current()) {
            found.append(Candidate(definition: index, isExact: promise.type == type && !isExistential))
        }
        found.sort { $0.definition < $1.definition }
        known.withLock { $0[wanted.rawValue] = found }
        return found
    }

    func canServe(_ definition: Int, as wanted: TypeID) -> Bool {
        if contains(definition, in: candidates(for: wanted)) { return true }
        // Of a component that is made when asked for, only its instance can tell; it is looked at then.
        return TypeIdentity.isParameterizedExistential(TypeIdentity.type(wanted))
            && instances.withLock({ $0 })?(definition) == nil
    }

    /// Looks for a definition among candidates, which are in the order of definitions.
    private func contains(_ definition: Int, in candidates: [Candidate]) -> Bool {
        var range = candidates.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if candidates[middle].definition == definition { return true }
            range =
                candidates[middle].definition < definition
                ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return false
    }

    func bindingNames(of type: TypeID) -> [String] {
        let type = TypeIdentity.type(type)
        return [TypeName.withoutAny(TypeName.qualified(type)), TypeName.withoutAny(TypeName.simple(type))]
    }

    func name(of type: TypeID) -> String { TypeName.written(TypeIdentity.type(type)) }

    func isValue(_ type: TypeID) -> Bool {
        let type = TypeIdentity.type(type)
        return !(type is AnyClass) && !TypeIdentity.isExistential(type)
    }

    func nearMisses(for wanted: TypeID) -> [Fault.NearMiss] { passedOver(TypeIdentity.type(wanted), types) }

    private func conforming(to existential: Any.Type) -> [Candidate] {
        if let found = records?.conformers(of: existential, in: lineage) { return found }
        return types.indices.filter { types[$0] is AnyClass && TypeIdentity.conforms(types[$0], to: existential) }
            .map { Candidate(definition: $0, isExact: false) }
    }

    private func instancesFitting(_ existential: Any.Type) -> [Candidate] {
        let instance = instances.withLock { $0 }
        // What promises this very type needs no instance to tell.
        func fits<Wanted>(_ wanted: Wanted.Type) -> [Candidate] {
            types.indices.filter { index in
                types[index] == existential || instance?(index).map { AnyValueBox.unboxed($0) is Wanted } ?? false
            }
            .map { Candidate(definition: $0, isExact: false) }
        }
        return _openExistential(existential, do: fits)
    }
}
