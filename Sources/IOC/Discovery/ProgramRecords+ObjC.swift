#if canImport(ObjectiveC)
/// The classes of the program on platforms with the Objective-C runtime. There are no records to read, so casts decide
/// about conformances.
final class ProgramRecords: Sendable {
    let classes: [ProgramClass]
    private let index: ClassIndex

    /// Reads the classes again at each call, because an image may have been loaded meanwhile.
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
