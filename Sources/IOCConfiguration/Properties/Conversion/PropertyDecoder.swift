/// Lets a `Decodable` type read its members from the property sources.
///
/// Each member is a property of its own: it is looked for in every source, and a failure names its key.
struct PropertyDecoder: Decoder {
    let session: PropertySession
    let place: PropertySession.Place
    /// The kind that sources are asked for where the type reads a list.
    var listKind = PropertyKind.list(of: .any)

    var codingPath: [any CodingKey] { place.key.parts.map(AnyCodingKey.init) }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard let node = try session.node(at: place, as: .object) else {
            // Members may be there although nobody has the object: each variable of the environment stands alone.
            return KeyedDecodingContainer(PropertyMembers(session: session, place: place, members: [:]))
        }
        switch node.content {
        case .members(let layers):
            session.found(node)
            let inner = PropertySession.Place(key: place.key, content: .layers(layers), isSecret: node.isSecret)
            return KeyedDecodingContainer(PropertyMembers(session: session, place: inner, members: [:]))
        case .value(.object(let members)):
            session.found(node)
            let inner = PropertySession.Place(key: place.key, content: .node(node), isSecret: node.isSecret)
            return KeyedDecodingContainer(PropertyMembers(session: session, place: inner, members: members))
        case .value:
            // A type's own decoding may make do without.
            session.found(node)
            throw session.conversion(node, at: place.key, [String: Any].self, expected: "an object")
        }
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let node = try session.node(at: place, as: listKind) else { throw session.missing(place.key, [Any].self) }
        session.found(node)
        switch node.value {
        case .array(let elements):
            return PropertyElements(session: session, list: place, node: node, elements: elements)
        case .string(let text):
            let elements = text.isEmpty ? [] : text.split(separator: ",", omittingEmptySubsequences: false)
            return PropertyElements(
                session: session, list: place, node: node,
                elements: elements.map { .string(String($0.trimmed)) })
        default:
            throw session.conversion(
                node, at: place.key, [Any].self, expected: "a list, or a text with commas between its elements")
        }
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        PropertyScalar(session: session, place: place)
    }
}
