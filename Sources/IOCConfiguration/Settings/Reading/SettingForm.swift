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
        session.lookup.store.noteSecret(place.key)
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
