extension ScreenTree {
    /// The tree in words, for errors.
    var outline: String {
        let shape = shape
        return shape.count == 0 ? "an empty tree" : shape.description
    }
}
