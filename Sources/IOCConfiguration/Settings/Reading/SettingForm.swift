import IOCModel
@_spi(Reflection) import Swift

/// A type whose values contain values of another type.
protocol SettingContainer {
    static var content: Any.Type { get }
}

/// An optional or a secret.
protocol SettingForm: SettingContainer {
    static func read(_ cursor: SettingCursor) throws -> Self
}

extension Optional: SettingContainer, SettingForm where Wrapped: Decodable {
    static var content: Any.Type { Wrapped.self }

    static func read(_ cursor: SettingCursor) throws -> Wrapped? { try cursor.readIfPresent(Wrapped.self) }
}

extension Secret: SettingContainer, SettingForm where Content: Decodable {
    static var content: Any.Type { Content.self }

    static func read(_ cursor: SettingCursor) throws -> Secret<Content> {
        var cursor = cursor
        cursor.isSecret = true
        cursor.session.store.noteSecret(cursor.key)
        return Secret(try cursor.read(Content.self))
    }
}

/// A type that is decoded from a list.
protocol SettingList: SettingContainer {}

extension Array: SettingList {
    static var content: Any.Type { Element.self }
}

extension Set: SettingList {
    static var content: Any.Type { Element.self }
}

/// A type that is decoded from an object with arbitrary keys.
protocol SettingMap: SettingContainer {}

extension Dictionary: SettingMap {
    static var content: Any.Type { Value.self }
}

extension SettingKind {
    /// Creates the kind of value from which a type is read.
    init(of type: Any.Type) {
        if let form = type as? any SettingForm.Type {
            self = SettingKind(of: form.content)
        } else if let list = type as? any SettingList.Type {
            self = .list(of: SettingKind(of: list.content))
        } else {
            self = (type as? any SettingConvertible.Type)?.kind ?? .any
        }
    }

    /// Returns true if a type is read from a single value or from a list of such values. Only these can be in an
    /// environment variable.
    static func isSingle(_ type: Any.Type) -> Bool {
        if let form = type as? any SettingForm.Type { return isSingle(form.content) }
        if let list = type as? any SettingList.Type {
            return isSingle(list.content) && !(list.content is any SettingList.Type)
        }
        return type is any SettingConvertible.Type || type is any RawRepresentable.Type
    }
}

/// The search for a ``Secret`` inside a type.
///
/// If a value can't be converted to a type with a secret, the value is not shown, because it may contain the secret. A
/// list of such a type is never shown.
enum SecretSearch {
    static func isSecret(inside type: Any.Type) -> Bool {
        var seen: Set<ObjectIdentifier> = []
        return search(type, &seen)
    }

    private static func search(_ type: Any.Type, _ seen: inout Set<ObjectIdentifier>) -> Bool {
        guard seen.insert(ObjectIdentifier(type)).inserted else { return false }
        if type is any SecretType.Type { return true }
        if let container = type as? any SettingContainer.Type { return search(container.content, &seen) }
        if type is any SettingConvertible.Type { return false }
        var isFound = false
        _forEachField(of: type, options: _EachFieldOptions()) { _, _, field, _ in
            isFound = search(field, &seen)
            return !isFound
        }
        return isFound
    }
}

/// The type of a secret with any content.
private protocol SecretType {}
extension Secret: SecretType {}
