import IOCBase
import IOCModel

/// The members of an assembly class, found from the types of its stored properties. The layout never changes.
struct AssemblyLayout: Sendable {
    /// The stored definitions and collaborators, superclasses' first.
    private(set) var properties: [(key: String, offset: Int, type: any AssemblyProperty.Type)] = []
    /// True if the class has its own mirror, which then lists the members.
    let hasMirror: Bool
    /// The properties whose members no context finds, because the property is lazy or the member is inside another
    /// value.
    private var hidden: [(key: String, isLazy: Bool)] = []
    /// The names of the properties whose type, such as `Any`, hides the type of the value.
    private var erased: [String] = []

    private static let known = Guarded<[ObjectIdentifier: AssemblyLayout]>([:])

    static func of(_ type: AnyClass) -> AssemblyLayout {
        if let known = known.withLock({ $0[ObjectIdentifier(type)] }) { return known }
        let layout = AssemblyLayout(type)
        known.withLock { $0[ObjectIdentifier(type)] = layout }
        return layout
    }

    private init(_ type: AnyClass) {
        let mirrored: Any.Type = (any CustomReflectable).self
        hasMirror = ProgramRecords.latest.conforms(type, to: mirrored) ?? TypeIdentity.conforms(type, to: mirrored)
        if hasMirror { return }
        StoredFields.forEach(of: type) { name, offset, fieldType, _ in
            let name = String(cString: name)
            let key = name.dropFirst(Self.lazyPrefix.count)
            if name.hasPrefix(Self.lazyPrefix) {
                if Self.holds(fieldType, for: type) { hidden.append((String(key), true)) }
            } else if let property = Self.property(fieldType) {
                if property.fits(type) { properties.append((name, offset, property)) }
            } else if TypeIdentity.isErased(fieldType) {
                erased.append(name)
            } else if Self.holds(fieldType, for: type) {
                hidden.append((name, false))
            }
        }
    }

    /// The declared type of each definition, by key.
    var promises: [(key: String, type: Any.Type)] {
        properties.compactMap { property in property.type.promised.map { (property.key, $0) } }
            .ordered { $0.key < $1.key }
    }

    /// Returns the faults of the members that no context finds.
    func faults(of assembly: any Assembly) -> [Fault] {
        if hidden.isEmpty, erased.isEmpty { return [] }
        var (hidden, places) = (hidden, [String: Origin]())
        let mirrors = sequence(first: Mirror(reflecting: assembly), next: \.superclassMirror)
        for (key, value) in mirrors.flatMap(\.children) {
            guard let key else { continue }
            if erased.contains(key), Self.holds(Swift.type(of: value), for: type(of: assembly)) {
                hidden.append((key, false))
            }
            if hidden.contains(where: { $0.key == key }) {
                places[key] = Self.member(in: value).map { .source($0.location) }
            }
        }
        return hidden.map { key, isLazy in
            Fault(.definitionNotStored(name: assembly.name(of: key), isLazy: isLazy), at: places[key])
        }
    }

    /// Returns the first member inside a value; nil if there is none.
    private static func member(in value: Any) -> AssemblyMember? {
        if let property = value as? any AssemblyProperty { return property.member }
        let mirror = Mirror(reflecting: value)
        // Objects are not searched, because they may refer to each other in a cycle.
        if mirror.displayStyle == .class { return nil }
        return mirror.children.lazy.compactMap { member(in: $0.value) }.first
    }

    private static let lazyPrefix = "$__lazy_storage_$_"

    /// Returns the type of a property, without its optionals, as the type of a member; nil if it isn't one.
    private static func property(_ type: Any.Type) -> (any AssemblyProperty.Type)? {
        var type = type
        while let wrapped = TypeIdentity.wrapped(type) { type = wrapped }
        return TypeIdentity.metatype(of: type, as: (any AssemblyProperty).self, (any AssemblyProperty.Type).self)
    }

    /// Returns true if values of a type are or contain members that an assembly class can have.
    private static func holds(_ type: Any.Type, for owner: AnyClass) -> Bool {
        TypeIdentity.contains(type) { property($0)?.fits(owner) ?? false }
    }
}

/// A property of an assembly that refers to a member.
protocol AssemblyProperty: Sendable {
    /// The declared type of a definition's instances; nil for a collaborator.
    static var promised: Any.Type? { get }
    /// Returns true if the property can be a member of an assembly class.
    static func fits(_ type: AnyClass) -> Bool
    var member: AssemblyMember { get }
}
