/// One step of a key path: a member of an object or an element of a list.
enum KeyStep: Hashable, Sendable {
    case key(String)
    case index(Int)
}

extension [KeyStep] {
    /// The steps as messages write them: `components.stripe.profiles[0]`.
    var keyPath: String {
        reduce(into: "") { text, step in
            switch step {
            case .key(let key): text += text.isEmpty ? key : ".\(key)"
            case .index(let index): text += "[\(index)]"
            }
        }
    }
}
