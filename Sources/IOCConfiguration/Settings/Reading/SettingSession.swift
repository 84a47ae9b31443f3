package import IOCModel

/// One reading of a setting with everything below it, for one component: its own values first, then each layer of the
/// context.
final class SettingSession: @unchecked Sendable {
    // Sound: one thread reads with a session; what a failure keeps of it asks the constants alone.

    let store: SettingStore
    /// The values that a component's entry gives for it alone.
    let own: SettingLayer?
    /// All layers, the component's own first.
    let layers: [SettingLayer]
    /// True if it is for a value that follows its sources.
    let isLive: Bool
    /// True if what is looked up counts as read; a report's look does not.
    let isReading: Bool
    /// True if the type that is being decoded has looked for something.
    var hasLooked = false
    /// The first value or object that it has found.
    var found: SourcedSetting?
    /// True if something that was found is secret; errors of the type's own code may quote it.
    var hasSecret = false
    /// From the setting that was asked for to the one whose text is being put together.
    var chain: [(key: SettingKey, found: SourcedSetting)] = []
    /// The number of placeholders so far.
    var count = 0
    /// The depth to which placeholders, and the lists and objects that they resolve to, are nested.
    var depth = 0

    init(_ store: SettingStore, own: SettingLayer?, layers: [SettingLayer], isLive: Bool, isReading: Bool) {
        self.store = store
        self.own = own
        self.layers = (own.map { [$0] } ?? []) + layers
        self.isLive = isLive
        self.isReading = isReading
    }

    func cursor(at key: SettingKey) -> SettingCursor { SettingCursor(session: self, key: key, layers: layers) }

    /// The converted value of a setting, or nil if no source has it.
    /// - Parameter hasDefault: True if the reader has a default for the whole value.
    func value<Wanted: Decodable>(_ type: Wanted.Type, at key: String, hasDefault: Bool) throws -> Wanted? {
        do {
            return try cursor(at: SettingKey(key)).readIfPresent(type)
        } catch let error as IOCError where error.code == .settingMissing {
            guard hasDefault, let found else { throw error }
            var fault = error.faults[0]
            let reason = "its default isn't used, because \(found.origin) gives a part of it"
            fault.hint { $0.nearMisses.insert(Fault.NearMiss(name: key, reason: reason), at: 0) }
            throw IOCError(fault)
        }
    }

    /// Returns true if a setting is secret, as far as it is known by now what is.
    func isSecret(_ key: SettingKey) -> Bool {
        let session = SettingSession(store, own: nil, layers: layers, isLive: isLive, isReading: false)
        return store.isSecret(key) || (try? session.cursor(at: key).whole()?.isSecret) ?? false
    }

    /// Does something, and returns with its result whether it has found a secret.
    func noticingSecrets<Result>(_ body: () throws -> Result) rethrows -> (result: Result, isSecret: Bool) {
        let before = exchange(&hasSecret, with: false)
        defer { hasSecret = hasSecret || before }
        return (try body(), hasSecret)
    }
}

extension IOCError {
    /// True if it is the error of a setting, and not one that a type's own code has thrown.
    package var isOfSetting: Bool { faults[0].settingKey != nil }

    /// An error of a setting, with the place or the injection point that asked for it.
    package func asked(at place: Origin? = nil, by point: InjectionPointFacts? = nil) -> IOCError {
        var fault = faults[0]
        fault.place = fault.place ?? place
        fault.point = fault.point ?? point
        return IOCError(fault)
    }
}
