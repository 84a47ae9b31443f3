import IOCBase
import Synchronization

/// A table from types to what they resolve to, read without a lock.
///
/// Open addressing, keyed by a type's identity. An entry is written once, its key last. The table grows by publishing a
/// larger copy; the smaller ones stay until the table goes, because threads may be reading them, and all of them together are
/// no larger than the last.
final class TypeTable: @unchecked Sendable {
    // Sound: entries are atomics, and memory that was published is freed in `deinit` only.

    struct Entry: ~Copyable {
        /// The type's identity; 0 while the entry is free.
        let key = Atomic<UInt>(0)
        /// The entry's `TypeLookup`.
        let lookup = Atomic<UInt>(0)

        init() {}
    }

    struct Storage {
        let entries: UnsafeMutablePointer<Entry>
        let mask: UInt
    }

    let current: Atomic<UnsafeMutablePointer<Storage>>
    private let writing: Guarded<Writer>

    private struct Writer: @unchecked Sendable {
        // Sound: reached under the mutex only.
        var storages: [UnsafeMutablePointer<Storage>]
        var lookups: [TypeLookup] = []
        /// True if everything was forgotten, and nothing is remembered any more.
        var isClosed = false
    }

    init(capacity: Int = 16) {
        let storage = Self.makeStorage(capacity: capacity)
        current = Atomic(storage)
        writing = Guarded(Writer(storages: [storage]))
    }

    deinit {
        writing.withLock { writer in
            for storage in writer.storages {
                let capacity = Int(storage.pointee.mask) + 1
                storage.pointee.entries.deinitialize(count: capacity)
                storage.pointee.entries.deallocate()
                storage.deallocate()
            }
        }
    }

    /// The address of the value that a type resolves to, if it has one that never changes.
    @inline(__always)
    func value(for key: UInt) -> UnsafeRawPointer? { lookup(for: key)?._withUnsafeGuaranteedRef(\.published) }

    /// Where a key stands, or the free place where it would.
    @inline(__always)
    static func probe(_ storage: Storage, _ key: UInt) -> (position: Int, isFound: Bool) {
        var position = AddressHash.of(key) & storage.mask
        while true {
            let found = storage.entries[Int(position)].key.load(ordering: .acquiring)
            if found == key { return (Int(position), true) }
            if found == 0 { return (Int(position), false) }
            position = (position &+ 1) & storage.mask
        }
    }

    /// The lookup of a type that has one; it stays as long as the table is used.
    @inline(__always)
    func lookup(for key: UInt) -> Unmanaged<TypeLookup>? {
        let storage = current.load(ordering: .acquiring).pointee
        let (position, isFound) = Self.probe(storage, key)
        guard isFound else { return nil }
        let lookup = UnsafeRawPointer(bitPattern: storage.entries[position].lookup.load(ordering: .acquiring))
        return lookup.map(Unmanaged<TypeLookup>.fromOpaque)
    }

    /// Enters a lookup, unless the type has one already or the table was emptied.
    /// - Returns: The lookup that stands.
    func insert(_ lookup: TypeLookup, for key: UInt) -> TypeLookup {
        writing.withLock { writer in
            if writer.isClosed { return lookup }
            var storage = current.load(ordering: .relaxed)
            let position = Self.probe(storage.pointee, key).position
            if let known = UnsafeRawPointer(
                bitPattern: storage.pointee.entries[position].lookup.load(ordering: .relaxed))
            {
                return Unmanaged<TypeLookup>.fromOpaque(known).takeUnretainedValue()
            }
            if (writer.lookups.count + 1) * 2 > Int(storage.pointee.mask) + 1 {
                storage = Self.makeStorage(capacity: (Int(storage.pointee.mask) + 1) * 2, copying: storage.pointee)
                writer.storages.append(storage)
                current.store(storage, ordering: .releasing)
            }
            writer.lookups.append(lookup)
            let free = Self.probe(storage.pointee, key).position
            storage.pointee.entries[free].lookup.store(
                UInt(bitPattern: Unmanaged.passUnretained(lookup).toOpaque()), ordering: .relaxed)
            storage.pointee.entries[free].key.store(key, ordering: .releasing)
            return lookup
        }
    }

    /// Forgets everything for good, when no reader can be inside any more.
    func close() {
        let lookups = writing.withLock { writer in
            for storage in writer.storages {
                for position in 0...Int(storage.pointee.mask) {
                    storage.pointee.entries[position].lookup.store(0, ordering: .relaxed)
                }
            }
            writer.isClosed = true
            return exchange(&writer.lookups, with: [])
        }
        withExtendedLifetime(lookups) {}
    }

    private static func makeStorage(capacity: Int, copying old: Storage? = nil) -> UnsafeMutablePointer<Storage> {
        let entries = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
        for position in 0..<capacity { (entries + position).initialize(to: Entry()) }
        let storage = Storage(entries: entries, mask: UInt(capacity - 1))
        if let old {
            for position in 0...Int(old.mask) {
                let key = old.entries[position].key.load(ordering: .relaxed)
                guard key != 0 else { continue }
                let free = probe(storage, key).position
                storage.entries[free].lookup.store(
                    old.entries[position].lookup.load(ordering: .relaxed), ordering: .relaxed)
                storage.entries[free].key.store(key, ordering: .relaxed)
            }
        }
        let pointer = UnsafeMutablePointer<Storage>.allocate(capacity: 1)
        pointer.initialize(to: storage)
        return pointer
    }
}
