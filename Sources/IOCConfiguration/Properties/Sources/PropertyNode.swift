/// The value at a key, all sources considered.
struct PropertyNode {
    enum Content {
        /// A value that one source gave; objects inside lists are whole too.
        case value(PropertyValue)
        /// An object that the layers make up together.
        case members([PropertyLayer])
    }

    var content: Content
    var isSecret: Bool
    var origin: () -> String

    var value: PropertyValue? { if case .value(let value) = content { value } else { nil } }
}

extension PropertyNode {
    /// The value as a message shows it: masked, or by its kind where it holds others.
    var shown: String {
        if isSecret { return SecretKeys.mask }
        switch value {
        case nil: return "an object"
        case .array?, .object?: return value?.kindDescription ?? ""
        case .some(let value): return value.shown(.usual, limit: 80)
        }
    }
}
