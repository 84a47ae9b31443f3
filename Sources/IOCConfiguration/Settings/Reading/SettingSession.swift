package import IOCModel

/// One reading of a setting with everything below it, for one component. The settings in the component's entry are
/// stronger than all other layers.
final class SettingSession: @unchecked Sendable {
    // The unchecked conformance is sound: only one thread uses a session, and an error that retains it reads only its
    // `let` properties.

    let store: SettingStore
    /// The settings in the component's entry, which only this component reads.
    let own: SettingLayer?
    /// All layers, the component's own first.
    let layers: [SettingLayer]
    /// True if a live value is read, from the newest sources; false for the sources of the boot.
    let isLive: Bool
    /// True if the settings count as read; false for a report.
    let isReading: Bool
    /// True if the type that is being decoded has looked up a setting.
    var hasLooked = false
    /// The first value or object that was found.
    var found: SourcedSetting?
    /// True if a found value is secret. Errors of the type's own code may contain it.
    var hasSecret = false
    /// The settings from the requested one to the one whose placeholders are being replaced.
    var chain: [(key: SettingKey, found: SourcedSetting)] = []
    /// The number of placeholders so far.
    var count = 0
    /// The nesting depth of placeholders, and of the lists and objects that they resolve to.
    var depth = 0

    init(_ store: SettingStore, own: SettingLayer?, layers: [SettingLayer], isLive: Bool, isReading: Bool) {
        self.store = store
        self.own = own
        self.layers = (own.map { [$0] } ?? []) + layers
        self.isLive = isLive
        self.isReading = isReading
    }

    func cursor(at key: SettingKey) -> SettingCursor { SettingCursor(session: self, key: key, layers: layers) }

    /// Returns the converted value of a setting; nil if no source has the setting.
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

    /// Returns true if a setting is known to be secret, or if its value contains a secret.
    func isSecret(_ key: SettingKey) -> Bool {
        let session = SettingSession(store, own: nil, layers: layers, isLive: isLive, isReading: false)
        return store.isSecret(key) || (try? session.cursor(at: key).whole()?.isSecret) ?? false
    }

    /// Runs `body`. Returns its result, and true if it has found a secret.
    func noticingSecrets<Result>(_ body: () throws -> Result) rethrows -> (result: Result, isSecret: Bool) {
        let before = exchange(&hasSecret, with: false)
        defer { hasSecret = hasSecret || before }
        return (try body(), hasSecret)
    }
}

extension IOCError {
    /// True for the error of a setting; false for an error that a type's own code has thrown.
    package var isOfSetting: Bool { faults[0].settingKey != nil }

    /// Returns the error of a setting with the place or the injection point that reads the setting, unless the error
    /// already has them.
    package func asked(at place: Origin? = nil, by point: InjectionPointFacts? = nil) -> IOCError {
        var fault = faults[0]
        fault.place = fault.place ?? place
        fault.point = fault.point ?? point
        return IOCError(fault)
    }
}
