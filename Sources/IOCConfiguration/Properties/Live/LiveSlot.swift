import IOCBase
import IOCModel

/// The place where a live value stands, without its type.
package class AnyLiveSlot: @unchecked Sendable {
    // Sound: what never changes is constant, and the rest is reached under the lock of `values` only.

    let values: LiveValues
    let key: String
    let component: DefinitionFacts?
    /// The property that asked first, for messages.
    let point: InjectionPointFacts
    /// True if nothing is no value.
    var isRequired: Bool
    /// The value of the sources, to detect a change.
    var raw: PropertyValue?
    /// The places that may show a copy of the value.
    var readers: [ObjectIdentifier: Reader] = [:]

    struct Reader {
        weak var place: (any LiveReader)?
    }

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

    /// Forgets a place that goes.
    package final func remove(_ reader: any LiveReader) {
        values.withLock { readers[ObjectIdentifier(reader)] = nil }
    }
}

/// A place that shows a copy of a live value to readers that take no lock.
package protocol LiveReader: AnyObject, Sendable {
    /// Shows the copy no more; called under the lock of the live values.
    func invalidate()
}

/// A value that is to be published with others.
struct StagedLiveValue: Sendable {
    let slot: AnyLiveSlot
    let raw: PropertyValue?
    /// Replaces the value, under the lock of the live values, and returns the one before.
    let replace: @Sendable () -> any Sendable
}

/// The place where a live value stands.
package final class LiveSlot<Wanted: Decodable & Sendable>: AnyLiveSlot, @unchecked Sendable {
    // Sound: the value is reached under the lock of `values` only.

    private var current: Wanted?
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

    init(
        _ value: Wanted?, raw: PropertyValue?, in values: LiveValues, key: String, component: DefinitionFacts?,
        point: InjectionPointFacts, isRequired: Bool
    ) {
        current = value
        super.init(
            in: values, key: key, component: component, point: point, isRequired: isRequired, raw: raw)
    }

    /// The newest value; nil where no source has it.
    package var value: Wanted? { values.withLock { current } }

    /// Reads the newest value for a place that shows a copy of it until it is invalidated.
    /// - Parameter show: Takes the value, nil where no source has it, and what the sources said; called under the lock of the
    ///   live values.
    package func read<Result: Sendable>(for reader: any LiveReader, _ show: (Wanted?, PropertyValue?) -> Result)
        -> Result
    {
        values.withLock {
            readers[ObjectIdentifier(reader)] = Reader(place: reader)
            return show(current, raw)
        }
    }

    // MARK: Changes

    override func stage(in store: PropertyStore) throws -> StagedLiveValue? {
        let raw = store.liveRaw(key, for: component)
        guard raw != values.raw(of: self) else { return nil }
        let value = try store.liveValue(Wanted.self, at: key, for: component, isRequired: values.isRequired(self))
        return StagedLiveValue(slot: self, raw: raw) { [self] in
            defer { current = value }
            return current
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
