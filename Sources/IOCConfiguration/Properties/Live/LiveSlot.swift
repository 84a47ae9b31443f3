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

    private let even = Entry()
    private let odd = Entry()
    private let isPlain: Bool
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

    /// A plain value itself, else the address of a copy.
    private struct Words {
        var value: (UInt, UInt) = (0, 0)
        /// True if there is a value.
        var isThere = false
    }

    /// The words of one generation.
    private struct Entry: ~Copyable {
        private let first = Atomic<UInt>(0)
        private let second = Atomic<UInt>(0)
        private let isThere = Atomic<Bool>(false)

        var words: Words {
            Words(
                value: (first.load(ordering: .acquiring), second.load(ordering: .acquiring)),
                isThere: isThere.load(ordering: .acquiring))
        }

        func write(_ words: Words) {
            first.store(words.value.0, ordering: .releasing)
            second.store(words.value.1, ordering: .releasing)
            isThere.store(words.isThere, ordering: .releasing)
        }
    }

    init(
        _ value: Wanted?, raw: PropertyValue?, in values: LiveValues, key: String, component: DefinitionFacts?,
        point: InjectionPointFacts, isRequired: Bool
    ) {
        isPlain =
            _isPOD(Wanted.self) && MemoryLayout<Wanted>.size <= MemoryLayout<(UInt, UInt)>.size
            && MemoryLayout<Wanted>.alignment <= MemoryLayout<(UInt, UInt)>.alignment
        super.init(
            in: values, key: key, component: component, point: point, isRequired: isRequired, raw: raw)
        let words = words(of: value)
        for generation in 0...1 { write(words, generation) }
    }

    deinit { free(even.words) }

    /// The newest value; nil where no source has it.
    package var value: Wanted? { read({ nil }, { $0 }) }

    /// The newest value, or another one where no source has it.
    package func value(orElse missing: @autoclosure () -> Wanted) -> Wanted { read(missing, { $0 }) }

    @inline(__always)
    private func read<Result>(_ missing: () -> Result, _ found: (Wanted) -> Result) -> Result {
        isPlain ? plainValue(missing, found) : countedValue(missing, found)
    }

    @inline(__always)
    private func plainValue<Result>(_ missing: () -> Result, _ found: (Wanted) -> Result) -> Result {
        while true {
            let generation = values.generation.load(ordering: .acquiring)
            let words = words(generation)
            // A reader that sees a word of a later generation sees that generation, too.
            if values.generation.load(ordering: .acquiring) == generation {
                guard words.isThere else { return missing() }
                // Sound: the words were written from a plain value of that type.
                return withUnsafeBytes(of: words.value) { found($0.load(as: Wanted.self)) }
            }
        }
    }

    @inline(__always)
    private func countedValue<Result>(_ missing: () -> Result, _ found: (Wanted) -> Result) -> Result {
        let isFirst = turn.load(ordering: .relaxed) == 0
        count(isFirst, by: 1)
        defer { count(isFirst, by: -1) }
        // One order of this load, the count, the change and its wait: a reader of the value before is counted before the
        // change, and so the change waits for it.
        let generation = values.generation.load(ordering: .sequentiallyConsistent)
        // Sound: the value is freed after the count is back.
        guard let copy = UnsafePointer<Wanted>(bitPattern: words(generation).value.0) else { return missing() }
        return found(copy.pointee)
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

    @inline(__always)
    private func words(_ generation: Int) -> Words { generation & 1 == 0 ? even.words : odd.words }

    private func write(_ words: Words, _ generation: Int) {
        if generation & 1 == 0 { even.write(words) } else { odd.write(words) }
    }

    private func words(of value: Wanted?) -> Words {
        var words = Words()
        guard let value else { return words }
        words.isThere = true
        if isPlain {
            withUnsafeMutableBytes(of: &words.value) { bytes in
                _ = bytes.baseAddress!.initializeMemory(as: Wanted.self, to: value)
            }
        } else {
            let copy = UnsafeMutablePointer<Wanted>.allocate(capacity: 1)
            copy.initialize(to: value)
            words.value.0 = UInt(bitPattern: copy)
        }
        return words
    }

    private func free(_ words: Words) {
        guard !isPlain, let copy = UnsafeMutablePointer<Wanted>(bitPattern: words.value.0) else { return }
        copy.deinitialize(count: 1)
        copy.deallocate()
    }

    // MARK: Changes

    override func stage(in store: PropertyStore) throws -> StagedLiveValue? {
        let raw = store.liveRaw(key, for: component)
        guard raw != values.raw(of: self) else { return nil }
        let value = try store.liveValue(Wanted.self, at: key, for: component, isRequired: values.isRequired(self))
        return StagedLiveValue(slot: self, raw: raw) { [self] next in
            write(words(of: value), next)
        } retire: { [self] next in
            let former = words(next + 1)
            write(words(next), next + 1)
            if isPlain { return {} }
            awaitReaders()
            return { [self] in free(former) }
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
