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
    private let isReading: Bool
    /// True if the type that is being decoded has looked for something.
    var hasLooked = false
    /// The first value or object that it has found.
    var found: SourcedSetting?
    /// True if one of them is secret; errors of the type's own code may quote it.
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

    /// The converted value of a setting, or nil if no source has it.
    /// - Parameter hasDefault: True if the reader has a default for the whole value.
    func value<Wanted: Decodable>(_ type: Wanted.Type, at key: String, hasDefault: Bool) throws -> Wanted? {
        do {
            return try SettingCursor(session: self, key: SettingKey(key), layers: layers).readIfPresent(type)
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
        return store.isSecret(key) || (try? session.whole(key).isSecret) ?? false
    }

    /// A setting as the sources say it, with everything below it, its place, and whether it is secret.
    func whole(_ key: SettingKey) throws -> (value: SettingValue?, isSecret: Bool, origin: String?) {
        var isSecret = store.isSecret(key)
        let node = try find(key, as: .any, in: layers)
        let value = try node.map { try whole($0, at: key, isSecret: &isSecret) }
        return (value, isSecret, node?.found.origin)
    }

    /// The value at a key.
    ///
    /// 1. If a single value or a list is wanted, the strongest one is taken.
    /// 2. Otherwise the strongest layer that has the key decides: a single value or a list is taken whole, and an object is
    ///    made up of the layers below it as well, down to one that has no object there.
    /// 3. A `null` is no value.
    func find(_ key: SettingKey, as kind: SettingKind, in layers: [SettingLayer]) throws -> SettingNode? {
        if key.parts.first?.hasPrefix("${") == true, key.parts.last?.hasSuffix("}") == true {
            throw IOCError(.placeholderMalformed(asKey: key.shown))
        }
        if let excess = key.excess { throw IOCError(.settingKeyTooLong(key: key.shown, excess: excess)) }
        var members: [SettingLayer] = []
        var object: SourcedSetting?
        var isOwn = false
        defer { if isReading { store.note(key, of: isOwn ? own : nil, isLive: isLive) } }
        search: for layer in layers {
            guard let found = try layer.setting(at: key, as: kind) else {
                if try layer.replaces(above: key) { break search }
                members.append(layer)
                continue
            }
            isOwn = isOwn || layer.rank == .component
            switch found.value {
            case .object:
                object = object ?? found
                members.append(layer)
                if try layer.replaces(above: key) { break search }
            case .null where object == nil: return nil
            case .null: break search
            default:
                if object != nil, kind == .any || kind == .object { break search }
                if layer.rank == .environment || layer.rank == .arguments { try store.claim(found.origin, for: key) }
                var isSecret = found.isSecret || store.isSecret(key)
                var value = found.value
                if layer.expandsPlaceholders { value = try expand(value, at: key, of: found, isSecret: &isSecret) }
                isOwn = layer.rank == .component
                var node = SettingNode(found: found, isSecret: isSecret, isOwn: isOwn)
                if value.members != nil { node.members = [node.layer(of: value, at: key)] } else { node.value = value }
                return node
            }
        }
        return object.map { object in
            SettingNode(
                found: object, members: members, isSecret: object.isSecret || store.isSecret(key), isOwn: isOwn)
        }
    }
}

/// The value at a key, all sources considered.
struct SettingNode: Sendable {
    /// What the strongest source has.
    let found: SourcedSetting
    /// A single value or a list; nil for an object.
    var value: SettingValue?
    /// The layers that make up an object together.
    var members: [SettingLayer] = []
    var isSecret: Bool
    /// True if the entry of a component gave it.
    var isOwn = false

    /// A layer of something in the node: an element of its list, or the object that its placeholder resolves to.
    func layer(of value: SettingValue, at key: SettingKey) -> SettingLayer {
        let table = SettingTable(.object([key.description: value]))
        let source = TreeSettingSource(table, name: "a value") { [found] _ in found.origin }
        return SettingLayer(rank: isOwn ? .component : .files, source: source, isExpanded: true)
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
