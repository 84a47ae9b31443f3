import IOCBase
import IOCConfiguration
import IOCModel

/// The types that somebody promises or asks for, each with a number.
final class WantedTypes: Sendable {
    /// The open question.
    static let unknown = TypeID(.max)

    private struct State: Sendable {
        var numbers: [WantedType: Int] = [:]
        var types: [WantedType] = []
    }

    private let state = Guarded(State())

    func id(of type: WantedType?) -> TypeID {
        guard let type else { return Self.unknown }
        return state.withLock { state in
            if let known = state.numbers[type] { return TypeID(UInt(known)) }
            state.numbers[type] = state.types.count
            state.types.append(type)
            return TypeID(UInt(state.types.count - 1))
        }
    }

    /// The type of a number; nil for what nobody can tell.
    subscript(_ id: TypeID) -> WantedType? {
        id == Self.unknown ? nil : state.withLock { $0.types[Int(id.rawValue)] }
    }
}
