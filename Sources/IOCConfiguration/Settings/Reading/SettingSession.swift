package import IOCModel

/// One reading of a setting with everything below it, for one component: its own values first, then each layer of the
/// context.
///
/// Its generic functions are compiled once for all types: specialized for each that a decoder may be asked for, they were
/// 1 % of a program.
final class SettingSession {
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
    private var hasLooked = false
    /// True if it has found a value or an object.
    private var hasFound = false
    /// True if one of them is secret; errors of the type's own code may quote it.
    private var hasSecret = false
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

    /// Where a value is to be looked for.
    struct Place {
        var key: SettingKey
        var layers: [SettingLayer]
        var isSecret = false
    }

    /// The converted value of a setting, or nil if no source has it.
    func readIfPresent<Wanted: Decodable>(_ type: Wanted.Type, at key: String) throws -> Wanted? {
        try readIfPresent(type, at: Place(key: SettingKey(key), layers: layers))
    }

    /// A setting as the sources say it, with everything below it, its place, and whether it is secret.
    func whole(_ key: SettingKey) throws -> (value: SettingValue?, isSecret: Bool, origin: String?) {
        var isSecret = store.isSecret(key)
        let node = try find(key, as: .any, in: layers)
        let value = try node.map { try whole($0, at: key, isSecret: &isSecret) }
        return (value, isSecret, node?.found.origin)
    }

    /// The value at a place; null is nothing.
    func node(at place: Place, as kind: SettingKind) throws -> SettingNode? {
        hasLooked = true
        guard var node = try find(place.key, as: kind, in: place.layers) else { return nil }
        node.isSecret = node.isSecret || place.isSecret
        hasFound = true
        hasSecret = hasSecret || node.isSecret
        return node
    }

    /// Returns true if there is something at a place, even if it can't be put together.
    func has(_ place: Place) -> Bool {
        do { return try node(at: place, as: .any) != nil } catch { return true }
    }

    /// The value at a key.
    ///
    /// 1. If a single value or a list is wanted, the strongest one is taken.
    /// 2. Otherwise the strongest layer that has the key decides: a single value or a list is taken whole, and an object is
    ///    made up of the layers below it as well, down to one that has no object there.
    /// 3. A `null` is no value.
    func find(_ key: SettingKey, as kind: SettingKind, in layers: [SettingLayer]) throws -> SettingNode? {
        if key.parts.first?.hasPrefix("${") == true, key.parts.last?.hasSuffix("}") == true {
            throw SettingFailure(kind: .placeholderMalformed(asKey: key.shown))
        }
        if let excess = key.excess { throw SettingFailure(kind: .settingKeyTooLong(key: key.shown, excess: excess)) }
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
                if layer.source is EnvironmentSettingSource {
                    try store.claim(EnvironmentSettingSource.variable(for: key), for: key)
                }
                var isSecret = found.isSecret || store.isSecret(key)
                var value = found.value
                if layer.expandsPlaceholders { value = try expand(value, at: key, of: found, isSecret: &isSecret) }
                isOwn = layer.rank == .component
                var node = SettingNode(found: found, isSecret: isSecret, isOwn: isOwn)
                if case .object = value { node.members = [node.layer(of: value, at: key)] } else { node.value = value }
                return node
            }
        }
        return object.map { object in
            SettingNode(
                found: object, members: members, isSecret: object.isSecret || store.isSecret(key), isOwn: isOwn)
        }
    }

    /// A value of any type, converted.
    @_semantics("optimize.sil.specialize.generic.never")
    func read<Wanted: Decodable>(_ type: Wanted.Type, at place: Place) throws -> Wanted {
        if let converter = store.converter(to: type) { return try convert(by: converter, type, at: place) }
        if let form = type as? any SettingForm.Type, let value = try form.read(self, at: place) as? Wanted {
            return value
        }
        guard let convertible = type as? any SettingConvertible.Type else { return try decode(type, at: place) }
        guard let node = try node(at: place, as: convertible.kind) else { throw store.missing(place.key, type) }
        guard let value = node.value, let converted = convertible.convert(value) as? Wanted else {
            throw conversion(node, at: place.key, type, expected: convertible.expectation)
        }
        return converted
    }

    /// A value that may be absent: it is there if the type finds a value or an object, or if it looks for nothing and there is
    /// one. A value that doesn't convert is there.
    ///
    /// Variables, and sources that don't know trees, may give the members of an object that no source has as a whole.
    @_semantics("optimize.sil.specialize.generic.never")
    func readIfPresent<Wanted: Decodable>(_ type: Wanted.Type, at place: Place) throws -> Wanted? {
        let hadFound = hasFound
        (hasLooked, hasFound) = (false, false)
        defer { (hasLooked, hasFound) = (true, hasFound || hadFound) }
        do {
            let value = try read(type, at: place)
            return hasFound || !hasLooked && has(place) ? value : nil
        } catch {
            if hasFound { throw error }
            guard let failure = error as? SettingFailure, !failure.isMissing else { return nil }
            throw failure
        }
    }

    private func convert<Wanted>(
        by converter: any SettingConverter, _ type: Wanted.Type, at place: Place
    ) throws -> Wanted {
        guard let node = try node(at: place, as: .any) else { throw store.missing(place.key, type) }
        var isSecret = node.isSecret
        let value = try whole(node, at: place.key, isSecret: &isSecret)
        let name = "\(Swift.type(of: converter))"
        do {
            guard let made = try converter.convert(value, to: type) as? Wanted else {
                throw conversion(node, at: place.key, type, expected: "a value that \(name) makes one of")
            }
            try (made as? any ValidatedSetting)?.validate()
            return made
        } catch let failure as SettingFailure {
            throw failure
        } catch {
            var failure = conversion(node, at: place.key, type, expected: "a value that \(name) takes")
            if !isSecret { failure.cause = error }
            throw failure
        }
    }

    @_semantics("optimize.sil.specialize.generic.never")
    private func decode<Wanted: Decodable>(_ type: Wanted.Type, at place: Place) throws -> Wanted {
        let before = (hasFound, hasSecret)
        (hasFound, hasSecret) = (false, false)
        defer { (hasFound, hasSecret) = (hasFound || before.0, hasSecret || before.1) }
        do {
            let value = try type.init(from: SettingDecoder(session: self, place: place, type: type))
            try (value as? any ValidatedSetting)?.validate()
            return value
        } catch let failure as SettingFailure {
            throw failure
        } catch {
            let hasMembers = hasFound
            let members = SettingNode(found: SourcedSetting(.null, from: "its members"), isSecret: place.isSecret)
            guard var node = try node(at: place, as: .any) ?? (hasMembers ? members : nil) else {
                throw store.missing(place.key, type)
            }
            node.isSecret = node.isSecret || hasSecret
            throw refused(node, at: place.key, type, error)
        }
    }

    // MARK: Failures

    func conversion(
        _ node: SettingNode, at key: SettingKey, _ type: Any.Type, expected: String
    ) -> SettingFailure {
        SettingFailure(
            kind: .settingConversion(key: key.shown, value: node.shown, origin: node.found.origin, expected: expected),
            wanted: type)
    }

    /// The failure of a type that doesn't take what was found.
    private func refused(
        _ node: SettingNode, at key: SettingKey, _ type: Any.Type, _ error: any Error
    ) -> SettingFailure {
        let words = (type as? any CaseIterable.Type).map { Self.words(of: $0) } ?? []
        let expected =
            words.isEmpty ? "a value that \(TypeName.shown(type)) takes" : "one of: \(words.joined(separator: ", "))"
        var failure = conversion(node, at: key, type, expected: expected)
        if words.isEmpty, !node.isSecret { failure.cause = error }
        if !node.isSecret, case .string(let text)? = node.value {
            failure.suggestion = { Suggestion.nearest(to: text, among: words) }
        }
        return failure
    }

    /// The raw values of a type's cases.
    private static func words<Cases: CaseIterable>(of type: Cases.Type) -> [String] {
        type.allCases.compactMap { ($0 as? any RawRepresentable).map { "\($0.rawValue)" } }
    }
}

/// A failure between a key and its value, before it is known which setting of which class asked.
package struct SettingFailure: Error {
    let kind: Fault.Kind
    /// The type that was wanted where it went wrong: a member's, inside an object.
    var wanted: Any.Type?
    /// Looks for a suggestion, once the message is read.
    var suggestion: (@Sendable () -> String?)?
    /// Looks for what nearly has the value, once the message is read.
    var nearMisses: (@Sendable () -> [Fault.NearMiss])?
    var cause: (any Error)?

    var isMissing: Bool { kind.code == .settingMissing }

    /// The fault as an error words it.
    package func fault(at place: Origin? = nil, point: InjectionPointFacts? = nil) -> Fault {
        var result = Fault(
            kind, at: place, asked: point, wanted: wanted.map(TypeName.shown), suggestion: suggestion?(), cause: cause)
        result.nearMisses = nearMisses?() ?? []
        return result
    }
}

/// A type that stands for another one: an optional or a secret.
protocol SettingForm {
    static var content: Any.Type { get }
    static func read(_ session: SettingSession, at place: SettingSession.Place) throws -> Self
}

extension Optional: SettingForm where Wrapped: Decodable {
    static var content: Any.Type { Wrapped.self }

    static func read(_ session: SettingSession, at place: SettingSession.Place) throws -> Wrapped? {
        try session.readIfPresent(Wrapped.self, at: place)
    }
}

extension Secret: SettingForm where Content: Decodable {
    static var content: Any.Type { Content.self }

    static func read(_ session: SettingSession, at place: SettingSession.Place) throws -> Secret<Content> {
        var place = place
        place.isSecret = true
        session.store.noteSecret(place.key)
        return Secret(try session.read(Content.self, at: place))
    }
}

/// A type that is decoded from a list.
protocol PropertyList {
    static var element: Any.Type { get }
}

extension Array: PropertyList {
    static var element: Any.Type { Element.self }
}

extension Set: PropertyList {
    static var element: Any.Type { Element.self }
}

/// A type that is decoded from an object whose keys are data.
protocol SettingMap {
    static var value: Any.Type { get }
}

extension Dictionary: SettingMap {
    static var value: Any.Type { Value.self }
}

extension SettingKind {
    /// The kind of value that a type is read from.
    init(of type: Any.Type) {
        if let form = type as? any SettingForm.Type {
            self = SettingKind(of: form.content)
        } else if let list = type as? any PropertyList.Type {
            self = .list(of: SettingKind(of: list.element))
        } else {
            self = (type as? any SettingConvertible.Type)?.kind ?? .any
        }
    }

    /// Returns true if a type is read from a single value or from a list of such: a variable can give it.
    static func isSingle(_ type: Any.Type) -> Bool {
        if let form = type as? any SettingForm.Type { return isSingle(form.content) }
        if let list = type as? any PropertyList.Type {
            return isSingle(list.element) && !(list.element is any PropertyList.Type)
        }
        return type is any SettingConvertible.Type || type is any RawRepresentable.Type
    }
}
