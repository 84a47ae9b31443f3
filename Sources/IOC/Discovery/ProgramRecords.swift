#if !canImport(ObjectiveC)
import CSwiftRuntime
import IOCBase
import IOCPlan
import SwiftShims
import Synchronization

/// The type records of the loaded images: the one place that walks the runtime's metadata sections.
///
/// Metadata is mapped for the life of the process and never written again, so the pointers kept here stay valid and may
/// be read from any thread.
struct ProgramRecords: @unchecked Sendable {
    /// All classes, generic ones included, and then the values that are components.
    private(set) var classes: [ProgramClass] = []
    /// The same classes by name.
    private(set) var names = ClassIndex([])
    /// The context descriptors of all protocols.
    private(set) var protocols: [UnsafeRawPointer] = []
    /// By the context descriptor of each value that is a component the descriptor that says how.
    private(set) var values = AddressTable<UInt>()
    /// By a protocol's descriptor the classes that conform to it themselves.
    private(set) var conformers = AddressTable<Conformers>()

    /// The classes that conform to a protocol themselves.
    struct Conformers: Sendable {
        /// By the context descriptor of each class that conforms without conditions the descriptor that says so.
        var classes = AddressTable<UInt>()
        /// True if some class conforms under conditions, so that only a cast tells.
        var areConditional = false
    }

    /// The number of these records among those that this process has read, from 1.
    let number: Int

    /// The records of this moment's images.
    ///
    /// They are read anew only when the images have changed: what an image says about its types never does.
    static func current() -> ProgramRecords {
        let sections = Sections.loaded()
        return memo.withLock { memo in
            if let known = memo, known.sections == sections { return known.records }
            let records = ProgramRecords(sections, number: (memo?.records.number ?? 0) + 1)
            memo = (sections, records)
            latest.store(records.number, ordering: .releasing)
            return records
        }
    }

    /// Returns true if others are those of the same images.
    func areSame(as other: ProgramRecords) -> Bool { number == other.number }

    /// The number of the records that were read last; 0 before.
    static var generation: Int { latest.load(ordering: .acquiring) }

    private static let latest = Atomic<Int>(0)
    private static let memo = Guarded<(sections: [Sections], records: ProgramRecords)?>(nil)

    private init(_ sections: [Sections], number: Int) {
        self.number = number
        for image in sections {
            image.types.forEachRecord { record in
                guard let context = ioc_type_record_context(record), ioc_context_kind(context) == ioc_context_class
                else { return }
                classes.append(ProgramClass(context: context))
            }
            image.protocols.forEachRecord { record in
                if let context = ioc_relative_indirectable(record) { protocols.append(context) }
            }
        }
        let constructed = Set(protocols.filter(ProgramClass.isConstructedComponent))
        for image in sections {
            image.conformances.forEachRecord { record in
                var conformed: UnsafeRawPointer?
                var type: UnsafeRawPointer?
                var isConditional = false
                guard ioc_conformance_record(record, &conformed, &type, &isConditional), let conformed, let type
                else { return }
                guard ioc_context_kind(type) == ioc_context_class else {
                    if constructed.contains(conformed), !isConditional {
                        classes.append(ProgramClass(context: type))
                        values.set(
                            UInt(bitPattern: ioc_conformance_descriptor(record)), for: UInt(bitPattern: type))
                    }
                    return
                }
                conformers.change(UInt(bitPattern: conformed), initial: Conformers()) { conformers in
                    if isConditional {
                        conformers.areConditional = true
                    } else {
                        conformers.classes.set(
                            UInt(bitPattern: ioc_conformance_descriptor(record)), for: UInt(bitPattern: type))
                    }
                }
            }
        }
        names = ClassIndex(classes.enumerated().map { ($0, $1.name) })
    }
}

/// The sections of one image that matter here.
private struct Sections: Equatable {
    var types: RecordRange
    var protocols: RecordRange
    var conformances: RecordRange

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
private struct RecordRange: Equatable {
    var start: UInt
    var length: Int

    init(_ range: MetadataSectionRange) {
        start = UInt(range.start)
        length = Int(range.length)
    }

    func forEachRecord(_ body: (UnsafePointer<Int32>) -> Void) {
        guard let first = UnsafePointer<Int32>(bitPattern: start) else { return }
        for index in 0..<(length / MemoryLayout<Int32>.stride) { body(first + index) }
    }
}
#endif
