import IOCBase
package import IOCModel

/// The properties of one context: its layers, what was read of them, and the converted values.
package final class PropertyStore: Sendable {
    /// From the strongest to the weakest; of one rank, a child context's come before its parent's.
    let layers: [PropertyLayer]
    let secretKeys: SecretKeys
    /// True if a property in a file that nothing reads is a fault.
    package let isStrict: Bool
    let parent: PropertyStore?
    let ledger: PropertyLedger
    /// The values that follow the sources, of all contexts that are below one.
    let live: LiveValues
    private let sources: ConfigurationProperties
    private let state: Guarded<State>
    /// Set by boot, when the components that convert are made.
    private let converters = Guarded<[any PropertyConverter]>([])

    private struct State {
        /// The known keys that map to each environment variable that is set.
        var claims: [String: Set<String>]
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

    /// The properties of a configuration.
    package convenience init(_ configuration: ContextConfiguration, parent: PropertyStore?) {
        self.init(
            ConfigurationProperties(configuration), parent: parent, live: parent?.live ?? LiveValues(),
            ledger: PropertyLedger(), isStrict: configuration.failsOnUnreadProperties)
    }

    private init(
        _ sources: ConfigurationProperties, parent: PropertyStore?, live: LiveValues, ledger: PropertyLedger,
        isStrict: Bool, masking masked: SecretKeys? = nil
    ) {
        self.sources = sources
        self.parent = parent
        self.live = live
        self.ledger = ledger
        self.isStrict = isStrict
        layers = (sources.layers + (parent?.layers ?? [])).ordered { $0.rank.rawValue < $1.rank.rawValue }
        secretKeys = [parent?.secretKeys, masked].compactMap(\.self).reduce(sources.secretKeys) { $0.union($1) }
        let keys = sources.knownKeys + (parent?.knownKeys ?? [])
        state = Guarded(State(claims: sources.environment.claims(of: keys)))
    }

    deinit { live.end(ObjectIdentifier(self)) }

    /// The same sources for a context that is derived from this one: what was read here counts there, and the converted
    /// values don't.
    /// - Parameter hidesReaders: True if something may be left out there that would have read what nothing else reads.
    package func derived(hidingReaders hidesReaders: Bool) -> PropertyStore {
        PropertyStore(
            sources, parent: parent, live: live, ledger: PropertyLedger(derivedFrom: ledger),
            isStrict: isStrict && !hidesReaders)
    }

    /// The faults of the sources themselves.
    package var faults: [Fault] {
        let claims = state.withLock { $0.claims }.filter { $0.value.count > 1 }
        return sources.faults + claims.map { Fault(.variableAmbiguous(name: $0, keys: $1.ordered())) }
    }

    // MARK: Live values

    /// The sources of a context as a configuration has them now, for its live values. Masked values stay masked.
    func following(_ configuration: ContextConfiguration, below parent: PropertyStore?) -> PropertyStore {
        let store = PropertyStore(
            ConfigurationProperties(configuration), parent: parent, live: live, ledger: ledger,
            isStrict: configuration.failsOnUnreadProperties, masking: secretKeys)
        store.install(converters.withLock { $0 })
        return store
    }

    /// The newest sources of this context, below those of a context above it that have changed.
    func placed(below parent: PropertyStore) -> PropertyStore {
        let store = PropertyStore(
            newest.sources, parent: parent, live: live, ledger: ledger, isStrict: newest.isStrict)
        store.install(converters.withLock { $0 })
        return store
    }

    /// The sources of live values: those that this store follows, below those that its parent follows; itself if nothing has
    /// changed.
    var newest: PropertyStore {
        if let newest = state.withLock({ $0.newest }) { return newest }
        guard let parent else { return self }
        let above = parent.newest
        guard above !== parent else { return self }
        let store = PropertyStore(sources, parent: above, live: live, ledger: ledger, isStrict: isStrict)
        store.install(converters.withLock { $0 })
        return store
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

    // MARK: Components and converters

    /// The sources as a component sees them.
    func lookup(for component: DefinitionFacts?) -> PropertyLookup {
        PropertyLookup(store: self, own: ownLayer(of: component))
    }

    /// The values that a component's entry gives for it alone.
    func ownLayer(of component: DefinitionFacts?) -> PropertyLayer? {
        component.flatMap { ownLayer(named: $0.name, $0.simpleName) }
    }

    /// The values that the entry of a component gives for it alone, by the component's name.
    func ownLayer(named name: String) -> PropertyLayer? {
        ownLayer(named: name, name.split(separator: ".").last.map(String.init) ?? name)
    }

    private func ownLayer(named name: String, _ simpleName: String) -> PropertyLayer? {
        if let layer = sources.components[name] { return layer }
        // An entry without a class may call its component by the simple name.
        let hasClass = sources.configuration.components[simpleName]?.className != nil
        return hasClass ? nil : sources.components[simpleName]
    }

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

    // MARK: What was read

    /// Records that a key was read.
    func note(_ key: PropertyKey, of component: PropertyLayer?, isLive: Bool) {
        ledger.note(component.map { "\($0.source.name).\(key)" } ?? "\(key)", isLive: isLive)
        if component == nil { parent?.note(key, of: nil, isLive: isLive) }
    }

    /// Records that a property was read as a secret.
    func noteSecret(_ key: PropertyKey) {
        ledger.noteSecret("\(key)")
        parent?.noteSecret(key)
    }

    /// Returns true if a property is secret, by its key or because it, or an object it belongs to, was read as one.
    func isSecret(_ key: PropertyKey) -> Bool { secretKeys.matches(key) || ledger.isSecret(key) }

    /// Ties an environment variable that is set to the key that was read from it.
    /// - Throws: A failure if another known key maps to it too.
    func claim(_ variable: String, for key: PropertyKey) throws {
        let keys = state.withLock { state in
            state.claims[variable, default: []].insert("\(key)")
            return state.claims[variable] ?? []
        }
        if keys.count > 1 { throw PropertyFailure(.variableAmbiguous(name: variable, keys: keys.ordered())) }
    }

    /// The properties in files that nothing has read so far.
    ///
    /// The first hundred are reported one by one, and of others how many there are.
    package var unread: [Fault] {
        let read = ledger.read
        let configuration = sources.configuration
        let unread = sources.fileKeys(without: read)
        if unread.isEmpty { return [] }
        let given = Set(sources.knownKeys + unread.map(\.key)).union(sources.components.values.flatMap(Self.keys))
        let missed = read.subtracting(given).ordered()
        var faults: [Fault] = []
        for (index, (key, path)) in unread.enumerated() {
            guard faults.count < Fault.limit else {
                let rest = Fault.Kind.propertyUnread(more: unread.count - index)
                return faults + [Fault(rest, at: configuration.origin(of: "properties"))]
            }
            let origin = configuration.origin(of: path)
            guard case .file = origin, !sources.takesAway(key, at: path) else { continue }
            faults.append(
                Fault(.propertyUnread(key: key), at: origin, suggestion: Self.nearest(to: key, among: missed)))
        }
        return faults
    }

    private static func keys(of component: PropertyLayer) -> [String] {
        guard let source = component.source as? TreePropertySource else { return [] }
        return source.table.paths.map { "\(source.name).\($0)" }
    }

    /// The key that was probably meant: one beside it first.
    private static func nearest(to key: String, among keys: some Sequence<String>) -> String? {
        let above = PropertyLedger.pattern(of: key).split(separator: ".").dropLast().joined(separator: ".") + "."
        let beside = keys.filter { $0.hasPrefix(above) && !$0.dropFirst(above.count).contains(".") }
        return Suggestion.nearest(to: key, among: beside) ?? Suggestion.nearest(to: key, among: keys)
    }

    /// The variables that look like a property's and belong to none.
    package var strayVariables: [Fault] {
        // A misspelt variable of a property that is read matters most.
        let read = readAnywhere.filter { !$0.hasPrefix("components.") }
        let keys = read.ordered() + knownKeys.filter { !read.contains($0) }
        return Fault.limited(
            sources.environment.strays(among: keys).map { stray in
                Fault(
                    .variableUnread(name: stray.name, key: stray.key), at: .code("the environment"),
                    suggestion: stray.meant)
            })
    }

    /// The variables whose names nearly are that of a property's which is not set.
    func nearVariables(of key: PropertyKey) -> [Fault.NearMiss] {
        let variable = EnvironmentPropertySource.variable(for: key)
        return sources.environment.strays(among: ["\(key)"] + knownKeys.filter { $0 != "\(key)" })
            .filter { $0.meant == variable }.prefix(8)
            .map { Fault.NearMiss(name: $0.name, reason: "is set in the environment, and no property maps to it") }
    }

    private var knownKeys: [String] { sources.knownKeys + (parent?.knownKeys ?? []) }

    /// Every key that was read, here or in a context above.
    private var readAnywhere: Set<String> { ledger.read.union(parent?.readAnywhere ?? []) }

    /// The keys that nothing has read so far, each with the one that was probably meant.
    package func unread(among keys: [String]) -> [(key: String, suggestion: String?)] {
        let read = ledger.read
        let meant = read.ordered()
        return keys.filter { !read.contains($0) }.map { ($0, Self.nearest(to: $0, among: meant)) }
    }

    /// The known key that was probably meant.
    func suggestion(for key: PropertyKey, excluding others: [PropertyKey] = []) -> String? {
        let others = Set(others.map(\.description))
        return Self.nearest(to: "\(key)", among: knownKeys.filter { !others.contains($0) })
    }

    /// Every key that a tree has or that was read, in order; components' own values are left out.
    package var keys: [String] {
        Set(knownKeys).union(ledger.read.filter { !$0.hasPrefix("components.") && !$0.contains("[]") }).ordered()
    }

    /// The places in files that give a property and lose to a stronger file, strongest first.
    func hiddenPlaces(of key: String) -> [String] { sources.configuration.hiddenPlaces(ofProperty: key) }

    // MARK: Converted values

    /// The result of a reading; nil inside if no source has the property.
    struct Kept<Wanted: Sendable>: Sendable {
        let value: Wanted?
    }

    func kept<Wanted: Sendable>(_ reading: Reading, as type: Wanted.Type) -> Kept<Wanted>? {
        state.withLock { $0.readings[reading] } as? Kept<Wanted>
    }

    func keep<Wanted: Sendable>(_ kept: Kept<Wanted>, of reading: Reading) {
        // The former value is released after the lock is left, because its `deinit` may read something.
        let former = state.withLock { $0.readings.updateValue(kept, forKey: reading) }
        withExtendedLifetime(former) {}
    }
}
