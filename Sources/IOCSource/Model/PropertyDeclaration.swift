/// A stored or computed property, or a global variable.
package struct PropertyDeclaration: Sendable {
    /// The name without backticks.
    package var name: String
    /// Where the name stands.
    package var position: SourcePosition
    /// The type that is written, if any.
    package var type: SourceText?
    /// The initial value as written, if any.
    package var initialValue: SourceText?
    /// The braces' content of a static computed property; nil for every other.
    package var body: SourceText?
    /// The access level that is written, if any.
    package var writtenAccess: AccessLevel?
    /// The attributes, wrappers among them, in order.
    package var attributes: [AttributeUse] = []
    /// Words such as `lazy`, `weak` and `nonisolated`, in order.
    package var modifiers: [String] = []
    /// True if it is declared with `let`.
    package var isLet = false
    /// True if it belongs to the type instead of its instances.
    package var isStatic = false
    /// True if reading it runs code instead of reading memory; property observers do not count.
    package var isComputed = false
    /// True if code outside can assign it.
    package var isSettable = false
    /// The `#if` condition that the declaration stands under, if any.
    package var condition: String?

    /// A property of that name.
    package init(name: String, position: SourcePosition) {
        self.name = name
        self.position = position
    }

    /// The first attribute of that name, modules and generic arguments aside.
    package func attribute(_ name: String) -> AttributeUse? {
        attributes.first { $0.baseName == name }
    }
}
