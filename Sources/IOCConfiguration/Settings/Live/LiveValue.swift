import IOCBase
package import IOCModel

/// The value of a setting that follows its sources.
package final class LiveValue<Wanted: Decodable & Sendable>: LiveReader {
    let store: SettingStore
    let key: String
    let point: InjectionPointFacts
    private let component: DefinitionFacts?
    private let fallback: (@Sendable () -> Wanted)?
    private let state: Guarded<State>

    private struct State {
        var value: Wanted
        /// The unconverted value in the sources, to detect a change.
        var raw: SettingValue?
        /// The sequences of changes; nil after the end of the context.
        var observers: [UUID: AsyncStream<Wanted>.Continuation]? = [:]
    }

    /// Reads a setting, and follows its sources from now on.
    /// - Parameters:
    ///   - component: The component that reads the setting. Values in its own entry come first.
    ///   - fallback: The value if no source has the setting.
    ///   - point: The injection point, for messages.
    /// - Throws: ``IOCError`` if there is no value, or if it does not convert.
    package init(
        _ store: SettingStore, at key: String, for component: DefinitionFacts?,
        default fallback: (@Sendable () -> Wanted)?,
        point: InjectionPointFacts
    ) throws {
        (self.store, self.key, self.component, self.fallback, self.point) = (store, key, component, fallback, point)
        var refreshes = store.live.refreshes
        let raw = store.raw(key, for: component)
        state = Guarded(State(value: try store.liveValue(at: key, for: component, default: fallback), raw: raw))
        while !store.live.add(self, since: refreshes) {
            refreshes = store.live.refreshes
            try change()?()
        }
    }

    deinit {
        store.live.remove(ObjectIdentifier(self))
        end()
    }

    package var value: Wanted { state.withLock { $0.value } }

    func change(in new: LiveSources? = nil) throws -> (@Sendable () -> Void)? {
        let raw = store.raw(key, for: component, in: new)
        guard raw != state.withLock({ $0.raw }) else { return nil }
        let value = try store.liveValue(at: key, for: component, in: new, default: fallback)
        return { [self] in
            let (former, observers) = state.withLock { state in
                defer { (state.value, state.raw) = (value, raw) }
                return (state.value, state.observers ?? [:])
            }
            // The former value is released outside the lock, because its `deinit` may read a setting.
            withExtendedLifetime(former) {}
            for observer in observers.values { observer.yield(value) }
        }
    }

    // MARK: Changes

    /// The new value after each change from now on. A slow reader gets only the newest one. The sequence ends when the
    /// context ends.
    package var changes: AsyncStream<Wanted> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let id = UUID()
            let hasEnded = state.withLock { state in
                state.observers?[id] = continuation
                return state.observers == nil
            }
            if hasEnded { return continuation.finish() }
            continuation.onTermination = { [weak self] _ in
                let former = self?.state.withLock { $0.observers?.removeValue(forKey: id) }
                withExtendedLifetime(former) {}
            }
        }
    }

    func end() {
        let observers = state.withLock { $0.observers.take() }
        for observer in (observers ?? [:]).values { observer.finish() }
    }
}

/// The untyped part of a value that follows its sources.
protocol LiveReader: AnyObject, Sendable {
    var store: SettingStore { get }
    var key: String { get }
    /// The injection point, for messages.
    var point: InjectionPointFacts { get }
    /// Reads the sources again.
    /// - Parameter new: Sources that are about to replace those of a context.
    /// - Returns: A closure that replaces the value and sends it to the sequences of changes; nil if the sources have
    ///   not changed the value.
    func change(in new: LiveSources?) throws -> (@Sendable () -> Void)?
    /// Ends the sequences of changes.
    func end()
}

/// The new sources that are about to replace those of a context.
typealias LiveSources = (store: SettingStore, settings: ConfigurationSettings)

/// The live values of a context and of all contexts below it.
final class LiveValues: Sendable {
    private struct Entry {
        weak var reader: (any LiveReader)?
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        /// The number of refreshes, to detect a value that was read before the last one.
        var refreshes = 0
    }

    private let state = Guarded(State())
    /// The lock of a refresh. Two contexts that share these values may be refreshed at the same time.
    private let refreshing = Guarded(())

    var refreshes: Int { state.withLock { $0.refreshes } }

    private var readers: [any LiveReader] { state.withLock { $0.entries.values.compactMap(\.reader) } }

    /// Adds a value.
    /// - Returns: False if there was a refresh after the value was read. Then the value is not added.
    func add(_ reader: any LiveReader, since refreshes: Int) -> Bool {
        state.withLock { state in
            guard state.refreshes == refreshes else { return false }
            state.entries[ObjectIdentifier(reader)] = Entry(reader: reader)
            return true
        }
    }

    func remove(_ reader: ObjectIdentifier) {
        state.withLock { _ = $0.entries.removeValue(forKey: reader) }
    }

    /// Reads the values of a context, and of the contexts below it, from new sources. Replaces them after all are
    /// converted.
    /// - Returns: The keys of the changed values, in order.
    /// - Throws: ``IOCError`` with each value that is missing or does not convert. Then no value has changed.
    func refresh(from sources: LiveSources) throws -> [String] {
        try refreshing.withLock { _ in
            var changes: [String: [@Sendable () -> Void]] = [:]
            var faults: [Fault] = []
            for reader in readers where reader.store.isOrIsBelow(sources.store) {
                do {
                    if let change = try reader.change(in: sources) { changes[reader.key, default: []].append(change) }
                } catch let error as IOCError {
                    let fault = error.asked(by: reader.point).faults[0]
                    if !faults.contains(where: { $0.description == fault.description }) { faults.append(fault) }
                }
            }
            guard faults.isEmpty else { throw IOCError(faults) }
            sources.store.follow(sources.settings)
            state.withLock { $0.refreshes += 1 }
            for change in changes.values.joined() { change() }
            // Values that were added during the refresh have read the former sources. They are read again. A value that
            // does not convert then keeps its former value.
            for reader in readers where reader.store.isOrIsBelow(sources.store) { try? reader.change(in: nil)?() }
            return changes.keys.ordered()
        }
    }

    /// Removes the live values of a context. They keep their last value.
    func end(_ store: SettingStore) {
        for reader in readers where reader.store === store {
            remove(ObjectIdentifier(reader))
            reader.end()
        }
    }
}
