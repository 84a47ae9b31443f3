import IOCBase
import IOCModel

/// Which definitions fit a type, as far as the types that they promise tell: contexts whose definitions promise the same share it.
final class TypeIndex: Sendable {
    /// What each definition promises: a class, a protocol or a value type.
    let types: [Any.Type]
    /// For each definition the first that promises the same type; nil where each promises another one.
    private let firsts: [Int32]?
    /// For each class the definitions of it and of its subclasses, in their order.
    private let lineage: ListsByAddress<Candidate>
    /// The definitions that promise a protocol or a value type.
    private let others: [(definition: Int, promise: TypeFit)]
    private let records: ProgramRecords
    /// What was found for a type that is no class, by the address of its metadata.
    private let known = Guarded(AddressTable<[Candidate]>())

    init(_ types: [Any.Type], records: ProgramRecords) {
        self.types = types
        self.records = records
        var lineage = ListsByAddress<Candidate>(capacity: types.count)
        var others: [(definition: Int, promise: TypeFit)] = []
        var mayRepeat = false
        func add(_ index: Int, below type: AnyClass?) {
            var next: AnyClass? = type
            while let ancestor = next {
                lineage.append(Candidate(definition: index, isExact: false), to: TypeIdentity.id(ancestor).rawValue)
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
            let isFirst = lineage.append(
                Candidate(definition: index, isExact: true), to: TypeIdentity.id(type).rawValue)
            mayRepeat = mayRepeat || !isFirst
            add(index, below: _getSuperclass(type))
        }
        self.lineage = lineage
        self.others = others
        guard mayRepeat || !others.isEmpty else {
            firsts = nil
            return
        }
        var first = AddressTable<Int32>(capacity: types.count)
        let firsts = types.indices.map { index in
            first.change(TypeIdentity.id(types[index]).rawValue, initial: Int32(index)) { $0 }
        }
        self.firsts = first.count == types.count ? nil : firsts
    }

    /// The first definition that promises the same type as one.
    func first(like definition: Int) -> Int { firsts.map { Int($0[definition]) } ?? definition }

    /// The only definition of a class and of its subclasses; nil where there are none or several.
    func onlyCandidate(for wantedClass: AnyClass) -> Candidate? { lineage.only(TypeIdentity.id(wantedClass).rawValue) }

    /// The definitions that serve as a type that needs no instance to tell, in their order.
    func candidates(for type: Any.Type) -> [Candidate] {
        if let wantedClass = type as? AnyClass { return lineage[TypeIdentity.id(wantedClass).rawValue] }
        let key = TypeIdentity.id(type).rawValue
        if let found = known.withLock({ $0[key] }) { return found }
        let isExistential = TypeIdentity.isExistential(type)
        var found = isExistential ? conforming(to: type) : []
        if !others.isEmpty {
            found = found.filter { types[$0.definition] is AnyClass }
            let fit = TypeFit(type)
            for (index, promise) in others where promise.serves(as: fit, records: records) {
                found.append(Candidate(definition: index, isExact: promise.type == type && !isExistential))
            }
            found.sort { $0.definition < $1.definition }
        }
        known.withLock { $0.set(found, for: key) }
        return found
    }

    private func conforming(to existential: Any.Type) -> [Candidate] {
        if let found = records.conformers(of: existential, in: lineage) { return found }
        return types.indices.filter { types[$0] is AnyClass && TypeIdentity.conforms(types[$0], to: existential) }
            .map { Candidate(definition: $0, isExact: false) }
    }
}
