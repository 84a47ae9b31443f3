import IOCBase
import IOCModel

/// The types of a context's definitions: which definitions fit a type, by what is known without an instance.
final class ProgramTypes: TypeFacts {
    /// Finds types that would fit a type but that the context doesn't make.
    typealias NearMissSearch = @Sendable (_ wanted: Any.Type, _ made: [Any.Type]) -> [Fault.NearMiss]

    /// The type that each definition promises: a class, a protocol or a value type.
    let types: [Any.Type]
    /// For each class the definitions of it and of its subclasses, in their order.
    private let definitionsBySuperclass: [ObjectIdentifier: [Candidate]]
    /// The definitions that promise a protocol or a value type.
    private let others: [(definition: Int, promise: TypeFit)]
    private let records: ProgramRecords
    private let nearMissSearch: NearMissSearch
    /// The candidates for types that are no classes, which are found once.
    private let known = Guarded<[TypeID: [Candidate]]>([:])

    /// - Parameter nearMissSearch: Finds types that would fit but were left out; it is only needed for messages.
    init(_ types: [Any.Type], records: ProgramRecords, nearMissSearch: @escaping NearMissSearch) {
        self.types = types
        self.records = records
        self.nearMissSearch = nearMissSearch
        var definitionsBySuperclass: [ObjectIdentifier: [Candidate]] = [:]
        var others: [(definition: Int, promise: TypeFit)] = []
        func add(_ index: Int, below type: AnyClass?) {
            var next: AnyClass? = type
            while let ancestor = next {
                let candidate = Candidate(definition: index, isExact: ancestor == types[index])
                definitionsBySuperclass[ObjectIdentifier(ancestor), default: []].append(candidate)
                next = TypeIdentity.superclass(of: ancestor)
            }
        }
        for (index, type) in types.enumerated() {
            if let type = type as? AnyClass {
                add(index, below: type)
            } else {
                let promise = TypeFit(type)
                others.append((index, promise))
                add(index, below: promise.superclass)
            }
        }
        self.definitionsBySuperclass = definitionsBySuperclass
        self.others = others
    }

    func candidates(for wanted: TypeID) -> [Candidate] {
        let type = TypeIdentity.type(wanted)
        if let type = type as? AnyClass { return definitionsBySuperclass[ObjectIdentifier(type)] ?? [] }
        if let found = known.withLock({ $0[wanted] }) { return found }
        let isExistential = TypeIdentity.isExistential(type)
        var found = isExistential ? classes(fitting: type) : []
        if !others.isEmpty {
            let fit = TypeFit(type)
            for (index, promise) in others where promise.serves(as: fit, records: records) {
                found.append(Candidate(definition: index, isExact: !isExistential))
            }
            found = found.ordered { $0.definition < $1.definition }
        }
        known.withLock { $0[wanted] = found }
        return found
    }

    /// The definitions of classes that fit a protocol.
    private func classes(fitting existential: Any.Type) -> [Candidate] {
        if !TypeIdentity.isParameterizedExistential(existential) {
            let known = records.conformers(of: existential) { type, found in
                found += (definitionsBySuperclass[type] ?? []).map(\.definition)
            }
            if let known { return known.filter { types[$0.definition] is AnyClass } }
        }
        let wanted = TypeFit(existential)
        return types.indices
            .filter { types[$0] is AnyClass && TypeFit(types[$0]).serves(as: wanted, records: records) }
            .map { Candidate(definition: $0, isExact: false) }
    }

    // MARK: Names

    func bindingNames(of type: TypeID) -> [String] {
        let type = TypeIdentity.type(type)
        let names = [TypeName.withoutAny(TypeName.qualified(type)), TypeName.withoutAny(TypeName.simple(type))]
        // Messages write `any P`, so a binding may do so, too.
        return names + names.map { "any \($0)" }
    }

    func name(of type: TypeID) -> String { TypeName.written(TypeIdentity.type(type)) }

    func isValue(_ type: TypeID) -> Bool {
        let type = TypeIdentity.type(type)
        return !(type is AnyClass) && !TypeIdentity.isExistential(type)
    }

    func nearMisses(for wanted: TypeID) -> [Fault.NearMiss] { nearMissSearch(TypeIdentity.type(wanted), types) }
}
