import IOCModel

extension ScreenTree {
    /// The tree in words, for errors.
    var outline: String {
        let shape = shape
        return shape.count == 0 ? "an empty tree" : shape.description
    }
}

/// The name that somebody probably meant, for an error's near misses; none where nothing is close.
func closest(to wanted: String, in names: [String]) -> [String] {
    Suggestion.nearest(to: wanted, among: names).map { [$0] } ?? []
}

/// What a finder, factory, action or task is called: its own description, else its type's name.
func label(_ value: Any) -> String {
    (value as? any CustomStringConvertible)?.description ?? String(describing: type(of: value))
}
