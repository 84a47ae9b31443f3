#if canImport(ObjectiveC)
import IOCBase
import IOCModel

/// Where the Objective-C runtime lists the classes, there are no records to answer from; casts do.
final class ProgramRecords: Sendable {
    let classes: [ProgramClass]
    private let names: ClassIndex

    static func current() -> ProgramRecords {
        ProgramRecords(ProgramClass.all())
    }

    private init(_ classes: [ProgramClass]) {
        self.classes = classes
        names = ClassIndex(classes.indices.map { (number: $0, name: classes[$0].name) })
    }

    func classes(named name: String) -> [Int] { names.classes(named: name) }

    /// It is unknown what an image that was loaded meanwhile has changed.
    func areSame(as other: ProgramRecords) -> Bool { false }

    func conforms(_ candidate: AnyClass, to existential: Any.Type) -> Bool? { nil }

    func conformers(of existential: Any.Type, _ add: (_ type: UInt, _ found: inout [Int]) -> Void) -> [Candidate]? {
        nil
    }

    func conforms(_ candidate: AnyClass, toProtocol descriptor: UnsafeRawPointer) -> Bool { false }

    func conforms(_ candidate: AnyClass, toProtocolNamed name: String) -> Bool? { nil }

    func contains(_ descriptors: Set<UnsafeRawPointer>, named name: String) -> Bool { false }

    func protocolNames() -> Set<String>? { nil }

    func classes(fitting existential: Any.Type) -> [ProgramClass] {
        classes.filter { type in type.load().map { TypeIdentity.conforms($0, to: existential) } ?? false }
    }
}
#endif
