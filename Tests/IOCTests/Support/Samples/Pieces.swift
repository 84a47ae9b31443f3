// Samples for definitions of assemblies, and a short way to ask for the codes of a fault.
import IOC

/// An object that definitions create: it may be passed another one, and be injected with others.
class Piece: @unchecked Sendable {
    // Sound: written while it is created, on one thread.
    let label: String
    let passed: Piece?
    var next: Piece?
    var other: Piece?
    var log: [String] = []

    init(_ label: String = "", _ passed: Piece? = nil) { (self.label, self.passed) = (label, passed) }
}
final class FinePiece: Piece, @unchecked Sendable {}

/// A component that writes down its hooks by itself.
final class Counted: IOCComponent, @unchecked Sendable {
    // Sound: written while it is created, on one thread.
    var calls: [String] = []
    func willInject() { calls.append("will") }
    func didInject() { calls.append("did") }
}

/// An instance post-processor that writes down the names that it is called with.
final class NameTally: InstancePostProcessor {
    let log = PartLog()
    func process(_ instance: Any, named name: String) throws -> Any {
        log.note(String(name.split(separator: ".").last ?? ""))
        return instance
    }
}

/// The codes of the faults that a call throws; empty if it returns.
func faultCodes<Result>(_ body: () throws -> Result) -> [IOCError.Code] {
    do {
        _ = try body()
        return []
    } catch { return (error as? IOCError)?.faults.map(\.code) ?? [] }
}

extension ApplicationContext {
    /// The last parts of the names of all components, in the order of the graph.
    var shortNames: [String] { graph.components.map { String($0.name.split(separator: ".").last ?? "") } }
}
