import IOCBase
import IOCModel

/// The types of a context's definitions. They decide which definitions fit a type, as far as that is known without an
/// instance.
final class ProgramTypes: TypeFacts {
    /// The declared type of each definition: a class, a protocol or a value type.
    let types: [Any.Type]
    /// For each class, the definitions of the class and of its subclasses, in ascending order.
    private let definitionsBySuperclass: [ObjectIdentifier: [Candidate]]
    /// The definitions whose declared type is a protocol or a value type.
    private let others: [(definition: Int, promise: TypeFit)]
    /// Finds the reasons why the context has no component for a type or a name.
    private let finder: NearMissFinder
    /// The candidates for each type that is not a class. They are searched once.
    private let known = Guarded<[TypeID: [Candidate]]>([:])

    init(_ types: [Any.Type], nearMisses finder: NearMissFinder) {
        self.types = types
        self.finder = finder
        var definitionsBySuperclass: [ObjectIdentifier: [Candidate]] = [:]
        var others: [(definition: Int, promise: TypeFit)] = []
        for (index, type) in types.enumerated() {
            let promise = TypeFit(type)
            if !(type is AnyClass) { others.append((index, promise)) }
            var next: AnyClass? = promise.superclass
            while let ancestor = next {
                let candidate = Candidate(definition: index, isExact: ancestor == type)
                definitionsBySuperclass[ObjectIdentifier(ancestor), default: []].append(candidate)
                next = TypeIdentity.superclass(of: ancestor)
            }
        }
        self.definitionsBySuperclass = definitionsBySuperclass
        self.others = others
    }

    func candidates(for wanted: TypeID) -> [Candidate] {
        let type = TypeIdentity.type(wanted)
        if let type = type as? AnyClass { return definitionsBySuperclass[ObjectIdentifier(type)] ?? [] }
        if let found = known.withLock({ $0[wanted] }) { return found }
        let fit = TypeFit(type)
        var found = fit.isExistential ? classes(fitting: fit) : []
        found += others.filter { $0.promise.serves(as: fit, records: finder.records) }.map(\.definition)
        let candidates = found.ordered().map { Candidate(definition: $0, isExact: !fit.isExistential) }
        known.withLock { $0[wanted] = candidates }
        return candidates
    }

    /// Returns the definitions of classes that fit a protocol, in no particular order.
    private func classes(fitting wanted: TypeFit) -> [Int] {
        guard let groups = finder.records.conformers(of: wanted.type), let first = groups.first else {
            return types.indices.filter {
                types[$0] is AnyClass && TypeFit(types[$0]).serves(as: wanted, records: finder.records)
            }
        }
        func definitions(_ classes: [AnyClass]) -> Set<Int> {
            Set(classes.flatMap { definitionsBySuperclass[ObjectIdentifier($0)] ?? [] }.map(\.definition))
        }
        return groups.dropFirst().reduce(definitions(first)) { $0.intersection(definitions($1)) }
            .filter { types[$0] is AnyClass }
    }

    // MARK: Names

    func bindingNames(of type: TypeID) -> [String] {
        let type = TypeIdentity.type(type)
        let names = [TypeName.withoutAny(TypeName.qualified(type)), TypeName.withoutAny(TypeName.simple(type))]
        // Messages write `any P`, so a binding may write it, too.
        return names + names.map { "any \($0)" }
    }

    func name(of type: TypeID) -> String { TypeName.written(TypeIdentity.type(type)) }

    func isValue(_ type: TypeID) -> Bool {
        let type = TypeIdentity.type(type)
        return !(type is AnyClass) && !TypeIdentity.isExistential(type)
    }

    func isForeign(_ type: TypeID) -> Bool { !finder.isOwn(TypeName.qualified(TypeIdentity.type(type))) }

    func nearMisses(for wanted: TypeID?, named name: String?) -> [Fault.NearMiss] {
        finder.nearMisses(for: wanted.map(TypeIdentity.type), named: name, besides: types)
    }
}
