/// Finds what somebody may have meant.
enum Suggestion {
    /// The candidate with the fewest changes to `word`; nil where even that is far off.
    static func nearest(to word: String, among candidates: [String]) -> String? {
        // Two changes in a short word make another word.
        let limit = max(1, word.count / 3)
        let ranked = candidates.map { (distance($0, word), $0) }.filter { $0.0 <= limit }
        return ranked.min { $0 < $1 }?.1
    }

    /// How many characters have to be inserted, deleted, replaced or swapped with their neighbour.
    static func distance(_ left: String, _ right: String) -> Int {
        let left = Array(left), right = Array(right)
        var rows = [Array(0...right.count)]
        for row in 1..<(left.count + 1) {
            var line = [row]
            for column in 1..<(right.count + 1) {
                let same = left[row - 1] == right[column - 1]
                var best = min(
                    rows[row - 1][column] + 1, line[column - 1] + 1, rows[row - 1][column - 1] + (same ? 0 : 1))
                if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
                    best = min(best, rows[row - 2][column - 2] + 1)
                }
                line.append(best)
            }
            rows.append(line)
        }
        return rows[left.count][right.count]
    }
}
