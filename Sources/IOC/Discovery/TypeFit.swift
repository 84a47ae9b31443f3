/// A type as what a definition promises, or as a wanted type: whether instances of one can serve as the other, by what
/// is known without an instance.
///
/// 1. A class serves as its superclasses and the protocols it conforms to, as does any other type that is no protocol.
/// 2. `any P` serves as the protocols that `P` refines, and as the class that it asks for and what that one conforms to.
/// 3. `any P<Int>` serves as itself and as what `any P` does. Classes, structures and enumerations serve as it if a cast
///    succeeds; `any P` does not, because only its instances show their parameters.
struct TypeFit: Sendable {
    let type: Any.Type
    /// The known facts of all instances of an existential type; nil for other types.
    private let bound: ExistentialBound?

    init(_ type: Any.Type) {
        self.type = type
        bound = ExistentialBound(type)
    }

    static func fits(_ type: Any.Type, _ wanted: Any.Type, records: ProgramRecords) -> Bool {
        TypeFit(type).serves(as: TypeFit(wanted), records: records)
    }

    func serves(as wanted: TypeFit, records: ProgramRecords) -> Bool {
        if type == wanted.type { return true }
        if let ancestor = wanted.type as? AnyClass {
            return bound?.inherits(from: ancestor)
                ?? (type as? AnyClass).map { TypeIdentity.inherits($0, from: ancestor) } ?? false
        }
        guard let needed = wanted.bound else { return false }
        if TypeIdentity.isParameterizedExistential(wanted.type) {
            return bound == nil && TypeIdentity.casts(type, toParameterized: wanted.type)
        }
        if let bound {
            return bound.implies(needed) { records.conforms($0, toProtocol: $1) }
        }
        if let type = type as? AnyClass, let answer = records.conforms(type, to: wanted.type) { return answer }
        return TypeIdentity.conforms(type, to: wanted.type)
    }

    /// The class that all instances of an existential type are of.
    var superclass: AnyClass? { bound?.superclass }

    /// The protocols that all instances of an existential type conform to.
    var protocols: Set<UnsafeRawPointer> { bound?.protocols ?? [] }
}
