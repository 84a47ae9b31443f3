import IOCModel

/// A position in the settings: a key, and the layers that are searched.
struct SettingCursor {
    let session: SettingSession
    var key: SettingKey
    var layers: [SettingLayer]
    var isSecret = false
    /// The type that is being decoded at this position. The positions of its members and elements begin with nil.
    var type: Any.Type?

    var store: SettingStore { session.store }

    /// Returns the position of a member.
    func member(_ name: String) -> SettingCursor {
        SettingCursor(session: session, key: key.appending(name), layers: layers, isSecret: isSecret)
    }

    /// Returns the position from which the members of an object are searched.
    func inside(_ object: SettingNode) -> SettingCursor {
        SettingCursor(session: session, key: key, layers: object.layers, isSecret: object.isSecret)
    }

    /// Returns the position of an element of a list.
    func element(_ index: Int, of list: SettingNode, _ value: SettingValue?) -> SettingCursor {
        let key = key.element(index)
        let layers = value.map { [list.layer(of: $0, at: key)] } ?? []
        return SettingCursor(session: session, key: key, layers: layers, isSecret: list.isSecret)
    }

    /// Returns true if there is a value of a kind, even if it can't be read.
    func has(_ kind: SettingKind = .any) -> Bool {
        do {
            let node = try find(kind)
            // An object without members counts, because a reader that wants a single value has to report it.
            return node.map { kind == .any || $0.value != nil || $0.found.value == [:] } ?? false
        } catch {
            return true
        }
    }

    /// Returns the value at this position; nil if there is none.
    ///
    /// 1. If `kind` is a single value or a list, the strongest such value counts, even if a stronger layer has an
    ///    object.
    /// 2. Otherwise the strongest layer with the key decides. A single value or a list is complete. An object is merged
    ///    with those of the weaker layers, up to the first layer with a single value or a list at the key.
    /// 3. A `null` ends the search: weaker layers are ignored, and there is no value if nothing was found before.
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

    /// Returns a single value or a list of a layer at this position, with its placeholders replaced.
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

    /// Returns the value at this position, with everything below it; nil if there is none.
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

/// The value at a key, merged from all sources.
struct SettingNode: Sendable {
    /// The value in the strongest source.
    let found: SourcedSetting
    /// A single value or a list; nil for an object, unless `whole()` has read its members.
    var value: SettingValue?
    /// The layers in which the members of an object are searched.
    var layers: [SettingLayer] = []
    var isSecret: Bool
    /// True if the value comes from the entry of a component.
    var isOwn = false

    /// Returns a layer with a part of the value: an element of its list, or the object that replaces its placeholder.
    func layer(of value: SettingValue, at key: SettingKey) -> SettingLayer {
        let table = SettingTable(.object([key.description: value]))
        let source = TreeSettingSource(table, name: "a value") { [found] _ in found.origin }
        return SettingLayer(rank: isOwn ? .component : .files, source: source, isExpanded: true)
    }
}
