import IOCBase
package import IOCModel

/// The settings of one context: its layers, what was read of them, and the converted values.
///
/// What was read in the store that another one is derived from counts as read there, too, now and later: decisions that
/// were made for the first hold for both, and are not made again.
package final class SettingStore: Sendable {
    /// From the strongest to the weakest; of one rank, a child context's come before its parent's.
    private let layers: [SettingLayer]
    /// True if a setting in a file that nothing reads is a fault.
    package let isStrict: Bool
    let parent: SettingStore?
    /// The store that this one is derived from.
    private let origin: SettingStore?
    /// The values that follow the sources, of all contexts that are below one.
    let live: LiveValues
    let sources: ConfigurationSettings
    private let state: Guarded<State>

    private struct State {
        /// The known keys that map to each environment variable that is set, and to each argument, by its origin.
        var claims: [String: Set<String>]
        /// The keys that were read, a component's own with its entry in front, as ``SettingKey/pattern(of:)`` has them. True
        /// if only live values were put together from them.
        var read: [String: Bool] = [:]
        /// The keys that were read as secrets; of a list, that of the list.
        var secrets: Set<String> = []
        /// The keys of objects whose members are data.
        var maps: Set<String> = []
        /// The converted values; nil for a setting that no source has.
        var readings: [Reading: (any Sendable)?] = [:]
        /// Set by boot, when the components that convert are made.
        var converters: [any SettingConverter] = []
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
            ConfigurationSettings(configuration), parent: parent, origin: nil,
            isStrict: configuration.failsOnUnreadSettings)
    }

    private init(_ sources: ConfigurationSettings, parent: SettingStore?, origin: SettingStore?, isStrict: Bool) {
        self.sources = sources
        self.parent = parent
        self.origin = origin
        self.isStrict = isStrict
        live = (origin ?? parent)?.live ?? LiveValues()
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
        SettingStore(sources, parent: parent, origin: self, isStrict: isStrict && !hidesReaders)
    }

    /// The faults of the sources themselves.
    package var faults: [Fault] {
        let clashes = state.withLock { $0.claims }.filter { $0.value.count > 1 }
        return sources.faults + clashes.map { Fault(.variableAmbiguous($0, keys: $1.ordered())) }
    }

    // MARK: Live values

    func isOrIsBelow(_ store: SettingStore) -> Bool { self === store || parent?.isOrIsBelow(store) ?? false }

    /// Takes what a configuration says now over into the live values of this context, and of those below it.
    /// - Returns: The keys of the values that have changed, in order.
    /// - Throws: ``IOCError`` with each value that is missing or does not convert; then none has changed.
    package func refresh(from configuration: ContextConfiguration) throws -> [String] {
        let new = SettingStore(configuration, parent: parent)
        let faults = new.faults
        guard faults.isEmpty else { throw IOCError(faults) }
        state.withLock { $0.secretKeys = $0.secretKeys.union(new.sources.secretKeys) }
        return try live.refresh(from: (self, new.sources))
    }

    /// Reads live values from other sources from now on.
    func follow(_ settings: ConfigurationSettings) {
        let former = state.withLock { exchange(&$0.newest, with: settings) }
        withExtendedLifetime(former) {}
    }

    /// What the sources say of a live value, to compare. A text that can't be expanded is a fault where it is converted.
    func raw(_ key: String, for component: DefinitionFacts?, in new: LiveSources? = nil) -> SettingValue? {
        let session = session(for: component, isLive: true, in: new, isReading: false)
        do { return try session.cursor(at: SettingKey(key)).whole()?.value } catch { return .string("\(error)") }
    }

    /// A live value: what the sources say, else the default, else nil for an optional.
    func liveValue<Wanted: Decodable>(
        at key: String, for component: DefinitionFacts?, in new: LiveSources? = nil, default fallback: (() -> Wanted)?
    ) throws -> Wanted {
        let session = session(for: component, isLive: true, in: new)
        let found = try session.value(Wanted.self, at: key, hasDefault: fallback != nil)
        return try value(of: found ?? fallback?(), at: key)
    }

    /// True if live values are read from other sources than those of the boot.
    var hasNewest: Bool { state.withLock { $0.newest != nil } || parent?.hasNewest ?? false }

    /// Leaves the live values as they are, when their context ends.
    package func endLive() { live.end(self) }

    /// The sources that live values are read from.
    /// - Parameter new: Sources of a context that are about to replace its present ones.
    func newest(or new: LiveSources? = nil) -> ConfigurationSettings {
        if let new, new.store === self { return new.settings }
        return state.withLock { $0.newest } ?? sources
    }

    private func liveLayers(_ new: LiveSources?) -> [SettingLayer] {
        Self.ordered(newest(or: new).layers + (parent?.liveLayers(new) ?? []))
    }

    // MARK: Components and converters

    /// A reading for a component.
    /// - Parameters:
    ///   - isLive: True for the sources that live values are read from; else it is those of the boot.
    ///   - new: Sources of a context that are about to replace its present ones.
    ///   - isReading: True if what is looked up counts as read.
    func session(
        for component: DefinitionFacts?, isLive: Bool = false, in new: LiveSources? = nil, isReading: Bool = true
    ) -> SettingSession {
        let sources = isLive ? newest(or: new) : sources
        return SettingSession(
            self, own: component.flatMap { sources.ownLayer(named: $0.name, $0.simpleName) },
            layers: isLive ? liveLayers(new) : layers, isLive: isLive, isReading: isReading)
    }

    /// Uses converters in place of those before; with none, they go with their context.
    package func install(_ added: [any SettingConverter]) {
        let former = state.withLock { exchange(&$0.converters, with: added) }
        withExtendedLifetime(former) {}
    }

    /// The first converter that takes a type; a child context's come before its parent's.
    func converter(to type: Any.Type) -> (any SettingConverter)? {
        state.withLock { $0.converters }.first { $0.converts(to: type) } ?? parent?.converter(to: type)
    }

    // MARK: What was read

    /// Records that a key was read; an element of a list counts as the list, too.
    func note(_ key: SettingKey, of component: SettingLayer?, isLive: Bool) {
        let element = component.map { "\($0.source.name).\(key)" } ?? "\(key)"
        let list = element.last == "]" ? element.lastIndex(of: "[").map { String(element[..<$0]) } : nil
        state.withLock { state in
            for key in [element, list].compactMap(\.self).map(SettingKey.pattern) {
                state.read[key] = isLive && state.read[key] ?? true
            }
        }
        if component == nil { parent?.note(key, of: nil, isLive: isLive) }
    }

    /// Every key that was read.
    var keysRead: Set<String> { Set(readSoFar.keys) }

    /// The keys that were read here and in the store that this one is derived from.
    private var readSoFar: [String: Bool] {
        let own = state.withLock { $0.read }
        return origin?.readSoFar.merging(own) { $0 && $1 } ?? own
    }

    /// Returns true if live values were put together from a key, and nothing that stays as it is.
    package func isReadLiveAlone(_ key: String) -> Bool {
        // A key concerns itself, the objects that it belongs to, and what is below it.
        let readers = readSoFar.filter { read, _ in
            SettingKey.paths(to: read).contains(key) || SettingKey.paths(to: key).contains(read)
        }
        return !readers.isEmpty && readers.values.allSatisfy(\.self)
    }

    /// Records that a setting was read as a secret.
    func noteSecret(_ key: SettingKey) {
        // A list is shown as a whole, or not at all.
        let shown = String("\(key)".prefix { $0 != "[" })
        state.withLock { _ = $0.secrets.insert(shown) }
        parent?.noteSecret(key)
    }

    /// Records that the members of an object were read as data.
    func noteMap(_ key: SettingKey) { state.withLock { _ = $0.maps.insert("\(key)") } }

    /// The keys of objects whose members were read as data.
    var maps: Set<String> { state.withLock { $0.maps } }

    /// The words that make a key secret, here and above.
    var secretKeys: SecretWords {
        let own = state.withLock { $0.secretKeys }
        return parent.map { own.union($0.secretKeys) } ?? own
    }

    /// Returns true if a setting is secret by its key.
    private func isSecretByName(_ key: SettingKey) -> Bool { secretKeys.match("\(key)") }

    /// Returns true if a setting is secret, by its key or because it, or an object it belongs to, was read as one.
    package func isSecret(_ key: SettingKey) -> Bool { isSecretByName(key) || wasReadAsSecret(key) }

    private func wasReadAsSecret(_ key: SettingKey) -> Bool {
        let isOwn = state.withLock { state in
            !state.secrets.isEmpty && SettingKey.paths(to: "\(key)").contains(where: state.secrets.contains)
        }
        return isOwn || origin?.wasReadAsSecret(key) ?? false
    }

    /// Ties an environment variable that is set, or an argument, to the key that was read from it.
    /// - Throws: A failure if another known key maps to it too.
    func claim(_ variable: String, for key: SettingKey) throws {
        let keys = state.withLock { state in
            state.claims[variable, default: []].insert("\(key)")
            return state.claims[variable] ?? []
        }
        if keys.count > 1 { throw IOCError(.variableAmbiguous(variable, keys: keys.ordered())) }
    }
}

extension SettingStore {
    /// A setting's value: what the sources say, else the default, else nil for an optional.
    /// - Parameters:
    ///   - component: The component that asks, whose own values come first.
    ///   - fallback: The default, which is evaluated only if it is needed; nil for none.
    /// - Throws: ``IOCError`` if there is no value, or if it does not convert.
    package func read<Wanted: Decodable & Sendable>(
        _ type: Wanted.Type, at key: String, for component: DefinitionFacts?, default fallback: (() -> Wanted)?
    ) throws -> Wanted {
        let found = try found(type, at: key, for: component, hasDefault: fallback != nil)
        return try value(of: found ?? fallback?(), at: key)
    }

    /// Reads a setting without its default, which only an instance knows.
    /// - Parameter isLive: True if the setting follows its sources.
    /// - Throws: ``IOCError`` if there is neither a value nor a default, or if the value does not convert.
    package func check<Wanted: Decodable & Sendable>(
        _ type: Wanted.Type, at key: String, for component: DefinitionFacts?, hasDefault: Bool, isLive: Bool
    ) throws {
        // Read as a live value: a change of the setting then needs no new context.
        let found =
            isLive
            ? try session(for: component, isLive: true).value(type, at: key, hasDefault: hasDefault)
            : try found(type, at: key, for: component, hasDefault: hasDefault)
        if !hasDefault { _ = try value(of: found, at: key) }
    }

    /// The value from the sources, which are asked once for each type; nil if there is none.
    private func found<Wanted: Decodable & Sendable>(
        _ type: Wanted.Type, at key: String, for component: DefinitionFacts?, hasDefault: Bool
    ) throws -> Wanted? {
        let session = session(for: component)
        let reading = Reading(type: ObjectIdentifier(type), key: key, component: session.own?.source.name)
        if let kept = state.withLock({ $0.readings[reading] }) { return kept.flatMap { $0 as? Wanted } }
        let value = try session.value(type, at: key, hasDefault: hasDefault)
        // The former value is released after the lock is left, because its `deinit` may read something.
        let former = state.withLock { $0.readings.updateValue(value, forKey: reading) }
        withExtendedLifetime(former) {}
        return value
    }

    /// A value that was found, or nil for an optional.
    /// - Throws: ``IOCError`` if there is none.
    func value<Wanted>(of found: Wanted?, at key: String) throws -> Wanted {
        if let found { return found }
        if let optional = Wanted.self as? any ExpressibleByNilLiteral.Type,
            let none = optional.init(nilLiteral: ()) as? Wanted
        {
            return none
        }
        throw missing(SettingKey(key), Wanted.self)
    }

    /// The failure of a setting that no source has.
    func missing(_ key: SettingKey, _ type: Any.Type) -> IOCError {
        let variable = SettingKind.isSingle(type) ? EnvironmentSettingSource.variable(for: key) : ""
        return IOCError(.settingMissing(key: key.shown, variable: variable)) { [self] hints in
            hints.wanted = TypeName.shown(type)
            hints.suggestion = suggestion(for: key)
            hints.nearMisses = nearVariables(of: key)
        }
    }
}
