import CSwiftRuntime
import IOCBase
import IOCModel

#if !canImport(ObjectiveC)
import CSwiftRuntime
import IOCBase
import SwiftShims

/// The type records of the loaded images: the one place that walks the runtime's metadata sections.
///
/// Metadata is mapped for the life of the process and never written again, so the pointers kept here stay valid and may
/// be read from any thread.
final class ProgramRecords: @unchecked Sendable {
    // Sound: nothing changes after `init` but what a mutex guards.

    /// All classes, generic ones included, and then the values that are components.
    let classes: [ProgramClass]
    /// The context descriptors of all protocols.
    let protocols: [UnsafeRawPointer]
    /// By the context descriptor of each value that is a component the descriptor that says how.
    let values: [UnsafeRawPointer: UnsafeRawPointer]
    let conformances: ClassConformances
    /// The classes by name, after the first request.
    private let index = Guarded<ClassIndex?>(nil)

    /// The records of this moment's images.
    ///
    /// They are read anew only when the images have changed: what an image says about its types never does.
    static func current() -> ProgramRecords {
        let mark = Sections.mark()
        return memo.withLock { memo in
            if let known = memo, known.mark == mark { return known.records }
            let records = ProgramRecords(Sections.loaded())
            memo = (mark, records)
            return records
        }
    }

    /// The records that were read last, which say nothing of images that came later.
    static var latest: ProgramRecords { memo.withLock { $0?.records } ?? current() }

    /// Returns true if others are those of the same images.
    func areSame(as other: ProgramRecords) -> Bool { self === other }

    private static let memo = Guarded<(mark: Sections.Mark, records: ProgramRecords)?>(nil)

    /// The classes of a qualified name, else of a simple one.
    func classes(named name: String) -> [Int] {
        let known = index.withLock { $0 }
        let index = known ?? ClassIndex(classes.indices.map { (number: $0, name: classes[$0].name) })
        if known == nil { self.index.withLock { $0 = index } }
        return index.classes(named: name)
    }

    private init(_ sections: [Sections]) {
        var classes: [ProgramClass] = []
        var protocols: [UnsafeRawPointer] = []
        var values: [UnsafeRawPointer: UnsafeRawPointer] = [:]
        for image in sections {
            for record in image.types.records {
                guard let context = ioc_type_record_context(record), ioc_context_kind(context) == ioc_context_class
                else { continue }
                classes.append(ProgramClass(context: context))
            }
            protocols += image.protocols.records.compactMap { ioc_relative_indirectable($0) }
        }
        let constructed = protocols.filter(ProgramClass.isConstructedComponent)
        var ofClasses: [UnsafeRawPointer] = []
        for image in sections {
            for record in image.conformances.records {
                let descriptor = ioc_conformance_descriptor(record)
                guard let type = ioc_conformance_type(descriptor) else { continue }
                if ioc_context_kind(type) == ioc_context_class {
                    ofClasses.append(descriptor)
                } else if !ioc_conformance_is_conditional(descriptor),
                    let conformed = ioc_conformance_protocol(descriptor), constructed.contains(conformed)
                {
                    classes.append(ProgramClass(context: type))
                    values[type] = descriptor
                }
            }
        }
        // A copy, without the room that growing has left.
        self.classes = classes.map { $0 }
        self.protocols = protocols
        self.values = values
        conformances = ClassConformances(ofClasses)
    }
}

/// The sections of one image that matter here.
private struct Sections {
    var types: RecordRange
    var protocols: RecordRange
    var conformances: RecordRange

    /// A mark of the images of one moment: how many there are, and where all their sections lie.
    ///
    /// It is asked for with each class that is no component, so it takes nothing from the allocator.
    struct Mark: Equatable {
        private var images = 0
        private var places: UInt = 0

        mutating func add(_ image: UnsafePointer<MetadataSections>) {
            images += 1
            add(image.pointee.swift5_type_metadata)
            add(image.pointee.swift5_protocols)
            add(image.pointee.swift5_protocol_conformances)
        }

        private mutating func add(_ range: MetadataSectionRange) {
            // Each step can be undone, so that other places come to another number unless 64 bits agree by chance.
            places = (places ^ UInt(range.start)) &* 0x9E37_79B9_7F4A_7C15 &+ UInt(range.length)
        }
    }

    static func mark() -> Mark {
        var mark = Mark()
        withUnsafeMutablePointer(to: &mark) { mark in
            swift_enumerateAllMetadataSections(
                { sections, mark in
                    mark?.assumingMemoryBound(to: Mark.self).pointee.add(
                        sections.assumingMemoryBound(to: MetadataSections.self))
                    return true
                }, mark)
        }
        return mark
    }

    /// Copies the ranges inside the runtime's callback, which holds a lock, so that they are read after it.
    static func loaded() -> [Sections] {
        var result: [Sections] = []
        withUnsafeMutablePointer(to: &result) { result in
            swift_enumerateAllMetadataSections(
                { sections, result in
                    let image = sections.assumingMemoryBound(to: MetadataSections.self).pointee
                    result?.assumingMemoryBound(to: [Sections].self).pointee.append(
                        Sections(
                            types: RecordRange(image.swift5_type_metadata),
                            protocols: RecordRange(image.swift5_protocols),
                            conformances: RecordRange(image.swift5_protocol_conformances)))
                    return true
                }, result)
        }
        return result
    }
}

/// A run of 32-bit relative pointers.
private struct RecordRange {
    private let start: UInt
    private let count: Int

    init(_ range: MetadataSectionRange) {
        start = UInt(range.start)
        count = start == 0 ? 0 : Int(range.length) / MemoryLayout<Int32>.stride
    }

    var records: some Sequence<UnsafePointer<Int32>> {
        // Sound: a section that has records has an address.
        (0..<count).lazy.map { UnsafePointer<Int32>(bitPattern: start).unsafelyUnwrapped + $0 }
    }
}
#endif

#if !canImport(ObjectiveC)
extension ProgramRecords {
    /// Returns true if the records say that `candidate` conforms to an existential's protocols; nil if that is unknown.
    ///
    /// They answer what a cast would, without having the runtime search all records for each new pair.
    func conforms(_ candidate: AnyClass, to existential: Any.Type) -> Bool? {
        if let known = soleConformers(of: existential) { return contains(candidate, among: known) }
        return conformerGroups(of: existential)?.allSatisfy { contains(candidate, among: $0) }
    }

    /// The definitions whose class conforms to an existential's protocols, in their order; nil if the records don't show
    /// it.
    /// - Parameter add: Adds the definitions of a class, by the address of its metadata, and of its subclasses.
    func conformers(of existential: Any.Type, _ add: (_ type: ObjectIdentifier, _ found: inout [Int]) -> Void)
        -> [Candidate]?
    {
        guard let groups = conformerGroups(of: existential) else { return nil }
        var result: [Int]?
        for group in groups {
            var found: [Int] = []
            for context in group.descriptors.keys {
                // A generic ancestor has no metadata of its own to look up by: fall back on asking each class.
                if ioc_context_is_generic(context) { return nil }
                guard let metadata = ioc_type_metadata(context) else { continue }
                // Sound: complete metadata of a class is what `Any.Type` holds.
                add(ObjectIdentifier(unsafeBitCast(metadata, to: Any.Type.self)), &found)
            }
            // A class is there once for each ancestor that conforms by itself.
            if found.count > 1 { found = Set(found).ordered() }
            result = result.map { $0.filter(Set(found).contains) } ?? found
        }
        return result?.map { Candidate(definition: $0, isExact: false) }
    }

    /// Returns true if a class conforms to a protocol that is known by its descriptor.
    func conforms(_ candidate: AnyClass, toProtocol descriptor: UnsafeRawPointer) -> Bool {
        conformances[descriptor].map { contains(candidate, among: $0) } ?? false
    }

    /// Returns true if a class conforms to a protocol that is known by its qualified or simple name.
    func conforms(_ candidate: AnyClass, toProtocolNamed name: String) -> Bool? {
        var isOpen = false
        for (descriptor, known) in conformances.all where Self.isNamed(descriptor, name) {
            if contains(candidate, among: known) { return true }
            if known.areConditional { isOpen = true }
        }
        return isOpen ? nil : false
    }

    /// Returns true if one of some protocols has a qualified or simple name.
    func contains(_ descriptors: Set<UnsafeRawPointer>, named name: String) -> Bool {
        descriptors.contains { Self.isNamed($0, name) }
    }

    private static func isNamed(_ descriptor: UnsafeRawPointer, _ name: String) -> Bool {
        let qualified = ProgramClass.name(of: descriptor)
        return qualified == name || qualified.hasSuffix(".\(name)")
    }

    /// The qualified names of all protocols.
    func protocolNames() -> Set<String>? { Set(protocols.map(ProgramClass.name)) }

    /// The classes whose own declaration conforms to an existential's protocols, in no particular order.
    func classes(fitting existential: Any.Type) -> [ProgramClass] {
        guard let groups = conformerGroups(of: existential), let first = groups.first else { return [] }
        return first.descriptors.keys
            .filter { type in
                groups.dropFirst().allSatisfy { $0.descriptors[type] != nil }
            }
            .map(ProgramClass.init(context:))
    }

    /// The classes that conform to `any P` themselves; nil where it has more parts, or if the records don't show it.
    ///
    /// Apart from the lists of several, as a list would be an allocation for each class that is looked at.
    private func soleConformers(of existential: Any.Type) -> ClassConformances.Conformers? {
        guard let protocols = Self.protocols(of: existential), protocols.count == 1,
            let known = conformances[protocols[0]], !known.areConditional
        else { return nil }
        return known
    }

    /// For each protocol of `any P & Q` the classes that conform to it themselves.
    private func conformerGroups(of existential: Any.Type) -> [ClassConformances.Conformers]? {
        guard let protocols = Self.protocols(of: existential) else { return nil }
        let groups = protocols.map { conformances[$0] ?? ClassConformances.Conformers() }
        return groups.contains(where: \.areConditional) ? nil : groups
    }

    /// The descriptors of `any P & Q`; nil for other types, and where it asks for a superclass as well.
    private static func protocols(of existential: Any.Type) -> UnsafeBufferPointer<UnsafeRawPointer>? {
        // Sound: a metatype is the address of its metadata, and the kind says which layout it has.
        let metadata = unsafeBitCast(existential, to: UnsafeRawPointer.self)
        guard ioc_metadata_kind(metadata) == ioc_metadata_existential else { return nil }
        var count: UInt32 = 0
        var hasSuperclass = false
        let first = ioc_existential_protocols(metadata, &count, &hasSuperclass)
        return hasSuperclass ? nil : UnsafeBufferPointer(start: first, count: Int(count))
    }

    /// Returns true if a class or one of its ancestors is among those that conform themselves.
    private func contains(_ candidate: AnyClass, among known: ClassConformances.Conformers) -> Bool {
        conformance(of: candidate, among: known) != nil
    }

    /// The record by which a class, or one of its ancestors, conforms.
    private func conformance(
        of candidate: AnyClass, among known: ClassConformances.Conformers
    ) -> (type: AnyClass, descriptor: UnsafeRawPointer)? {
        var next: AnyClass? = candidate
        while let type = next {
            // Sound: a class's reference is the address of its metadata.
            let context = ioc_class_context(unsafeBitCast(type, to: UnsafeRawPointer.self))
            if let descriptor = context.flatMap({ known.descriptors[$0] }) {
                return (type, descriptor)
            }
            next = TypeIdentity.superclass(of: type)
        }
        return nil
    }

    /// A value type that is a component, with the way it is one, as an existential metatype holds the two.
    func conformance(ofValue type: Any.Type) -> (Any.Type, UnsafeRawPointer)? {
        // Sound: a metatype is the address of its metadata, which leads to the descriptor it was made from.
        let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        guard let context = ioc_value_context(metadata), let descriptor = values[context] else { return nil }
        return (type, swift_getWitnessTable(descriptor, metadata, nil))
    }

    /// A class with the way it conforms to a protocol, as an existential metatype holds the two.
    /// - Parameter existential: `any P` of one protocol.
    /// - Returns: Nil where the class does not conform, or if the records don't show it.
    func metatype(of candidate: AnyClass, as existential: Any.Type) -> (AnyClass, UnsafeRawPointer)? {
        guard let known = soleConformers(of: existential),
            let (type, descriptor) = conformance(of: candidate, among: known)
        else { return nil }
        // Sound: the descriptor is that of a conformance of this very class to the protocol.
        return (candidate, swift_getWitnessTable(descriptor, unsafeBitCast(type, to: UnsafeRawPointer.self), nil))
    }
}
#endif
