#if !canImport(ObjectiveC)
import CSwiftRuntime
import IOCBase
import SwiftShims

/// The type records of the loaded images. Only this type reads the runtime's metadata sections.
///
/// Metadata is mapped for the life of the process and never written again. So the pointers that this type keeps stay
/// valid, and any thread may read them.
final class ProgramRecords: @unchecked Sendable {
    // Sound: nothing changes after `init` except state behind a mutex.

    /// The types that conform to one protocol themselves, not only through a superclass: classes, and for the protocols
    /// of `protocolsOfValues` also value types.
    private struct Conformers {
        /// True if some class conforms conditionally. Then only a cast can decide whether a type conforms.
        var areConditional = false
        /// The descriptor of each type's conformance, by the context of the type.
        var descriptors: [UnsafeRawPointer: UnsafeRawPointer] = [:]
        /// The contexts of the value types that conform conditionally.
        var open: Set<UnsafeRawPointer> = []
    }

    /// The protocols for which conformances of structures and enumerations are kept: `ConstructedComponent`, and those
    /// to which only the container's own types conform.
    private static let protocolsOfValues = [
        (any ConstructedComponent).self, (any InjectionField).self, (any InjectionForm).self,
        (any AssemblyProperty).self, (any ValueHolder).self,
    ].compactMap { protocols(of: $0)?.first.map(UInt.init(bitPattern:)) }

    /// All classes, including generic ones, followed by the value types that conform to `ConstructedComponent`.
    let classes: [ProgramClass]
    /// The context descriptors of all protocols.
    private let protocols: [UnsafeRawPointer]
    /// The conformers by the descriptor of the protocol.
    private let conformers: [UnsafeRawPointer: Conformers]
    /// The classes by name; nil before the first lookup.
    private let index = Guarded<ClassIndex?>(nil)
    private let imageCount: Int

    /// Returns the records of the images that are loaded now.
    ///
    /// They are read again only if more images are loaded. The runtime never unloads an image, and an image's records
    /// never change.
    static func current() -> ProgramRecords {
        let images = loadedImages()
        return memo.withLock { memo in
            if let known = memo, known.imageCount == images.count { return known }
            let records = ProgramRecords(images)
            memo = records
            return records
        }
    }

    /// The records that were read last. They lack images that were loaded later.
    static var latest: ProgramRecords { memo.withLock { $0 } ?? current() }

    private static let memo = Guarded<ProgramRecords?>(nil)

    /// Returns the classes with a qualified name, otherwise those with a simple name.
    func classes(named name: String) -> [ProgramClass] {
        index.withLock { known in
            let index = known ?? ClassIndex(classes)
            known = index
            return index.classes(named: name)
        }
    }

    private init(_ images: [MetadataSections]) {
        var classes: [ProgramClass] = []
        var protocols: [UnsafeRawPointer] = []
        for image in images {
            for record in image.swift5_type_metadata.records {
                guard let context = ioc_type_record_context(record), ioc_context_kind(context) == ioc_context_class
                else { continue }
                classes.append(ProgramClass(context: context))
            }
            protocols += image.swift5_protocols.records.compactMap { ioc_relative_indirectable($0) }
        }
        let ofValues = Self.protocolsOfValues
        var conformers: [UnsafeRawPointer: Conformers] = [:]
        for image in images {
            for record in image.swift5_protocol_conformances.records {
                let descriptor = ioc_conformance_descriptor(record)
                guard let type = ioc_conformance_type(descriptor), let conformed = ioc_conformance_protocol(descriptor)
                else { continue }
                let isClass = ioc_context_kind(type) == ioc_context_class
                guard isClass || ofValues.contains(UInt(bitPattern: conformed)) else { continue }
                if !ioc_conformance_is_conditional(descriptor) {
                    conformers[conformed, default: Conformers()].descriptors[type] = descriptor
                    if !isClass, UInt(bitPattern: conformed) == ofValues[0] {
                        classes.append(ProgramClass(context: type))
                    }
                } else if isClass {
                    conformers[conformed, default: Conformers()].areConditional = true
                } else {
                    conformers[conformed, default: Conformers()].open.insert(type)
                }
            }
        }
        self.classes = classes
        self.protocols = protocols
        self.conformers = conformers
        imageCount = images.count
    }
}

// MARK: Images

extension ProgramRecords {
    /// Returns the address ranges of all images' records. The runtime holds a lock during the callback, so the records
    /// are read later.
    private static func loadedImages() -> [MetadataSections] {
        var result: [MetadataSections] = []
        withUnsafeMutablePointer(to: &result) { result in
            swift_enumerateAllMetadataSections(
                { sections, result in
                    result?.assumingMemoryBound(to: [MetadataSections].self).pointee.append(
                        sections.assumingMemoryBound(to: MetadataSections.self).pointee)
                    return true
                }, result)
        }
        return result
    }
}

extension MetadataSectionRange {
    /// The section as a sequence of 32-bit relative pointers.
    fileprivate var records: some Sequence<UnsafePointer<Int32>> {
        let count = start == 0 ? 0 : Int(length) / MemoryLayout<Int32>.stride
        // Sound: a section with records has an address.
        return (0..<count).lazy.map { UnsafePointer<Int32>(bitPattern: UInt(start)).unsafelyUnwrapped + $0 }
    }
}

// MARK: Conformances

extension ProgramRecords {
    /// Returns true if `candidate` conforms to an existential's protocols; nil if the records can't decide.
    ///
    /// The answer is the same as that of a cast, but the runtime doesn't search all records for each new pair.
    func conforms(_ candidate: Any.Type, to existential: Any.Type) -> Bool? {
        if let known = soleConformers(of: existential) { return conformance(of: candidate, among: known) != nil }
        return conformerGroups(of: existential)?.allSatisfy { conformance(of: candidate, among: $0) != nil }
    }

    /// Returns, for each protocol of an existential, the classes that conform to it themselves; nil if the records
    /// can't decide.
    func conformers(of existential: Any.Type) -> [[AnyClass]]? {
        guard let groups = conformerGroups(of: existential) else { return nil }
        // A generic class has no metadata without its arguments, so it could not be returned.
        if groups.contains(where: { $0.descriptors.keys.contains(where: ioc_context_is_generic) }) { return nil }
        return groups.map { $0.descriptors.keys.compactMap { ProgramClass(context: $0).load() } }
    }

    /// Returns true if the records show that a class conforms to the protocol of a descriptor; false also if they can't
    /// decide.
    func conforms(_ candidate: AnyClass, toProtocol descriptor: UnsafeRawPointer) -> Bool {
        conformers[descriptor].flatMap { conformance(of: candidate, among: $0) } != nil
    }

    /// Returns true if a class conforms to a protocol with a qualified or simple name; nil if the records can't decide.
    func conforms(_ candidate: AnyClass, toProtocolNamed name: String) -> Bool? {
        var isOpen = false
        for (descriptor, known) in conformers where Self.isNamed(descriptor, name) {
            if conformance(of: candidate, among: known) != nil { return true }
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

    /// Returns the qualified names of all protocols.
    func protocolNames() -> Set<String>? { Set(protocols.map(ProgramClass.name)) }

    /// Returns the classes that conform to an existential's protocols themselves, in no particular order; none if the
    /// records can't decide.
    func classes(fitting existential: Any.Type) -> [ProgramClass] {
        guard let groups = conformerGroups(of: existential), let first = groups.first else { return [] }
        return first.descriptors.keys
            .filter { type in groups.allSatisfy { $0.descriptors[type] != nil } }
            .map(ProgramClass.init(context:))
    }

    /// Returns the types that conform to `any P` themselves; nil if the existential has more parts, if no type
    /// conforms, or if the records can't decide.
    ///
    /// Unlike `conformerGroups`, this function allocates no array.
    private func soleConformers(of existential: Any.Type) -> Conformers? {
        guard let protocols = Self.protocols(of: existential), protocols.count == 1,
            let known = conformers[protocols[0]], !known.areConditional
        else { return nil }
        return known
    }

    /// Returns, for each protocol of `any P & Q`, the types that conform to it themselves; nil if the records can't
    /// decide.
    private func conformerGroups(of existential: Any.Type) -> [Conformers]? {
        guard let protocols = Self.protocols(of: existential) else { return nil }
        let groups = protocols.map { conformers[$0] ?? Conformers() }
        return groups.contains(where: \.areConditional) ? nil : groups
    }

    /// Returns the descriptors of the protocols of `any P & Q`; nil for other types, and for an existential with a
    /// superclass.
    private static func protocols(of existential: Any.Type) -> UnsafeBufferPointer<UnsafeRawPointer>? {
        // Sound: a metatype is the address of its metadata, and the kind determines the layout of the metadata.
        let metadata = unsafeBitCast(existential, to: UnsafeRawPointer.self)
        guard ioc_metadata_kind(metadata) == ioc_metadata_existential else { return nil }
        var count: UInt32 = 0
        var hasSuperclass = false
        let first = ioc_existential_protocols(metadata, &count, &hasSuperclass)
        return hasSuperclass ? nil : UnsafeBufferPointer(start: first, count: Int(count))
    }

    /// Returns the descriptor of the conformance of a type or its nearest conforming superclass, and the metadata of
    /// that type; nil if none conforms.
    private func conformance(
        of candidate: Any.Type, among known: Conformers
    ) -> (metadata: UnsafeRawPointer, descriptor: UnsafeRawPointer)? {
        // Sound: a metatype is the address of its metadata.
        var next: UnsafeRawPointer? = unsafeBitCast(candidate, to: UnsafeRawPointer.self)
        while let metadata = next {
            if let descriptor = ioc_type_context(metadata).flatMap({ known.descriptors[$0] }) {
                return (metadata, descriptor)
            }
            next = ioc_class_superclass(metadata)
        }
        return nil
    }

    /// Returns true for a protocol to which only the container's own types conform.
    static func isContainers(_ existential: Any.Type) -> Bool {
        guard let descriptor = protocols(of: existential)?.first else { return false }
        return protocolsOfValues.dropFirst().contains(UInt(bitPattern: descriptor))
    }

    /// The answer of the records to the question whether a type conforms to a protocol.
    enum Conformance {
        /// The type, and the witness table of its conformance.
        case known(Any.Type, UnsafeRawPointer)
        case absent
        /// The records can't decide.
        case open
    }

    /// Returns the conformance of a type to a protocol.
    /// - Parameter existential: `any P` with one protocol.
    func conformance(of candidate: Any.Type, to existential: Any.Type) -> Conformance {
        guard let descriptor = Self.protocols(of: existential)?.first else { return .open }
        let isKept = candidate is AnyClass || Self.protocolsOfValues.contains(UInt(bitPattern: descriptor))
        guard let known = conformers[descriptor] else { return isKept ? .absent : .open }
        if let (metadata, descriptor) = conformance(of: candidate, among: known) {
            // Sound: the descriptor belongs to a conformance of this type to the protocol.
            return .known(candidate, swift_getWitnessTable(descriptor, metadata, nil))
        }
        // Sound: a metatype is the address of its metadata.
        let context = ioc_type_context(unsafeBitCast(candidate, to: UnsafeRawPointer.self))
        let isOpen = candidate is AnyClass ? known.areConditional : context.map(known.open.contains) ?? false
        return isKept && !isOpen ? .absent : .open
    }
}
#endif
