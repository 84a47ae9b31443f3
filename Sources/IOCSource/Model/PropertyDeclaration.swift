/// A stored or computed property, or a global variable.
public struct PropertyDeclaration: Hashable, Sendable {
    /// The name without backticks.
    public var name: String
    /// Where the name stands.
    public var position: SourcePosition
    /// The type that is written, if any.
    public var type: SourceText?
    /// The initial value as written, if any.
    public var initialValue: SourceText?
    /// The braces' content of a static computed property; nil for every other.
    public var body: SourceText?
    /// The access level that is written, if any.
    public var writtenAccess: AccessLevel?
    /// The attributes, wrappers among them, in order.
    public var attributes: [AttributeUse] = []
    /// Words such as `lazy`, `weak` and `nonisolated`, in order.
    public var modifiers: [String] = []
    /// Whether it is declared with `let`.
    public var isLet = false
    /// Whether it belongs to the type instead of its instances.
    public var isStatic = false
    /// Whether reading it runs code instead of reading memory; property observers do not count.
    public var isComputed = false
    /// Whether code outside can assign it.
    public var isSettable = false
    /// The `#if` condition that the declaration stands under, if any.
    public var condition: String?

    /// A property of that name.
    public init(name: String, position: SourcePosition) {
        self.name = name
        self.position = position
    }

    /// The first attribute of that name, modules and generic arguments aside.
    public func attribute(_ name: String) -> AttributeUse? {
        attributes.first { $0.baseName == name }
    }
}
