import IOCModel
@_spi(Reflection) import Swift

/// A type that wraps another one: an optional or a secret.
protocol SettingForm {
    static var content: Any.Type { get }
    static func read(_ cursor: SettingCursor) throws -> Self
}

extension Optional: SettingForm where Wrapped: Decodable {
    static var content: Any.Type { Wrapped.self }

    static func read(_ cursor: SettingCursor) throws -> Wrapped? { try cursor.readIfPresent(Wrapped.self) }
}

extension Secret: SettingForm where Content: Decodable {
    static var content: Any.Type { Content.self }

    static func read(_ cursor: SettingCursor) throws -> Secret<Content> {
        var cursor = cursor
        cursor.isSecret = true
        cursor.session.store.noteSecret(cursor.key)
        return Secret(try cursor.read(Content.self))
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

/// Finds out whether values of a type have a ``Secret`` inside.
///
/// If a text was given in the place of such a type, it may be the secret; and a list of such is shown nowhere.
enum SecretSearch {
    static func isSecret(inside type: Any.Type) -> Bool {
        var seen: Set<ObjectIdentifier> = []
        return search(type, &seen)
    }

    private static func search(_ type: Any.Type, _ seen: inout Set<ObjectIdentifier>) -> Bool {
        guard seen.insert(ObjectIdentifier(type)).inserted else { return false }
        if type is any SecretType.Type { return true }
        if let optional = type as? any SettingForm.Type { return search(optional.content, &seen) }
        if let list = type as? any PropertyList.Type { return search(list.element, &seen) }
        if let map = type as? any SettingMap.Type { return search(map.value, &seen) }
        if type is any SettingConvertible.Type { return false }
        var isFound = false
        _forEachField(of: type, options: _EachFieldOptions()) { _, _, field, _ in
            isFound = search(field, &seen)
            return !isFound
        }
        return isFound
    }
}

/// The type of a secret, whatever its content is.
private protocol SecretType {}
extension Secret: SecretType {}
