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
    /// The classes by name, once somebody has asked for one.
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
