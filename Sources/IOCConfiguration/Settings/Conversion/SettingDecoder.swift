import IOCModel

/// Lets a `Decodable` type read its members from the setting sources.
///
/// Each member is a setting of its own: it is looked for in every source, and a failure names its key.
struct SettingDecoder: Decoder, SingleValueDecodingContainer {
    let session: SettingSession
    let place: SettingSession.Place
    /// The type that is decoded; nil inside a type's own decoding.
    var type: Any.Type?

    var codingPath: [any CodingKey] { place.key.parts.map(AnyCodingKey.init) }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy keys: Key.Type) throws -> KeyedDecodingContainer<Key> {
        var members = SettingMembers<Key>(session: session, place: place, map: type as? any SettingMap.Type)
        // Members may be there although no source has the object: each variable of the environment is one by itself.
        guard let node = try session.node(at: place, as: .object) else { return KeyedDecodingContainer(members) }
        guard node.value == nil else {
            throw session.conversion(node, at: place.key, type ?? [String: Any].self, expected: "an object")
        }
        members.place.isSecret = node.isSecret
        members.place.layers = node.members
        return KeyedDecodingContainer(members)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let kind = type.map(SettingKind.init) ?? .list
        guard let node = try session.node(at: place, as: kind.isList ? kind : .list) else {
            throw session.store.missing(place.key, type ?? [Any].self)
        }
        let elements: [SettingValue]
        switch node.value {
        case .array(let all): elements = all
        case .string(""): elements = []
        case .string(let text):
            elements = text.split(separator: ",", omittingEmptySubsequences: false).map { .string(String($0.trimmed)) }
        default:
            throw session.conversion(
                node, at: place.key, type ?? [Any].self, expected: "a list, or a text with commas between its elements")
        }
        return SettingElements(session: session, list: place, node: node, elements: elements)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { (try? session.node(at: place, as: .any)) == nil }

    func decode<Wanted: Decodable>(_ type: Wanted.Type) throws -> Wanted { try session.read(type, at: place) }
}

/// The members of an object.
struct SettingMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let session: SettingSession
    var place: SettingSession.Place
    /// The type of a map, whose keys may have dots.
    var map: (any SettingMap.Type)?

    var codingPath: [any CodingKey] { place.key.parts.map(AnyCodingKey.init) }

    var allKeys: [Key] {
        let holdsSingleValues = map.map { SettingKind.isSingle($0.value) } ?? false
        let keys = SettingLayer.names(below: place.key, in: place.layers, holdsSingleValues: holdsSingleValues)
            .compactMap(Key.init(stringValue:))
        // An entry that a `null` removes is none.
        return map == nil ? keys : keys.filter { session.has(member($0)) }
    }

    private func member(_ key: any CodingKey) -> SettingSession.Place {
        var inner = place
        inner.key = place.key.appending(key.stringValue)
        inner.isSecret = place.isSecret || session.store.isSecretByName(inner.key)
        return inner
    }

    func contains(_ key: Key) -> Bool {
        // The caller may have a default, and a failure is reported when the value is read.
        session.has(member(key))
    }

    func decodeNil(forKey key: Key) throws -> Bool { try session.node(at: member(key), as: .any) == nil }

    func decode<Wanted: Decodable>(_ type: Wanted.Type, forKey key: Key) throws -> Wanted {
        try session.read(type, at: member(key))
    }

    func decodeIfPresent<Wanted: Decodable>(_ type: Wanted.Type, forKey key: Key) throws -> Wanted? {
        try session.readIfPresent(type, at: member(key))
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try superDecoder(forKey: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try superDecoder(forKey: key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        SettingDecoder(session: session, place: member(AnyCodingKey("super")))
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { SettingDecoder(session: session, place: member(key)) }
}

/// The elements of a list; they come from one source together.
struct SettingElements: UnkeyedDecodingContainer {
    let session: SettingSession
    let list: SettingSession.Place
    let node: SettingNode
    let elements: [SettingValue]
    private(set) var currentIndex = 0

    var codingPath: [any CodingKey] { list.key.parts.map(AnyCodingKey.init) }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    private var place: SettingSession.Place {
        let key = list.key.element(currentIndex)
        let layers = isAtEnd ? [] : [node.layer(of: elements[currentIndex], at: key)]
        return SettingSession.Place(key: key, layers: layers, isSecret: node.isSecret)
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, case .null = elements[currentIndex] else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Wanted: Decodable>(_ type: Wanted.Type) throws -> Wanted {
        let value = try session.read(type, at: place)
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested>
    {
        try superDecoder().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try superDecoder().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder {
        defer { currentIndex += 1 }
        return SettingDecoder(session: session, place: place)
    }
}
