import IOCBase
package import IOCModel

/// The newest value of a setting, behind a lock.
package final class LiveValue<Wanted: Decodable & Sendable>: LiveReader {
    package let store: SettingStore
    package let key: String
    package let point: InjectionPointFacts
    private let component: DefinitionFacts?
    private let fallback: Wanted?
    private let state: Guarded<State>

    private struct State {
        var value: Wanted
        /// What the sources say, to notice a change.
        var raw: SettingValue?
        /// The sequences of changes by a number; nil after the end of the context.
        var observers: [Int: AsyncStream<Wanted>.Continuation]? = [:]
        var count = 0
    }

    /// Reads a setting, and follows its sources from now on.
    /// - Parameters:
    ///   - component: The component that asks, whose own values come first.
    ///   - fallback: The value if no source has the setting.
    ///   - point: The injection point, for messages.
    /// - Throws: ``SettingFailure`` if there is no value, or if it does not convert.
    package init(
        _ store: SettingStore, at key: String, for component: DefinitionFacts?, default fallback: Wanted?,
        point: InjectionPointFacts
    ) throws {
        (self.store, self.key, self.component, self.fallback, self.point) = (store, key, component, fallback, point)
        var changes = store.live.changes
        let lookup = store.liveLookup(for: component)
        let value = try lookup.read(Wanted.self, at: key, default: fallback)
        state = Guarded(State(value: value, raw: lookup.raw(key)))
        while !store.live.add(self, since: changes) {
            changes = store.live.changes
            let newest = try change(in: store.liveLookup(for: component))
            withExtendedLifetime(newest?()) {}
        }
    }

    deinit {
        store.live.remove(ObjectIdentifier(self))
        end()
    }

    package var value: Wanted { state.withLock { $0.value } }

    package func change(in sources: LiveSources) throws -> (@Sendable () -> any Sendable)? {
        try change(in: store.liveLookup(for: component, in: sources))
    }

    private func change(in lookup: SettingLookup) throws -> (@Sendable () -> any Sendable)? {
        let raw = lookup.raw(key)
        guard raw != state.withLock({ $0.raw }) else { return nil }
        let value = try lookup.read(Wanted.self, at: key, default: fallback)
        return { [self] in
            state.withLock { state in
                defer { (state.value, state.raw) = (value, raw) }
                return state.value
            }
        }
    }

    // MARK: Changes

    /// The values from now on; a slow reader gets the newest. The sequence ends with the context.
    package var changes: AsyncStream<Wanted> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let number = state.withLock { state -> Int? in
                guard state.observers != nil else { return nil }
                state.count += 1
                state.observers?[state.count] = continuation
                return state.count
            }
            guard let number else { return continuation.finish() }
            continuation.onTermination = { [weak self] _ in
                let former = self?.state.withLock { $0.observers?.removeValue(forKey: number) }
                withExtendedLifetime(former) {}
            }
        }
    }

    package func announce() {
        let (value, observers) = state.withLock { ($0.value, $0.observers ?? [:]) }
        for observer in observers.values { observer.yield(value) }
    }

    package func end() {
        let observers = state.withLock { $0.observers.take() }
        for observer in (observers ?? [:]).values { observer.finish() }
    }
}
