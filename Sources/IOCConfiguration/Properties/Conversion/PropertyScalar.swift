/// A place that a type reads as one value.
struct PropertyScalar: SingleValueDecodingContainer {
    let session: PropertySession
    let place: PropertySession.Place

    var codingPath: [any CodingKey] { place.key.parts.map(AnyCodingKey.init) }

    func decodeNil() -> Bool {
        guard let node = try? session.node(at: place, as: .any) else { return true }
        session.found(node)
        return false
    }

    func decode<Wanted: Decodable>(_ type: Wanted.Type) throws -> Wanted { try session.read(type, at: place) }
}
