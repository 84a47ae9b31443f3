/// A type that stands for another one: an optional or a secret.
protocol PropertyForm {
    static func read(_ session: PropertySession, at place: PropertySession.Place) throws -> Self
}

extension Optional: PropertyForm where Wrapped: Decodable {
    static func read(_ session: PropertySession, at place: PropertySession.Place) throws -> Wrapped? {
        try session.readIfPresent(Wrapped.self, at: place)
    }
}

extension Secret: PropertyForm where Content: Decodable {
    static func read(_ session: PropertySession, at place: PropertySession.Place) throws -> Secret<Content> {
        var place = place
        place.isSecret = true
        session.lookup.store.noteSecret(place.key)
        return Secret(try session.read(Content.self, at: place))
    }
}
