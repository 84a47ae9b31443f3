import IOCConfiguration
import IOCModel
import Synchronization

/// The place of a ``Value`` property that follows its sources.
///
/// Until somebody assigns a value it has no payload of its own, so that every read comes here.
final class LiveValueCell<Wrapped: Decodable & Sendable>: ValueCell<Wrapped>, @unchecked Sendable {
    // Sound: the slot is retained before its address is published, and released with the cell only.

    private let slot = Atomic<UnsafeRawPointer?>(nil)

    override init(key: String, fallback: Wrapped?, fileID: StaticString, line: Int) {
        super.init(key: key, fallback: fallback, fileID: fileID, line: line)
        inlineStorageUse.store(.live, ordering: .releasing)
    }

    deinit {
        if let address = slot.load(ordering: .acquiring) {
            Unmanaged<LiveSlot<Wrapped>>.fromOpaque(address).release()
        }
    }

    override var isFilled: Bool {
        slot.load(ordering: .acquiring) != nil || payload.load(ordering: .acquiring) != nil
    }

    override func readLive() throws -> Wrapped {
        if let address = slot.load(ordering: .acquiring) {
            // Sound: the cell, which the caller is reading, keeps it, and it is a place of that type. Named by its superclass, as
            // the metadata of a generic class would be looked up for each read.
            return Unmanaged<AnyLiveSlot>.fromOpaque(address)._withUnsafeGuaranteedRef {
                unsafeDowncast($0, to: LiveSlot<Wrapped>.self).value(orElse: Live.missing(fallback))
            }
        }
        let binding = binding
        let core = try binding?.core ?? ContextCore.ambient(for: facts(wanted: Wrapped.self))
        return try made(in: core, inside: binding?.activation, nil)
    }

    override func read(_ store: PropertyStore, for component: DefinitionFacts?) throws -> Wrapped {
        let found = try Live.slot(
            in: store, at: key, for: component, default: fallback, point: facts(wanted: Wrapped.self))
        let address = Unmanaged.passRetained(found).toOpaque()
        let (isFirst, _) = slot.compareExchange(
            expected: nil, desired: UnsafeRawPointer(address), ordering: .acquiringAndReleasing)
        if !isFirst { Unmanaged.passUnretained(found).release() }
        return found.value(orElse: Live.missing(fallback))
    }

    override var changes: AsyncStream<Wrapped> {
        _ = try? resolved()
        guard let address = slot.load(ordering: .acquiring) else { return AsyncStream { $0.finish() } }
        return Live(Unmanaged<LiveSlot<Wrapped>>.fromOpaque(address).takeUnretainedValue(), fallback).changes
    }
}
