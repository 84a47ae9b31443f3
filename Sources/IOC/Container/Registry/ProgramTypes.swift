import IOCBase
import IOCModel

/// The types of a context's definitions, as the running program knows them.
final class ProgramTypes: TypeFacts {
    /// Finds types that would fit a type and are none of others.
    typealias NearMissSearch = @Sendable (_ wanted: Any.Type, _ made: [Any.Type]) -> [Fault.NearMiss]

    private struct Instances {
        var find: (@Sendable (Int) -> AnyObject?)?
        var wereNeeded = false
    }

    private let index: TypeIndex
    private let nearMissSearch: NearMissSearch
    /// Instances by definition, for protocols whose conformance only an instance can show.
    private let instances = Guarded(Instances())

    /// The types of a context's definitions.
    /// - Parameters:
    ///   - index: The index of the types without instances.
    ///   - nearMissSearch: Finds types that would fit but were left out; asked for messages only.
    init(_ index: TypeIndex, nearMissSearch: @escaping NearMissSearch) {
        self.index = index
        self.nearMissSearch = nearMissSearch
    }

    /// The known facts of the types, for a context with instances of its own.
    func withoutInstances() -> ProgramTypes { ProgramTypes(index, nearMissSearch: nearMissSearch) }

    /// Lets protocols with parameters be checked on instances.
    func showInstances(_ instance: (@Sendable (Int) -> AnyObject?)?) {
        instances.withLock { $0.find = instance }
    }

    /// True if anybody has asked for a type of which only instances show whether they conform to it.
    var hasAskedForInstances: Bool { instances.withLock(\.wereNeeded) }

    func candidates(for wanted: TypeID) -> [Candidate] {
        let type = TypeIdentity.type(wanted)
        return TypeIdentity.isParameterizedExistential(type) ? instancesFitting(type) : index.candidates(for: type)
    }

    func onlyCandidate(for wanted: TypeID) -> Candidate? {
        let type = TypeIdentity.type(wanted)
        if let wantedClass = type as? AnyClass { return index.onlyCandidate(for: wantedClass) }
        let all = candidates(for: wanted)
        return all.count == 1 ? all[0] : nil
    }

    func canServe(_ definition: Int, as wanted: TypeID) -> Bool {
        if contains(definition, in: candidates(for: wanted)) { return true }
        // Of a component that is made when asked for, only its instance can tell; it is looked at then.
        return TypeIdentity.isParameterizedExistential(TypeIdentity.type(wanted))
            && instances.withLock(\.find)?(definition) == nil
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

    func nearMisses(for wanted: TypeID) -> [Fault.NearMiss] { nearMissSearch(TypeIdentity.type(wanted), index.types) }

    private func instancesFitting(_ existential: Any.Type) -> [Candidate] {
        let instance = instances.withLock { instances in
            instances.wereNeeded = true
            return instances.find
        }
        // A definition that promises this very type needs no instance to tell.
        func fits<Wanted>(_ wanted: Wanted.Type) -> [Candidate] {
            index.types.indices.filter { definition in
                index.types[definition] == existential
                    || instance?(definition).map { AnyValueBox.unboxed($0) is Wanted } ?? false
            }
            .map { Candidate(definition: $0, isExact: false) }
        }
        return _openExistential(existential, do: fits)
    }
}
