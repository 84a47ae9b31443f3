import IOCBase
import IOCModel
import Synchronization

/// The place where a live value stands, without its type.
///
/// Both entries lead to the current value except while a change is under way, which writes the entries that the next
/// generation chooses. So a slot that nothing changes answers the same in every generation.
package class AnyLiveSlot: @unchecked Sendable {
    // Sound: what never changes is constant, entries are atomic, and `raw` is reached under the lock of `values` only.

    let values: LiveValues
    let key: String
    let component: DefinitionFacts?
    /// The property that asked first, for messages.
    let point: InjectionPointFacts
    /// True if nothing is no value; set under the lock of `values`.
    var isRequired: Bool
    /// The value of the sources, to detect a change; set under the lock of `values`.
    var raw: PropertyValue?

    fileprivate init(
        in values: LiveValues, key: String, component: DefinitionFacts?, point: InjectionPointFacts, isRequired: Bool,
        raw: PropertyValue?
    ) {
        self.values = values
        self.key = key
        self.component = component
        self.point = point
        self.isRequired = isRequired
        self.raw = raw
    }

    /// Reads what the sources say now.
    /// - Returns: The next value; nil where the sources say what they said before.
    /// - Throws: ``PropertyFailure`` where the value does not convert, or is missing.
    func stage(in store: PropertyStore) throws -> StagedLiveValue? { nil }

    /// Tells observers of the value, which has changed.
    func announce() {}

    /// Tells observers that there are no more changes.
    func end() {}
}

/// A value that is to be published with others.
struct StagedLiveValue: Sendable {
    let slot: AnyLiveSlot
    let raw: PropertyValue?
    /// Writes the entry of a generation that is not published yet.
    let prepare: @Sendable (_ generation: Int) -> Void
    /// Waits for the readers of the generation before, and returns what frees its value.
    let retire: @Sendable (_ generation: Int) -> @Sendable () -> Void
}

/// The place where a live value stands.
///
/// 1. A plain value of at most two words is read between two loads of the generation, and read again where they differ.
/// 2. Any other is copied between two counts, by which a change knows when nobody reads the value before any more: as much
///    as one reference more. A change waits for readers, never a reader for a change.
package final class LiveSlot<Wanted: Decodable & Sendable>: AnyLiveSlot, @unchecked Sendable {
    // Sound: an entry is written where no reader goes or where the reader notices; a value is freed once no reader has it.

    private let even = Atomic<UInt>(0)
    private let evenRest = Atomic<UInt>(0)
    private let odd = Atomic<UInt>(0)
    private let oddRest = Atomic<UInt>(0)
    /// The readers that are copying, by the turn they came in.
    private let firstReaders = Atomic<Int>(0)
    private let secondReaders = Atomic<Int>(0)
    private let turn = Atomic<Int>(0)
    private let observers = Guarded(Observers())

    private struct Observers {
        var next = 0
        /// Nil once there are no more changes.
        var known: [Int: Observer]? = [:]
    }

    private struct Observer {
        let yield: @Sendable (Wanted?) -> Void
        let finish: @Sendable () -> Void
    }

    private typealias Words = (UInt, UInt)

    private static var isPlain: Bool {
        _isPOD(Wanted.self) && MemoryLayout<Wanted?>.size <= MemoryLayout<Words>.size
            && MemoryLayout<Wanted?>.alignment <= MemoryLayout<Words>.alignment
    }

    init(
        _ value: Wanted?, raw: PropertyValue?, in values: LiveValues, key: String, component: DefinitionFacts?,
        point: InjectionPointFacts, isRequired: Bool
    ) {
        super.init(
            in: values, key: key, component: component, point: point, isRequired: isRequired, raw: raw)
        let words = Self.words(of: value)
        for generation in 0...1 { write(words, generation) }
    }

    deinit {
        if !Self.isPlain { Self.free(even.load(ordering: .acquiring)) }
    }

    /// The newest value; nil where no source has it.
    package var value: Wanted? {
        Self.isPlain ? plainValue : countedValue
    }

    private var plainValue: Wanted? {
        while true {
            let generation = values.generation.load(ordering: .acquiring)
            let words = words(generation)
            // A reader that sees a word of a later generation sees that generation, too.
            if values.generation.load(ordering: .acquiring) == generation {
                // Sound: the words were written from a plain value of that type.
                return withUnsafeBytes(of: words) { $0.load(as: Wanted?.self) }
            }
        }
    }

    private var countedValue: Wanted? {
        let isFirst = turn.load(ordering: .relaxed) == 0
        count(isFirst, by: 1)
        defer { count(isFirst, by: -1) }
        // One order of this load, the count, the change and its wait: a reader of the value before is counted before the
        // change, and so the change waits for it.
        let generation = values.generation.load(ordering: .sequentiallyConsistent)
        let address = words(generation).0
        // Sound: the value is freed after the count is back.
        return UnsafePointer<Wanted?>(bitPattern: address)!.pointee
    }

    private func count(_ isFirst: Bool, by step: Int) {
        if isFirst {
            firstReaders.wrappingAdd(step, ordering: .sequentiallyConsistent)
        } else {
            secondReaders.wrappingAdd(step, ordering: .sequentiallyConsistent)
        }
    }

    private func count(_ isFirst: Bool) -> Int {
        isFirst
            ? firstReaders.load(ordering: .sequentiallyConsistent)
            : secondReaders.load(ordering: .sequentiallyConsistent)
    }

    /// Waits until whoever came before has copied its value. Others come to the other turn, so there is an end to it.
    private func awaitReaders() {
        for isFirst in [true, false] {
            turn.store(isFirst ? 1 : 0, ordering: .sequentiallyConsistent)
            while count(isFirst) != 0 { sched_yield() }
        }
    }

    // MARK: Entries

    private func words(_ generation: Int) -> Words {
        generation & 1 == 0
            ? (even.load(ordering: .acquiring), evenRest.load(ordering: .acquiring))
            : (odd.load(ordering: .acquiring), oddRest.load(ordering: .acquiring))
    }

    private func write(_ words: Words, _ generation: Int) {
        if generation & 1 == 0 {
            even.store(words.0, ordering: .releasing)
            evenRest.store(words.1, ordering: .releasing)
        } else {
            odd.store(words.0, ordering: .releasing)
            oddRest.store(words.1, ordering: .releasing)
        }
    }

    /// A plain value itself, else the address of a copy.
    private static func words(of value: Wanted?) -> Words {
        var words: Words = (0, 0)
        if isPlain {
            withUnsafeMutableBytes(of: &words) { bytes in
                _ = bytes.baseAddress!.initializeMemory(as: Wanted?.self, to: value)
            }
        } else {
            let copy = UnsafeMutablePointer<Wanted?>.allocate(capacity: 1)
            copy.initialize(to: value)
            words.0 = UInt(bitPattern: copy)
        }
        return words
    }

    private static func free(_ address: UInt) {
        guard let copy = UnsafeMutablePointer<Wanted?>(bitPattern: address) else { return }
        copy.deinitialize(count: 1)
        copy.deallocate()
    }

    // MARK: Changes

    override func stage(in store: PropertyStore) throws -> StagedLiveValue? {
        let raw = store.liveRaw(key, for: component)
        guard raw != values.raw(of: self) else { return nil }
        let value = try store.liveValue(Wanted.self, at: key, for: component, isRequired: values.isRequired(self))
        return StagedLiveValue(slot: self, raw: raw) { [self] next in
            write(Self.words(of: value), next)
        } retire: { [self] next in
            let former = words(next + 1)
            write(words(next), next + 1)
            if Self.isPlain { return {} }
            awaitReaders()
            return { Self.free(former.0) }
        }
    }

    // MARK: Observers

    /// Returns the values from now on, each once it is published; of those that nobody has taken yet the newest.
    package func changes<Shown: Sendable>(_ shown: @escaping @Sendable (Wanted?) -> Shown) -> AsyncStream<Shown> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let observer = Observer(yield: { continuation.yield(shown($0)) }, finish: { continuation.finish() })
            let number = observers.withLock { observers -> Int? in
                guard observers.known != nil else { return nil }
                observers.next += 1
                observers.known?[observers.next] = observer
                return observers.next
            }
            guard let number else { return continuation.finish() }
            continuation.onTermination = { [weak self] _ in
                let former = self?.observers.withLock { $0.known?.removeValue(forKey: number) }
                withExtendedLifetime(former) {}
            }
        }
    }

    override func announce() {
        let known = observers.withLock { $0.known ?? [:] }
        guard !known.isEmpty else { return }
        let value = value
        for observer in known.values { observer.yield(value) }
    }

    override func end() {
        let known = observers.withLock { observers in
            defer { observers.known = nil }
            return observers.known ?? [:]
        }
        for observer in known.values { observer.finish() }
    }
}
