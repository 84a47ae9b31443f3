/// The part that the value of an assembly's stored property plays.
///
/// 1. A definition or a collaborator is a member, also as the value of an optional or of an existential such as `Any`.
/// 2. A `lazy var` of either is made too late.
/// 3. Definitions and collaborators inside a collection, a tuple, a struct or an enum have no names of their own, nor would they
///    in a collection that is empty.
/// 4. An object's contents, and those of a type with a mirror of its own, are its own affair.
enum MemberValue {
    case definition(DefinitionCell)
    case collaborator(any AnyCollaboratorCell)
    case unreachable(UnreachableMember)

    /// - Parameter label: The name that the compiler stores the property under.
    /// - Returns: Nil where the value has nothing to do with definitions.
    init?(_ value: Any, storedAs label: String) {
        let lazyPrefix = "$__lazy_storage_$_"
        if label.hasPrefix(lazyPrefix) {
            guard Self.isDeclared(in: type(of: value)) else { return nil }
            self = .unreachable(UnreachableMember(key: String(label.dropFirst(lazyPrefix.count)), isLazy: true))
        } else if let member = value as? any DefinitionMember {
            self = .definition(member.anyCell)
        } else if let member = value as? any CollaboratorMember {
            self = .collaborator(member.anyCell)
        } else if Self.isCollection(type(of: value)) || Self.isInside(value) {
            self = .unreachable(UnreachableMember(key: label, isLazy: false))
        } else {
            return nil
        }
    }

    /// True unless no value of the type can be or hold a member, as the type alone shows.
    static func mayStand(in type: Any.Type) -> Bool {
        if isMember(type) { return true }
        if let container = type as? any MemberContainer.Type { return mayStand(in: container.content) }
        if let bound = ExistentialBound(type) { return !bound.isClassBound }
        return !(type is AnyClass || type is any CustomReflectable.Type)
    }

    private static func isMember(_ type: Any.Type) -> Bool {
        type is any DefinitionMember.Type || type is any CollaboratorMember.Type
    }

    /// True if a type is a member's, or that of optionals and collections of members.
    private static func isDeclared(in type: Any.Type) -> Bool {
        isMember(type) || (type as? any MemberContainer.Type).map { isDeclared(in: $0.content) } ?? false
    }

    /// True if a type is that of collections of members, which are no better where they are empty.
    private static func isCollection(_ type: Any.Type) -> Bool {
        guard let container = type as? any MemberContainer.Type else { return false }
        return container.isCollection ? isDeclared(in: container.content) : isCollection(container.content)
    }

    /// True if a member stands in a value, at any depth.
    private static func isInside(_ value: Any) -> Bool {
        if value is any DefinitionMember || value is any CollaboratorMember { return true }
        guard mayStand(in: type(of: value)) else { return false }
        return Mirror(reflecting: value).children.contains { isInside($0.value) }
    }
}

/// A property that holds a definition or a collaborator where no context can find it.
struct UnreachableMember: Equatable {
    /// The name of the property.
    let key: String
    /// True if it is a `lazy var`.
    let isLazy: Bool
}

/// A type of the standard library whose values hold those of another.
private protocol MemberContainer {
    static var content: Any.Type { get }
    static var isCollection: Bool { get }
}

extension MemberContainer {
    fileprivate static var isCollection: Bool { true }
}

extension Optional: MemberContainer {
    fileprivate static var content: Any.Type { Wrapped.self }
    fileprivate static var isCollection: Bool { false }
}

extension Array: MemberContainer {
    fileprivate static var content: Any.Type { Element.self }
}

extension ArraySlice: MemberContainer {
    fileprivate static var content: Any.Type { Element.self }
}

extension ContiguousArray: MemberContainer {
    fileprivate static var content: Any.Type { Element.self }
}

extension Dictionary: MemberContainer {
    fileprivate static var content: Any.Type { Value.self }
}
