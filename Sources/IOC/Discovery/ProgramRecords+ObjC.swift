#if canImport(ObjectiveC)
/// Where the Objective-C runtime lists the classes, there are no records to answer from; casts do.
final class ProgramRecords: Sendable {
    let classes: [ProgramClass]
    private let index: ClassIndex

    /// It is unknown what an image that was loaded meanwhile has changed, so they are read anew.
    static func current() -> ProgramRecords { ProgramRecords(ProgramClass.all()) }

    static let latest = current()

    private init(_ classes: [ProgramClass]) {
        self.classes = classes
        index = ClassIndex(classes)
    }

    func classes(named name: String) -> [ProgramClass] { index.classes(named: name) }

    func conforms(_ candidate: Any.Type, to existential: Any.Type) -> Bool? { nil }

    func conformers(of existential: Any.Type) -> [[AnyClass]]? { nil }

    func conforms(_ candidate: AnyClass, toProtocol descriptor: UnsafeRawPointer) -> Bool { false }

    func conforms(_ candidate: AnyClass, toProtocolNamed name: String) -> Bool? { nil }

    func contains(_ descriptors: Set<UnsafeRawPointer>, named name: String) -> Bool { false }

    func protocolNames() -> Set<String>? { nil }

    func classes(fitting existential: Any.Type) -> [ProgramClass] {
        classes.filter { type in type.load().map { TypeIdentity.conforms($0, to: existential) } ?? false }
    }
}
#endif
