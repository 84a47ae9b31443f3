extension ScreenTree {
    /// The tree in words, for errors.
    var outline: String {
        let shape = shape
        return shape.count == 0 ? "an empty tree" : shape.description
    }
}

/// Names ordered by how close they are to a wanted one, those that are far off left out.
func closest(to wanted: String, in names: [String], limit: Int = 3) -> [String] {
    let scored = names.map { (name: $0, distance: editDistance(wanted.lowercased(), $0.lowercased())) }
    return
        scored
        .filter { $0.distance <= max(2, wanted.count / 3) }
        .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
        .prefix(limit).map(\.name)
}

func editDistance(_ left: String, _ right: String) -> Int {
    let right = Array(right.prefix(200))
    var row = Array(0...right.count)
    for (i, character) in left.prefix(200).enumerated() {
        var diagonal = row[0]
        row[0] = i + 1
        for j in right.indices {
            let substitution = diagonal + (right[j] == character ? 0 : 1)
            diagonal = row[j + 1]
            row[j + 1] = min(substitution, row[j] + 1, row[j + 1] + 1)
        }
    }
    return row[right.count]
}

/// What a finder, factory, action or task is called: its own description, else its type's name.
func label(_ value: Any) -> String {
    (value as? any CustomStringConvertible)?.description ?? String(describing: type(of: value))
}
