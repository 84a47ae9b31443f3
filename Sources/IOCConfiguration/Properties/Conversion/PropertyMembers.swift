import IOCBase

/// The members of an object.
struct PropertyMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let session: PropertySession
    let place: PropertySession.Place
    /// The members of an object inside a list; unused where layers make the object up.
    let members: [String: PropertyValue]

    var codingPath: [any CodingKey] { place.key.parts.map(AnyCodingKey.init) }

    var allKeys: [Key] {
        switch place.content {
        case .node: members.keys.ordered().compactMap(Key.init(stringValue:))
        case .layers(let layers):
            Set(layers.flatMap { $0.source.members(of: place.key) }).ordered().compactMap(Key.init(stringValue:))
        }
    }

    private func member(_ key: any CodingKey) -> PropertySession.Place {
        var inner = place
        inner.key = place.key.appending(key.stringValue)
        inner.isSecret = place.isSecret || session.lookup.store.secretKeys.matches(key.stringValue)
        if case .node(let node) = place.content {
            inner.content = .node(
                members[key.stringValue].map { value in
                    PropertyNode(content: .value(value), isSecret: inner.isSecret, origin: node?.origin ?? { "" })
                })
        }
        return inner
    }

    func contains(_ key: Key) -> Bool {
        // The caller may have a default, and a failure is reported when the value is read.
        do { return try session.node(at: member(key), as: .any) != nil } catch { return true }
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
        try PropertyDecoder(session: session, place: member(key)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try PropertyDecoder(session: session, place: member(key)).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        PropertyDecoder(session: session, place: member(AnyCodingKey("super")))
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        PropertyDecoder(session: session, place: member(key))
    }
}
