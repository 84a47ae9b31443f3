import IOCBase

extension Dictionary where Key == String {
    /// The values with their keys, in the order of the keys.
    var inOrder: [(key: String, value: Value)] { ordered { $0.key < $1.key } }
}
