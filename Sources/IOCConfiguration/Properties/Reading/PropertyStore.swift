import IOCBase
package import IOCModel

/// The properties of one context: its layers, what was asked of them so far, and what came of it.
package final class PropertyStore: Sendable {
    /// From the strongest to the weakest; of one rank, a child context's come before its parent's.
    let layers: [PropertyLayer]
    let secretKeys: SecretKeys
    /// True if a property in a file that nobody reads is a fault.
    package let isStrict: Bool
    /// The faults of the sources themselves.
    package let faults: [Fault]
    let parent: PropertyStore?
    /// Its own part of the layers.
    private let ownLayers: [PropertyLayer]
    /// The values that follow the sources, of all contexts that are below one.
    let live: LiveValues
    /// Nil where it gives no properties: the rest of it is not needed any more.
    let configuration: ContextConfiguration?
    /// The entries that name no class.
    private let classless: Set<String>
    private let components: [String: PropertyLayer]
    private let environment: EnvironmentPropertySource
    /// The keys in trees, for suggestions.
    private let knownKeys: [String]
    private let state: Guarded<State>
    /// Set by boot, when the components that convert are made.
    private let converters = Guarded<[any PropertyConverter]>([])

    let ledger: PropertyLedger

    private struct State {
        /// The known keys that map to each environment variable that is set.
        var claims: [String: Set<String>] = [:]
        var readings: [Reading: any Sendable] = [:]
        /// The sources of live values once they have changed.
        var newest: PropertyStore?
    }

    /// The key of a converted value; sources are asked once for each.
    struct Reading: Hashable {
        var type: ObjectIdentifier
        var key: String
        var component: String?
    }

    package convenience init(_ configuration: ContextConfiguration, parent: PropertyStore?) {
        self.init(configuration, parent: parent, live: parent?.live ?? LiveValues(), ledger: PropertyLedger())
    }

    /// The sources of a context as a configuration says them now, for its live values.
    convenience init(following store: PropertyStore, _ configuration: ContextConfiguration, parent: PropertyStore?) {
        // Masked values stay masked.
        self.init(
            configuration, parent: parent, live: store.live, ledger: store.ledger, masking: store.secretKeys)
        install(store.converters.withLock { $0 })
    }

    private init(
        _ configuration: ContextConfiguration, parent: PropertyStore?, live: LiveValues, ledger: PropertyLedger,
        masking masked: SecretKeys? = nil
    ) {
        self.parent = parent
        self.live = live
        self.ledger = ledger
        let sources = ConfigurationProperties(configuration)
        let saysNothing = sources.components.isEmpty && configuration.properties == [:]
        self.configuration = saysNothing ? nil : configuration
        classless =
            sources.components.isEmpty
            ? [] : Set(configuration.components.filter { $0.value.className == nil }.keys)
        let own = sources.layers
        let inherited = parent?.layers ?? []
        ownLayers = own
        layers = Self.sorted(own + inherited)
        components = sources.components
        environment = sources.environment
        secretKeys = [parent?.secretKeys, masked].compactMap(\.self)
            .reduce(SecretKeys(configuration.secretKeys)) { $0.union($1) }
        isStrict = configuration.failsOnUnreadProperties
        knownKeys = sources.knownKeys + (parent?.knownKeys ?? [])
        var claims: [String: Set<String>] = [:]
        for (key, variable) in environment.claimed(by: knownKeys) { claims[variable, default: []].insert(key) }
        let ambiguous = claims.filter { $0.value.count > 1 }
        faults = sources.faults + ambiguous.map { Fault(.variableAmbiguous(name: $0, keys: $1.ordered())) }
        state = Guarded(State(claims: claims))
    }

    /// The newest sources of a context, for its live values, where those of the contexts above it have changed.
    convenience init(placing newest: PropertyStore, of store: PropertyStore, below parent: PropertyStore) {
        self.init(
            newest, below: parent, live: store.live, ledger: store.ledger, isStrict: newest.isStrict)
        install(store.converters.withLock { $0 })
    }

    /// The own sources of another store, below a parent's.
    private init(
        _ other: PropertyStore, below parent: PropertyStore?, live: LiveValues, ledger: PropertyLedger, isStrict: Bool
    ) {
        self.parent = parent
        self.live = live
        self.ledger = ledger
        self.isStrict = isStrict
        configuration = other.configuration
        classless = other.classless
        ownLayers = other.ownLayers
        layers = Self.sorted(other.ownLayers + (parent?.layers ?? []))
        components = other.components
        environment = other.environment
        secretKeys = parent.map { other.secretKeys.union($0.secretKeys) } ?? other.secretKeys
        knownKeys = other.knownKeys
        faults = other.faults
        state = Guarded(State(claims: other.state.withLock { $0.claims }))
    }

    deinit { live.end(ObjectIdentifier(self)) }

    /// The strongest layers first, and among equals those that come first.
    private static func sorted(_ layers: [PropertyLayer]) -> [PropertyLayer] {
        layers.ordered { $0.rank.rawValue < $1.rank.rawValue }
    }

    // MARK: Live values

    /// The sources of live values: those that this store follows, below those that its parent follows; itself where nothing has
    /// changed.
    var newest: PropertyStore {
        if let newest = state.withLock({ $0.newest }) { return newest }
        guard let parent else { return self }
        let above = parent.newest
        return above === parent ? self : PropertyStore(placing: self, of: self, below: above)
    }

    /// Reads live values from other sources from now on, and returns those before.
    func follow(_ store: PropertyStore) -> PropertyStore? {
        state.withLock { exchange(&$0.newest, with: store) }
    }

    /// Leaves the live values as they are, when their context ends.
    package func endLive() {
        live.end(ObjectIdentifier(self))
        let former = state.withLock { $0.newest.take() }
        withExtendedLifetime(former) {}
    }

    /// The same sources for a context that is derived from this one: what was asked here counts there, and what came of it
    /// does not.
    /// - Parameter hidesReaders: True if something may be left out there that would have read what nobody else reads.
    package func derived(hidingReaders hidesReaders: Bool) -> PropertyStore {
        PropertyStore(
            self, below: parent, live: live, ledger: PropertyLedger(derivedFrom: ledger),
            isStrict: isStrict && !hidesReaders)
    }

    /// The sources as a component sees them.
    func lookup(for component: DefinitionFacts?) -> PropertyLookup {
        PropertyLookup(store: self, own: ownLayer(of: component))
    }

    /// The values that a component's entry gives for it alone.
    func ownLayer(of component: DefinitionFacts?) -> PropertyLayer? {
        guard let component, !components.isEmpty else { return nil }
        return ownLayer(named: component.name, component.simpleName)
    }

    /// The values that the entry of a component gives for it alone, by the component's name.
    func ownLayer(named name: String) -> PropertyLayer? {
        ownLayer(named: name, name.split(separator: ".").last.map(String.init) ?? name)
    }

    private func ownLayer(named name: String, _ simpleName: String) -> PropertyLayer? {
        // An entry without a class may call its component by the simple name.
        components[name] ?? (classless.contains(simpleName) ? components[simpleName] : nil)
    }

    // MARK: Converters

    package func install(_ added: [any PropertyConverter]) {
        let former = converters.withLock { exchange(&$0, with: added) }
        withExtendedLifetime(former) {}
    }

    /// Lets the converters go with their context.
    package func removeConverters() { install([]) }

    /// The first converter that takes a type; a child context's come before its parent's.
    func converter(to type: Any.Type) -> (any PropertyConverter)? {
        converters.withLock { $0 }.first { $0.converts(to: type) } ?? parent?.converter(to: type)
    }

    // MARK: What was asked

    /// Remembers that somebody asked for a key.
    func note(_ key: PropertyKey, of component: PropertyLayer?, isLive: Bool) {
        ledger.note(
            component.map { "\($0.source.name).\(key)" } ?? "\(key)", isMasked: key.isMasked, isLive: isLive)
        if component == nil { parent?.note(key, of: nil, isLive: isLive) }
    }

    /// Remembers that a property was read as a secret.
    func noteSecret(_ key: PropertyKey) {
        ledger.noteSecret("\(key)")
        parent?.noteSecret(key)
    }

    /// Returns true if a property is secret, by its key or because it, or an object it belongs to, was read as one.
    func isSecret(_ key: PropertyKey) -> Bool { secretKeys.matches(key) || ledger.isSecret(key) }

    /// Ties an environment variable that is set to the key that was read from it.
    /// - Throws: A failure where another known key maps to it too.
    func claim(_ variable: String, for key: PropertyKey) throws {
        let keys = state.withLock { state in
            let keys = state.claims[variable, default: []].union(["\(key)"])
            if !key.isMasked { state.claims[variable] = keys }
            return keys
        }
        guard keys.count == 1 else {
            let others = keys.subtracting(["\(key)"])
            throw PropertyFailure(
                key.isMasked
                    ? .variableAmbiguous(name: SecretKeys.mask, keys: [key.shown] + others.map { _ in SecretKeys.mask })
                    : .variableAmbiguous(name: variable, keys: keys.ordered()))
        }
    }

    /// The properties in files that nobody has asked for so far.
    ///
    /// The first hundred are reported one by one, and of others how many there are.
    package var unread: [Fault] {
        guard let configuration else { return [] }
        let asked = ledger.asked
        let masked = ledger.masked
        let said = configuration.filePropertyKeys
        let unread = said.filter { !asked.contains($0.key) && !masked.contains($0.key) }
        guard !unread.isEmpty else { return [] }
        let misses = asked.subtracting(knownKeys).subtracting(said.map(\.key)).ordered()
        var faults: [Fault] = []
        for (index, (key, path)) in unread.enumerated() {
            guard faults.count < Fault.limit else {
                let rest = Fault.Kind.propertyUnread(more: unread.count - index)
                return faults + [Fault(rest, at: configuration.origin(of: "properties"))]
            }
            let origin = configuration.origin(of: path)
            guard case .file = origin, !configuration.takesAway(key, at: path) else { continue }
            faults.append(
                Fault(.propertyUnread(key: key), at: origin, suggestion: Suggestion.nearest(to: key, among: misses)))
        }
        return faults
    }

    /// The variables that look like a property's and are none's.
    package var strayVariables: [Fault] {
        // A misspelt variable of a property that somebody reads matters most.
        let read = askedAnywhere.filter { !$0.hasPrefix("components.") }
        let keys = read.ordered() + knownKeys.filter { !read.contains($0) }
        return Fault.limited(
            environment.strays(among: keys).map { stray in
                Fault(
                    .variableUnread(name: stray.name, key: stray.key), at: .code("the environment"),
                    suggestion: stray.meant)
            })
    }

    /// The variables whose names nearly are that of a property's which is not set.
    func nearVariables(of key: PropertyKey) -> [Fault.NearMiss] {
        if key.isMasked { return [] }
        let variable = EnvironmentPropertySource.variable(for: key)
        return environment.strays(among: ["\(key)"] + knownKeys.filter { $0 != "\(key)" })
            .filter { $0.meant == variable }.prefix(8)
            .map { Fault.NearMiss(name: $0.name, reason: "is set in the environment, and no property maps to it") }
    }

    /// Every key that somebody asked for and that may be shown, here or in a context above.
    private var askedAnywhere: Set<String> { ledger.asked.union(parent?.askedAnywhere ?? []) }

    /// The keys that nobody has asked for so far, each with the one that was probably meant.
    package func unread(among keys: [String]) -> [(key: String, suggestion: String?)] {
        let asked = ledger.asked
        let masked = ledger.masked
        let meant = asked.ordered()
        return keys.filter { !asked.contains($0) && !masked.contains($0) }.map { key in
            (key, Suggestion.nearest(to: key, among: meant))
        }
    }

    /// The known key that was probably meant.
    func suggestion(for key: PropertyKey, excluding others: [PropertyKey] = []) -> String? {
        let others = Set(others.map(\.description))
        return Suggestion.nearest(to: "\(key)", among: knownKeys.lazy.filter { !others.contains($0) })
    }

    /// Every key that a tree has or somebody asked for, in order; components' own values are left out.
    package var keys: [String] { unsortedKeys.ordered() }

    /// The same in any order, as to sort very many takes long.
    var unsortedKeys: [String] {
        let asked = ledger.asked.filter { !$0.hasPrefix("components.") }
        return Array(asked.union(knownKeys))
    }

    // MARK: Converted values

    /// The result of a reading; nil inside where nobody has the property.
    struct Kept<Wanted: Sendable>: Sendable {
        let value: Wanted?
    }

    func kept<Wanted: Sendable>(_ reading: Reading, as type: Wanted.Type) -> Kept<Wanted>? {
        guard let kept = state.withLock({ $0.readings[reading] }) else { return nil }
        return kept as? Kept<Wanted>
    }

    func keep<Wanted: Sendable>(_ kept: Kept<Wanted>, of reading: Reading) {
        // The former value is released after the lock is left, as its `deinit` may read something.
        let former = state.withLock { $0.readings.updateValue(kept, forKey: reading) }
        withExtendedLifetime(former) {}
    }
}
