import IOCBase
import IOCModel

/// An index of the definitions that fit a type, as far as their promised types show.
final class TypeIndex: Sendable {
    /// The type that each definition promises: a class, a protocol or a value type.
    let types: [Any.Type]
    /// For each definition the first that promises the same type; nil where each promises another one.
    private let firsts: [Int]?
    /// For each class the definitions of it and of its subclasses, in their order.
    private let definitionsBySuperclass: AddressTable<Definitions>
    /// The definitions that promise a protocol or a value type.
    private let others: [(definition: Int, promise: TypeFit)]
    private let records: ProgramRecords
    /// The candidates for types that are no classes, by the address of their metadata.
    private let known = Guarded(AddressTable<[Candidate]>())

    /// The definitions of one class and of its subclasses. Of most classes it is one, which needs no list.
    private enum Definitions: Sendable {
        case none
        case one(Candidate)
        case several([Candidate])

        var all: [Candidate] {
            switch self {
            case .none: []
            case .one(let candidate): [candidate]
            case .several(let candidates): candidates
            }
        }

        mutating func append(_ candidate: Candidate) {
            switch self {
            case .none: self = .one(candidate)
            case .one(let first): self = .several([first, candidate])
            case .several(var candidates):
                // Let go first, so that the list is not copied.
                self = .none
                candidates.append(candidate)
                self = .several(candidates)
            }
        }

        func add(to numbers: inout [Int]) {
            switch self {
            case .none: break
            case .one(let candidate): numbers.append(candidate.definition)
            case .several(let candidates): for candidate in candidates { numbers.append(candidate.definition) }
            }
        }
    }

    init(_ types: [Any.Type], records: ProgramRecords) {
        self.types = types
        self.records = records
        var definitionsBySuperclass = AddressTable<Definitions>(capacity: types.count)
        var others: [(definition: Int, promise: TypeFit)] = []
        func add(_ candidate: Candidate, to type: AnyClass) {
            definitionsBySuperclass.change(TypeIdentity.id(type).rawValue, initial: .none) { $0.append(candidate) }
        }
        func add(_ index: Int, below type: AnyClass?) {
            var next: AnyClass? = type
            while let ancestor = next {
                add(Candidate(definition: index, isExact: false), to: ancestor)
                next = TypeIdentity.superclass(of: ancestor)
            }
        }
        for index in types.indices {
            guard let type = types[index] as? AnyClass else {
                let promise = TypeFit(types[index])
                others.append((index, promise))
                add(index, below: promise.superclass)
                continue
            }
            add(Candidate(definition: index, isExact: true), to: type)
            add(index, below: TypeIdentity.superclass(of: type))
        }
        self.definitionsBySuperclass = definitionsBySuperclass
        self.others = others
        var first = AddressTable<Int>(capacity: types.count)
        let firsts = types.indices.map { index in
            let key = TypeIdentity.id(types[index]).rawValue
            if let known = first[key] { return known }
            first.set(index, for: key)
            return index
        }
        self.firsts = first.count == types.count ? nil : firsts
    }

    /// The first definition that promises the same type as one.
    func first(like definition: Int) -> Int { firsts.map { $0[definition] } ?? definition }

    /// The only definition of a class and of its subclasses; nil where there are none or several.
    func onlyCandidate(for wantedClass: AnyClass) -> Candidate? {
        guard case .one(let candidate)? = definitionsBySuperclass[TypeIdentity.id(wantedClass).rawValue] else {
            return nil
        }
        return candidate
    }

    /// The definitions that serve as a type that needs no instance to tell, in their order.
    func candidates(for type: Any.Type) -> [Candidate] {
        let key = TypeIdentity.id(type).rawValue
        if type is AnyClass { return definitionsBySuperclass[key]?.all ?? [] }
        if let found = known.withLock({ $0[key] }) { return found }
        let isExistential = TypeIdentity.isExistential(type)
        var found = isExistential ? conforming(to: type) : []
        if !others.isEmpty {
            found = found.filter { types[$0.definition] is AnyClass }
            let fit = TypeFit(type)
            for (index, promise) in others where promise.serves(as: fit, records: records) {
                found.append(Candidate(definition: index, isExact: !isExistential))
            }
            found = found.ordered { $0.definition < $1.definition }
        }
        known.withLock { $0.set(found, for: key) }
        return found
    }

    private func conforming(to existential: Any.Type) -> [Candidate] {
        let known = records.conformers(of: existential) { definitionsBySuperclass[$0]?.add(to: &$1) }
        if let known { return known }
        return types.indices.filter { TypeIdentity.conforms(types[$0], to: existential) }
            .map { Candidate(definition: $0, isExact: false) }
    }
}
