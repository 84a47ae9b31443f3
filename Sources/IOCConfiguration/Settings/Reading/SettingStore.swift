import IOCBase
package import IOCModel

/// The settings of one context: its layers, what was read of them, and the converted values.
package final class SettingStore: Sendable {
    /// From the strongest to the weakest; of one rank, a child context's come before its parent's.
    private let layers: [SettingLayer]
    /// True if a setting in a file that nothing reads is a fault.
    package let isStrict: Bool
    let parent: SettingStore?
    let ledger: SettingLedger
    /// The values that follow the sources, of all contexts that are below one.
    let live: LiveValues
    let sources: ConfigurationSettings
    private let state: Guarded<State>
    /// Set by boot, when the components that convert are made.
    private let converters = Guarded<[any SettingConverter]>([])

    private struct State {
        /// The known keys that map to each environment variable that is set.
        var claims: [String: Set<String>]
        var readings: [Reading: any Sendable] = [:]
        /// The sources of live values once they have changed.
        var newest: ConfigurationSettings?
        /// What was secret stays secret.
        var secretKeys: SecretWords
    }

    /// The key of a converted value; sources are asked once for each.
    struct Reading: Hashable {
        var type: ObjectIdentifier
        var key: String
        var component: String?
    }

    /// The settings of a configuration.
    package convenience init(_ configuration: ContextConfiguration, parent: SettingStore?) {
        self.init(
            ConfigurationSettings(configuration), parent: parent, live: parent?.live ?? LiveValues(),
            ledger: SettingLedger(), isStrict: configuration.failsOnUnreadSettings)
    }

    private init(
        _ sources: ConfigurationSettings, parent: SettingStore?, live: LiveValues, ledger: SettingLedger,
        isStrict: Bool
    ) {
        self.sources = sources
        self.parent = parent
        self.live = live
        self.ledger = ledger
        self.isStrict = isStrict
        layers = Self.ordered(sources.layers + (parent?.layers ?? []))
        let keys = sources.knownKeys + (parent?.knownKeys ?? [])
        state = Guarded(State(claims: sources.environment.claims(of: keys), secretKeys: sources.secretKeys))
    }

    private static func ordered(_ layers: [SettingLayer]) -> [SettingLayer] {
        layers.ordered { $0.rank.rawValue < $1.rank.rawValue }
    }

    /// The same sources for a context that is derived from this one: what was read here counts there, and the converted
    /// values don't.
    /// - Parameter hidesReaders: True if something may be left out there that would have read what nothing else reads.
    package func derived(hidingReaders hidesReaders: Bool) -> SettingStore {
        SettingStore(
            sources, parent: parent, live: live, ledger: SettingLedger(derivedFrom: ledger),
            isStrict: isStrict && !hidesReaders)
    }

    /// The faults of the sources themselves.
    package var faults: [Fault] { sources.faults + Self.clashes(in: state.withLock { $0.claims }) }

    private static func clashes(in claims: [String: Set<String>]) -> [Fault] {
        claims.filter { $0.value.count > 1 }.map { Fault(.variableAmbiguous(name: $0, keys: $1.ordered())) }
    }

    // MARK: Live values

    func isOrIsBelow(_ store: SettingStore) -> Bool { self === store || parent?.isOrIsBelow(store) ?? false }

    /// Takes what a configuration says now over into the live values of this context, and of those below it.
    /// - Returns: The keys of the values that have changed, in order.
    /// - Throws: ``IOCError`` with each value that is missing or does not convert; then none has changed.
    package func refresh(from configuration: ContextConfiguration) throws -> [String] {
        let new = ConfigurationSettings(configuration)
        let claims = new.environment.claims(of: new.knownKeys + (parent?.knownKeys ?? []))
        let faults = new.faults + Self.clashes(in: claims)
        guard faults.isEmpty else { throw IOCError(faults) }
        state.withLock { $0.secretKeys = $0.secretKeys.union(new.secretKeys) }
        return try live.refresh(from: LiveSources(store: self, settings: new))
    }

    /// Reads live values from other sources from now on, and returns those before.
    func follow(_ settings: ConfigurationSettings) -> ConfigurationSettings? {
        state.withLock { exchange(&$0.newest, with: settings) }
    }

    /// True if live values are read from other sources than those of the boot.
    var hasNewest: Bool { state.withLock { $0.newest != nil } || parent?.hasNewest ?? false }

    /// Leaves the live values as they are, when their context ends.
    package func endLive() { live.end(self) }

    /// The keys among some that live values alone are put together from.
    package func readLiveAlone(_ keys: [String]) -> Set<String> {
        let isLive = ledger.isReadLiveAlone
        return Set(keys.filter(isLive))
    }

    private func newest(or new: LiveSources?) -> ConfigurationSettings {
        if let new, new.store === self { return new.settings }
        return state.withLock { $0.newest } ?? sources
    }

    private func liveLayers(_ new: LiveSources?) -> [SettingLayer] {
        Self.ordered(newest(or: new).layers + (parent?.liveLayers(new) ?? []))
    }

    // MARK: Components and converters

    /// The sources of the boot as a component sees them.
    func lookup(for component: DefinitionFacts?) -> SettingLookup {
        SettingLookup(self, own: ownLayer(of: component, in: sources), layers: layers)
    }

    /// The sources that live values are read from, as a component sees them.
    /// - Parameter new: Sources of a context that are about to replace its present ones.
    func liveLookup(for component: DefinitionFacts?, in new: LiveSources? = nil) -> SettingLookup {
        SettingLookup(
            self, own: ownLayer(of: component, in: newest(or: new)), layers: liveLayers(new), isLive: true)
    }

    /// The values that a component's entry gives for it alone.
    private func ownLayer(of component: DefinitionFacts?, in sources: ConfigurationSettings) -> SettingLayer? {
        component.flatMap { sources.ownLayer(named: $0.name, $0.simpleName) }
    }

    /// The values that the entry of a component gives for it alone, by the component's name.
    func ownLayer(named name: String) -> SettingLayer? {
        newest(or: nil).ownLayer(named: name, name.split(separator: ".").last.map(String.init) ?? name)
    }

    package func install(_ added: [any SettingConverter]) {
        let former = converters.withLock { exchange(&$0, with: added) }
        withExtendedLifetime(former) {}
    }

    /// Lets the converters go with their context.
    package func removeConverters() { install([]) }

    /// The first converter that takes a type; a child context's come before its parent's.
    func converter(to type: Any.Type) -> (any SettingConverter)? {
        converters.withLock { $0 }.first { $0.converts(to: type) } ?? parent?.converter(to: type)
    }

    // MARK: What was read

    /// Records that a key was read.
    func note(_ key: SettingKey, of component: SettingLayer?, isLive: Bool) {
        ledger.note(component.map { "\($0.source.name).\(key)" } ?? "\(key)", isLive: isLive)
        if component == nil { parent?.note(key, of: nil, isLive: isLive) }
    }

    /// Records that a setting was read as a secret.
    func noteSecret(_ key: SettingKey) {
        ledger.noteSecret("\(key)")
        parent?.noteSecret(key)
    }

    /// The words that make a key secret, here and above.
    var secretKeys: SecretWords {
        let own = state.withLock { $0.secretKeys }
        return parent.map { own.union($0.secretKeys) } ?? own
    }

    /// Returns true if a setting is secret by its key.
    func isSecretByName(_ key: SettingKey) -> Bool {
        state.withLock { $0.secretKeys }.matches(key) || parent?.isSecretByName(key) ?? false
    }

    /// Returns true if a setting is secret, by its key or because it, or an object it belongs to, was read as one.
    func isSecret(_ key: SettingKey) -> Bool { isSecretByName(key) || ledger.isSecret(key) }

    /// Ties an environment variable that is set to the key that was read from it.
    /// - Throws: A failure if another known key maps to it too.
    func claim(_ variable: String, for key: SettingKey) throws {
        let keys = state.withLock { state in
            state.claims[variable, default: []].insert("\(key)")
            return state.claims[variable] ?? []
        }
        if keys.count > 1 { throw SettingFailure(.variableAmbiguous(name: variable, keys: keys.ordered())) }
    }

    // MARK: Converted values

    /// The result of a reading; nil inside if no source has the setting.
    private struct Kept<Wanted: Sendable>: Sendable {
        let value: Wanted?
    }

    /// The result of a reading, which is done once.
    func kept<Wanted: Sendable>(_ reading: Reading, _ read: () throws -> Wanted?) rethrows -> Wanted? {
        if let kept = state.withLock({ $0.readings[reading] }) as? Kept<Wanted> { return kept.value }
        let kept = Kept(value: try read())
        // The former value is released after the lock is left, because its `deinit` may read something.
        let former = state.withLock { $0.readings.updateValue(kept, forKey: reading) }
        withExtendedLifetime(former) {}
        return kept.value
    }

    /// The places in files that give a setting and lose to a stronger file, strongest first.
    /// - Parameter inNewest: True for the files that live values are read from.
    func hiddenPlaces(of key: String, inNewest: Bool) -> [String] {
        (inNewest ? newest(or: nil) : sources).configuration.hiddenPlaces(ofSetting: key)
    }
}
