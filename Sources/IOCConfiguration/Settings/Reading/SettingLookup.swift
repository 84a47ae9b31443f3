package import IOCModel

/// Looks settings up for one component: its own values first, then each layer of the context.
struct SettingLookup {
    let store: SettingStore
    /// The values that a component's entry gives for it alone.
    let own: SettingLayer?
    /// All layers, the component's own first.
    let layers: [SettingLayer]
    /// True if what is looked up counts as read; a report's look does not.
    var isReading = true
    /// True if it is for a value that follows its sources.
    var isLive = false

    init(_ store: SettingStore, own: SettingLayer?, layers: [SettingLayer], isLive: Bool = false) {
        self.store = store
        self.own = own
        self.layers = (own.map { [$0] } ?? []) + layers
        self.isLive = isLive
    }

    /// The same lookup for a report, which does not count as reading.
    var silent: SettingLookup {
        var copy = self
        copy.isReading = false
        return copy
    }

    /// The converted value of a setting: what the sources say, else the default, else nil for an optional.
    /// - Throws: ``SettingFailure`` if there is no value, or if it does not convert.
    func read<Wanted: Decodable>(_ type: Wanted.Type, at key: String, default fallback: Wanted?) throws -> Wanted {
        try value(of: readIfPresent(type, at: key) ?? fallback, at: key)
    }

    /// The converted value of a setting, or nil if no source has it.
    func readIfPresent<Wanted: Decodable>(_ type: Wanted.Type, at key: String) throws -> Wanted? {
        let place = SettingSession.Place(key: SettingKey(key), content: .layers(layers))
        return try SettingSession(self).readIfPresent(type, at: place)
    }

    /// A value, or nil for an optional.
    /// - Throws: ``SettingFailure`` if there is none.
    func value<Wanted>(of found: Wanted?, at key: String) throws -> Wanted {
        if let found { return found }
        if let optional = Wanted.self as? any ExpressibleByNilLiteral.Type,
            let none = optional.init(nilLiteral: ()) as? Wanted
        {
            return none
        }
        throw SettingSession(self).missing(SettingKey(key), Wanted.self)
    }

    /// The value of a setting as the sources say it, to compare; a text that can't be expanded is reported where it is
    /// converted.
    func raw(_ key: String) -> SettingValue? {
        do { return try silent.whole(SettingKey(key)).value } catch { return .string("\(error)") }
    }

    /// A setting as the sources say it, with everything below it, its place, and whether it is secret.
    func whole(_ key: SettingKey) throws -> ConditionRule.Found {
        var expansion = PlaceholderExpansion()
        var isSecret = store.isSecret(key)
        let node = try find(key, as: .any, in: layers, &expansion)
        let value = try node.map { try whole($0, at: key, isSecret: &isSecret, &expansion) }
        return ConditionRule.Found(value: value, isSecret: isSecret, origin: node?.origin())
    }

    /// The value at a key.
    ///
    /// 1. If a single value or a list is wanted, the strongest one is taken.
    /// 2. Otherwise the strongest layer that has the key decides: a single value or a list is taken whole, and an object is
    ///    made up of the layers below it as well, down to one that has no object there.
    /// 3. A `null` is no value.
    func find(
        _ key: SettingKey, as kind: SettingKind, in layers: [SettingLayer], _ expansion: inout PlaceholderExpansion
    ) throws -> SettingNode? {
        if let placeholder = PlaceholderFault.asKey(key) { throw SettingFailure(placeholder) }
        if let excess = key.excess { throw SettingFailure(.settingKeyTooLong(key: key.shown, excess: excess)) }
        var members: [SettingLayer] = []
        var object: SourcedSetting?
        var isOwn = false
        defer { if isReading { store.note(key, of: isOwn ? own : nil, isLive: isLive) } }
        search: for layer in layers {
            guard let found = try layer.setting(at: key, as: kind) else {
                members.append(layer)
                continue
            }
            isOwn = isOwn || layer.rank == .component
            switch found.value {
            case .object:
                object = object ?? found
                members.append(layer)
            case .null where object == nil: return nil
            case .null: break search
            default:
                if object != nil, kind == .any || kind == .object { break search }
                return try node(of: found, at: key, in: layer, &expansion)
            }
        }
        return object.map { object in
            SettingNode(
                content: .members(members), isSecret: object.isSecret || store.isSecret(key), isOwn: isOwn,
                origin: { object.origin })
        }
    }

    private func node(
        of found: SourcedSetting, at key: SettingKey, in layer: SettingLayer,
        _ expansion: inout PlaceholderExpansion
    ) throws -> SettingNode {
        if layer.source is EnvironmentSettingSource {
            try store.claim(EnvironmentSettingSource.variable(for: key), for: key)
        }
        var isSecret = found.isSecret || store.isSecret(key)
        var value = found.value
        if layer.expandsPlaceholders {
            value = try expansion.expand(value, at: key, from: { found.origin }, isSecret: &isSecret, by: self)
        }
        return SettingNode(
            content: .value(value), isSecret: isSecret, isOwn: layer.rank == .component, origin: { found.origin })
    }

    /// The value at a node with everything below it.
    func whole(
        _ node: SettingNode, at key: SettingKey, isSecret: inout Bool, _ expansion: inout PlaceholderExpansion
    ) throws -> SettingValue {
        isSecret = isSecret || node.isSecret
        switch node.content {
        case .value(let value): return value
        case .members(let layers):
            return try expansion.nested { expansion in
                var members: [String: SettingValue] = [:]
                for name in SettingLayer.names(below: key, in: layers, holdsSingleValues: false) {
                    let inner = key.appending(name)
                    guard let child = try find(inner, as: .any, in: layers, &expansion) else { continue }
                    members[name] = try whole(child, at: inner, isSecret: &isSecret, &expansion)
                }
                return .object(members)
            }
        }
    }
}

/// A failure between a key and its value, before it is known which setting of which class asked.
package struct SettingFailure: Error {
    let kind: Fault.Kind
    /// The type that was wanted where it went wrong: a member's, inside an object.
    var wanted: Any.Type?
    var suggestion: String?
    /// Looks for a suggestion, once the message is read.
    private var suggesting: (@Sendable () -> String?)?
    /// Looks for what nearly has the value, once the message is read.
    private var missing: (@Sendable () -> [Fault.NearMiss])?
    var cause: (any Error)?

    init(_ kind: Fault.Kind, wanted: Any.Type? = nil) {
        self.kind = kind
        self.wanted = wanted
    }

    /// Puts the search for a suggestion off until the message is read.
    mutating func suggest(_ search: @escaping @Sendable () -> String?) { suggesting = search }

    /// Puts the search for what nearly has the value off until the message is read.
    mutating func miss(_ search: @escaping @Sendable () -> [Fault.NearMiss]) { missing = search }

    var isMissing: Bool { kind.code == .settingMissing }

    /// The fault as an error words it.
    package func fault(at place: Origin? = nil, point: InjectionPointFacts? = nil) -> Fault {
        var result = Fault(
            kind, at: place, asked: point, wanted: wanted.map(TypeName.shown), suggestion: suggestion ?? suggesting?(),
            cause: cause)
        result.nearMisses = missing?() ?? []
        return result
    }
}

extension TypeName {
    /// A setting's type as people write it, without the modules that everybody has.
    static func shown(_ type: Any.Type) -> String {
        var result = ""
        var word = ""
        for character in qualified(type) {
            if character == ".",
                ["Swift", "FoundationEssentials", "Foundation", "IOC", "IOCConfiguration"].contains(word)
            {
                word = ""
            } else if character.isLetter || character.isNumber || character == "_" || character == "." {
                // Behind a dot no module stands, so a path is kept as one word.
                word.append(character)
            } else {
                result += word + String(character)
                word = ""
            }
        }
        return result + word
    }
}
