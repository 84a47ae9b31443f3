/// A setting source that holds a tree: what a file or code says.
public struct TreeSettingSource: SettingSource {
    /// The source as messages call it.
    public let name: String
    /// The values; an object.
    public let tree: SettingValue
    let table: SettingTable
    private let origin: @Sendable (String) -> String

    /// A source of a tree.
    /// - Parameters:
    ///   - tree: The values; an object.
    ///   - name: The source as messages call it.
    public init(_ tree: SettingValue, name: String) {
        self.init(tree, name: name, origin: { _ in name })
    }

    init(_ tree: SettingValue, name: String, origin: @escaping @Sendable (String) -> String) {
        self.tree = tree
        self.name = name
        self.origin = origin
        table = SettingTable(tree)
    }

    /// The value at a key. A key of the tree with dots and objects in each other are the same.
    public func setting(at key: SettingKey, as kind: SettingKind) -> SourcedSetting? {
        guard key.isWellFormed, let value = table.value(at: key.description, as: kind) else { return nil }
        return SourcedSetting(value, from: origin(key.description))
    }

    /// The members of the object at a key, in order.
    public func members(of key: SettingKey) -> [String] { table.names(below: key.description) }
}
