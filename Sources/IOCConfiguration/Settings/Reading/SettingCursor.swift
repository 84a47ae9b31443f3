import IOCModel

/// A place in the settings: a key, and the layers in which it is looked for.
struct SettingCursor {
    let session: SettingSession
    var key: SettingKey
    var layers: [SettingLayer]
    var isSecret = false
    /// The type that is decoded; nil inside a type's own decoding.
    var type: Any.Type?

    var store: SettingStore { session.store }

    /// The place of a member.
    func member(_ name: String) -> SettingCursor {
        SettingCursor(session: session, key: key.appending(name), layers: layers, isSecret: isSecret)
    }

    /// The place in which the members of an object are looked for.
    func inside(_ object: SettingNode) -> SettingCursor {
        SettingCursor(session: session, key: key, layers: object.layers, isSecret: object.isSecret)
    }

    /// The place of an element of a list.
    func element(_ index: Int, of list: SettingNode, _ value: SettingValue?) -> SettingCursor {
        let key = key.element(index)
        let layers = value.map { [list.layer(of: $0, at: key)] } ?? []
        return SettingCursor(session: session, key: key, layers: layers, isSecret: list.isSecret)
    }

    /// Returns true if there is something of a kind, even if it can't be put together.
    func has(_ kind: SettingKind = .any) -> Bool {
        do {
            let node = try find(kind)
            // An object without members is reported to a reader that wants a single value.
            return node.map { kind == .any || $0.value != nil || $0.found.value == [:] } ?? false
        } catch {
            return true
        }
    }

    /// The value here.
    ///
    /// 1. If a single value or a list is wanted, the strongest one is taken.
    /// 2. Otherwise the strongest layer that has the key decides: a single value or a list is taken whole, and an object is
    ///    made up of the layers below it as well, down to one that has no object there.
    /// 3. A `null` is no value.
    func find(_ kind: SettingKind) throws -> SettingNode? {
        session.hasLooked = true
        if key.parts.first?.hasPrefix("${") == true, key.parts.last?.hasSuffix("}") == true {
            throw IOCError(.placeholderMalformed(asKey: key.shown))
        }
        if let excess = key.excess { throw IOCError(.settingKeyTooLong(key: key.shown, excess: excess)) }
        var members: [SettingLayer] = []
        var object: SourcedSetting?
        var isOwn = false
        defer { if session.isReading { store.note(key, of: isOwn ? session.own : nil, isLive: session.isLive) } }
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
                isOwn = layer.rank == .component
                return try value(found, in: layer)
            }
        }
        return object.map { node(of: $0, isOwn: isOwn, layers: members) }
    }

    /// A single value or a list that a layer has here, with its placeholders replaced.
    private func value(_ found: SourcedSetting, in layer: SettingLayer) throws -> SettingNode {
        if layer.rank == .environment || layer.rank == .arguments { try store.claim(found.origin, for: key) }
        var node = node(of: found, isOwn: layer.rank == .component)
        var value = found.value
        if layer.expandsPlaceholders {
            let expanded = try session.noticingSecrets { try session.expand(value, at: key, of: found) }
            value = expanded.result
            node.isSecret = node.isSecret || expanded.isSecret
        }
        if value.members != nil { node.layers = [node.layer(of: value, at: key)] } else { node.value = value }
        return node
    }

    private func node(of found: SourcedSetting, isOwn: Bool, layers: [SettingLayer] = []) -> SettingNode {
        let isSecret = isSecret || found.isSecret || store.isSecret(key)
        session.found = session.found ?? found
        session.hasSecret = session.hasSecret || isSecret
        return SettingNode(found: found, layers: layers, isSecret: isSecret, isOwn: isOwn)
    }

    /// The value here with everything below it.
    func whole() throws -> SettingNode? {
        guard var node = try find(.any) else { return nil }
        if node.value != nil { return node }
        return try session.nested {
            var members: [String: SettingValue] = [:]
            for name in SettingLayer.names(below: key, in: node.layers, holdsSingleValues: false) {
                let member = try inside(node).member(name).whole()
                members[name] = member?.value
                node.isSecret = node.isSecret || member?.isSecret ?? false
            }
            node.value = .object(members)
            return node
        }
    }
}

/// What there is at a key, all sources considered.
struct SettingNode: Sendable {
    /// What the strongest source has.
    let found: SourcedSetting
    /// A single value or a list; nil for an object.
    var value: SettingValue?
    /// The layers that make up an object together.
    var layers: [SettingLayer] = []
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
