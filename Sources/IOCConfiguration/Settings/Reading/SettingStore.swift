import IOCBase
package import IOCModel

/// The settings of one context: its layers, the keys that were read, and the converted values.
///
/// A store can be derived from another one. A key that is read in the original store counts as read in the derived one.
/// Conditions that were decided with the original store apply to both, and are not decided again.
package final class SettingStore: Sendable {
    /// The layers, strongest first. Of the same rank, a child context's layers come before its parent's.
    private let layers: [SettingLayer]
    /// True if a setting in a file that nothing reads is a fault.
    package let isStrict: Bool
    let parent: SettingStore?
    /// The store from which this one is derived.
    private let origin: SettingStore?
    /// The live values. A store shares them with its parent, and with the store from which it is derived.
    let live: LiveValues
    let sources: ConfigurationSettings
    private let state: Guarded<State>

    private struct State {
        /// The known keys that map to an environment variable or an argument that is set, by the origin of the variable
        /// or argument.
        var claims: [String: Set<String>]
        /// The keys that were read, in the form of ``SettingKey/pattern(of:)``. A key in a component's entry begins
        /// with the path of the entry. The value is true if only live values read the key.
        var read: [String: Bool] = [:]
        /// The keys that were read as secrets. For an element of a list, the key of the list is stored.
        var secrets: Set<String> = []
        /// The keys of objects that were read as dictionaries.
        var maps: Set<String> = []
        /// The converted values; nil for a setting that no source has.
        var readings: [Reading: (any Sendable)?] = [:]
        /// The converters. The boot sets them after it has created their components.
        var converters: [any SettingConverter] = []
        /// The sources of live values after a change; nil before.
        var newest: ConfigurationSettings?
        /// The words for secret keys. They only grow, because a setting that was secret stays secret.
        var secretKeys: SecretWords
    }

    /// The key of a converted value in `readings`.
    struct Reading: Hashable {
        var type: ObjectIdentifier
        var key: String
        var component: String?
    }

    /// Creates the settings of a configuration.
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

    /// Returns a store with the same sources for a derived context. Keys that were read here count as read there.
    /// Converted values are not copied.
    /// - Parameter hidesReaders: True if the derived context may lack a component that reads a setting. Then an unread
    ///   setting is not a fault.
    package func derived(hidingReaders hidesReaders: Bool) -> SettingStore {
        SettingStore(sources, parent: parent, origin: self, isStrict: isStrict && !hidesReaders)
    }

    /// The faults of the sources.
    package var faults: [Fault] {
        let clashes = state.withLock { $0.claims }.filter { $0.value.count > 1 }
        return sources.faults + clashes.map { Fault(.variableAmbiguous($0, keys: $1.ordered())) }
    }

    // MARK: Live values

    func isOrIsBelow(_ store: SettingStore) -> Bool { self === store || parent?.isOrIsBelow(store) ?? false }

    /// Reads a configuration again into the live values of this context and of the contexts below it.
    /// - Returns: The keys of the changed values, in order.
    /// - Throws: ``IOCError`` with each value that is missing or does not convert. Then no value has changed.
    package func refresh(from configuration: ContextConfiguration) throws -> [String] {
        let new = SettingStore(configuration, parent: parent)
        let faults = new.faults
        guard faults.isEmpty else { throw IOCError(faults) }
        state.withLock { $0.secretKeys = $0.secretKeys.union(new.sources.secretKeys) }
        return try live.refresh(from: (self, new.sources))
    }

    /// Replaces the sources of live values.
    func follow(_ settings: ConfigurationSettings) {
        let former = state.withLock { exchange(&$0.newest, with: settings) }
        withExtendedLifetime(former) {}
    }

    /// Returns the unconverted value of a live setting, to detect a change. If the value can't be read, returns the
    /// text of the error. The conversion then reports the fault.
    func raw(_ key: String, for component: DefinitionFacts?, in new: LiveSources? = nil) -> SettingValue? {
        let session = session(for: component, isLive: true, in: new, isReading: false)
        do { return try session.cursor(at: SettingKey(key)).whole()?.value } catch { return .string("\(error)") }
    }

    /// Returns a live value: the value in the sources, otherwise the default, otherwise nil if the type is optional.
    func liveValue<Wanted: Decodable>(
        at key: String, for component: DefinitionFacts?, in new: LiveSources? = nil, default fallback: (() -> Wanted)?
    ) throws -> Wanted {
        let session = session(for: component, isLive: true, in: new)
        let found = try session.value(Wanted.self, at: key, hasDefault: fallback != nil)
        return try value(of: found ?? fallback?(), at: key)
    }

    /// True if live values are read from newer sources than those of the boot.
    var hasNewest: Bool { state.withLock { $0.newest != nil } || parent?.hasNewest ?? false }

    /// Ends the live values when their context ends. They keep their last value.
    package func endLive() { live.end(self) }

    /// Returns the sources of live values.
    /// - Parameter new: Sources that are about to replace those of a context.
    func newest(or new: LiveSources? = nil) -> ConfigurationSettings {
        if let new, new.store === self { return new.settings }
        return state.withLock { $0.newest } ?? sources
    }

    private func liveLayers(_ new: LiveSources?) -> [SettingLayer] {
        Self.ordered(newest(or: new).layers + (parent?.liveLayers(new) ?? []))
    }

    // MARK: Components and converters

    /// Creates the session in which a component reads a setting.
    /// - Parameters:
    ///   - isLive: True for the sources of live values; false for those of the boot.
    ///   - new: Sources that are about to replace those of a context.
    ///   - isReading: True if the settings count as read.
    func session(
        for component: DefinitionFacts?, isLive: Bool = false, in new: LiveSources? = nil, isReading: Bool = true
    ) -> SettingSession {
        let sources = isLive ? newest(or: new) : sources
        return SettingSession(
            self, own: component.flatMap { sources.ownLayer(named: $0.name, $0.simpleName) },
            layers: isLive ? liveLayers(new) : layers, isLive: isLive, isReading: isReading)
    }

    /// Replaces the converters. At the end of the context they are replaced by none, so that they are released.
    package func install(_ added: [any SettingConverter]) {
        let former = state.withLock { exchange(&$0.converters, with: added) }
        withExtendedLifetime(former) {}
    }

    /// Returns the first converter for a type. A child context's converters come before its parent's.
    func converter(to type: Any.Type) -> (any SettingConverter)? {
        state.withLock { $0.converters }.first { $0.converts(to: type) } ?? parent?.converter(to: type)
    }

    // MARK: Keys that were read

    /// Records that a key was read. If it is an element of a list, the list is recorded as well.
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

    /// The keys that were read here and in the store from which this one is derived.
    private var readSoFar: [String: Bool] {
        let own = state.withLock { $0.read }
        return origin?.readSoFar.merging(own) { $0 && $1 } ?? own
    }

    /// Returns true if a key was read, and only by live values.
    package func isReadLiveAlone(_ key: String) -> Bool {
        // A component that reads an object around the key, or a key below it, also counts as a reader of the key.
        let readers = readSoFar.filter { read, _ in
            SettingKey.paths(to: read).contains(key) || SettingKey.paths(to: key).contains(read)
        }
        return !readers.isEmpty && readers.values.allSatisfy(\.self)
    }

    /// Records that a setting was read as a secret.
    func noteSecret(_ key: SettingKey) {
        // A list is shown completely or not at all, so the key of the list is recorded.
        let shown = String("\(key)".prefix { $0 != "[" })
        state.withLock { _ = $0.secrets.insert(shown) }
        parent?.noteSecret(key)
    }

    /// Records that an object was read as a dictionary.
    func noteMap(_ key: SettingKey) { state.withLock { _ = $0.maps.insert("\(key)") } }

    /// The keys of objects that were read as dictionaries.
    var maps: Set<String> { state.withLock { $0.maps } }

    /// The words that make a key secret in this context and those above it.
    var secretKeys: SecretWords {
        let own = state.withLock { $0.secretKeys }
        return parent.map { own.union($0.secretKeys) } ?? own
    }

    /// Returns true if a setting is secret by its key.
    private func isSecretByName(_ key: SettingKey) -> Bool { secretKeys.match("\(key)") }

    /// Returns true if a setting is secret: by its key, or because it or an object around it was read as a secret.
    package func isSecret(_ key: SettingKey) -> Bool { isSecretByName(key) || wasReadAsSecret(key) }

    private func wasReadAsSecret(_ key: SettingKey) -> Bool {
        let isOwn = state.withLock { state in
            !state.secrets.isEmpty && SettingKey.paths(to: "\(key)").contains(where: state.secrets.contains)
        }
        return isOwn || origin?.wasReadAsSecret(key) ?? false
    }

    /// Records the key that was read from an environment variable or an argument.
    /// - Throws: An error if another known key maps to the same variable or argument.
    func claim(_ variable: String, for key: SettingKey) throws {
        let keys = state.withLock { state in
            state.claims[variable, default: []].insert("\(key)")
            return state.claims[variable] ?? []
        }
        if keys.count > 1 { throw IOCError(.variableAmbiguous(variable, keys: keys.ordered())) }
    }
}

extension SettingStore {
    /// Reads a setting: the value in the sources, otherwise the default, otherwise nil if the type is optional.
    /// - Parameters:
    ///   - component: The component that reads the setting. Values in its own entry come first.
    ///   - fallback: The default, which is evaluated only if it is needed; nil for none.
    /// - Throws: ``IOCError`` if there is no value, or if it does not convert.
    package func read<Wanted: Decodable & Sendable>(
        _ type: Wanted.Type, at key: String, for component: DefinitionFacts?, default fallback: (() -> Wanted)?
    ) throws -> Wanted {
        let found = try found(type, at: key, for: component, hasDefault: fallback != nil)
        return try value(of: found ?? fallback?(), at: key)
    }

    /// Checks that a setting can be read. Its default isn't evaluated, because only an instance has it.
    /// - Parameter isLive: True if the setting follows its sources.
    /// - Throws: ``IOCError`` if there is neither a value nor a default, or if the value does not convert.
    package func check<Wanted: Decodable & Sendable>(
        _ type: Wanted.Type, at key: String, for component: DefinitionFacts?, hasDefault: Bool, isLive: Bool
    ) throws {
        // A live setting is recorded as live. Then a later change of the setting needs no new context.
        let found =
            isLive
            ? try session(for: component, isLive: true).value(type, at: key, hasDefault: hasDefault)
            : try found(type, at: key, for: component, hasDefault: hasDefault)
        if !hasDefault { _ = try value(of: found, at: key) }
    }

    /// Returns the value from the sources; nil if there is none. A value is converted only once for each type and
    /// component.
    private func found<Wanted: Decodable & Sendable>(
        _ type: Wanted.Type, at key: String, for component: DefinitionFacts?, hasDefault: Bool
    ) throws -> Wanted? {
        let session = session(for: component)
        let reading = Reading(type: ObjectIdentifier(type), key: key, component: session.own?.source.name)
        if let kept = state.withLock({ $0.readings[reading] }) { return kept.flatMap { $0 as? Wanted } }
        let value = try session.value(type, at: key, hasDefault: hasDefault)
        // The former value is released outside the lock, because its `deinit` may read a setting.
        let former = state.withLock { $0.readings.updateValue(value, forKey: reading) }
        withExtendedLifetime(former) {}
        return value
    }

    /// Returns a found value, or nil for an optional type.
    /// - Throws: ``IOCError`` if there is neither.
    func value<Wanted>(of found: Wanted?, at key: String) throws -> Wanted {
        if let found { return found }
        if let optional = Wanted.self as? any ExpressibleByNilLiteral.Type,
            let none = optional.init(nilLiteral: ()) as? Wanted
        {
            return none
        }
        throw missing(SettingKey(key), Wanted.self)
    }

    /// Returns the error of a setting that no source has.
    func missing(_ key: SettingKey, _ type: Any.Type) -> IOCError {
        let variable = SettingKind.isSingle(type) ? EnvironmentSettingSource.variable(for: key) : ""
        return IOCError(.settingMissing(key: key.shown, variable: variable)) { [self] hints in
            hints.wanted = TypeName.shown(type)
            hints.suggestion = suggestion(for: key)
            hints.nearMisses = nearVariables(of: key)
        }
    }
}
