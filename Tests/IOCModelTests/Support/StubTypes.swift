import IOCModel
import Testing

/// A program made of names: type 0 is a protocol, 1 a class, 2 its subclass.
struct StubTypes: TypeFacts {
    var fitting: [TypeID: [Candidate]]
    var values: Set<TypeID> = []
    var foreign: Set<TypeID> = []
    var misses: [Fault.NearMiss] = []

    func candidates(for wanted: TypeID) -> [Candidate] { fitting[wanted] ?? [] }
    func bindingNames(of type: TypeID) -> [String] { ["Type\(type.rawValue)"] }
    func name(of type: TypeID) -> String { "any Type\(type.rawValue)" }
    func isValue(_ type: TypeID) -> Bool { values.contains(type) }
    func isForeign(_ type: TypeID) -> Bool { foreign.contains(type) }
    func nearMisses(for wanted: TypeID?, named name: String?) -> [Fault.NearMiss] {
        misses.filter { name == nil || $0.name == name }
    }
}
