/// The elements of a list; they come from one source together.
struct PropertyElements: UnkeyedDecodingContainer {
    let session: PropertySession
    let list: PropertySession.Place
    let node: PropertyNode
    let elements: [PropertyValue]
    private(set) var currentIndex = 0

    var codingPath: [any CodingKey] { list.key.parts.map(AnyCodingKey.init) }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    private var place: PropertySession.Place {
        let element = isAtEnd ? nil : elements[currentIndex]
        return PropertySession.Place(
            key: list.key.element(currentIndex),
            content: .node(
                element.map { PropertyNode(content: .value($0), isSecret: node.isSecret, origin: node.origin) }),
            isSecret: node.isSecret)
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
        return PropertyDecoder(session: session, place: place)
    }
}
