/// Finds what somebody probably meant.
package enum Suggestion {
    /// The known word nearest to `word`, if it is near enough to be worth a line in a message.
    ///
    /// Of words equally near the first wins. Case does not count, and a module in front of the name does not either.
    package static func nearest(to word: String, among known: some Sequence<String>) -> String? {
        let target = Array(word.lowercased().unicodeScalars)
        let simple = Array(lastPart(word).lowercased().unicodeScalars)
        var best: (distance: Int, whole: Int, word: String)?
        for candidate in known where candidate != word {
            let limit = max(1, min(target.count, 12) / 3)
            let simpleLimit = max(1, min(simple.count, 12) / 3)
            let whole = distance(target, Array(candidate.lowercased().unicodeScalars), limit: limit)
            let part = distance(simple, Array(lastPart(candidate).lowercased().unicodeScalars), limit: simpleLimit)
            guard let found = [whole, part].compactMap({ $0 }).min() else { continue }
            let rank = (found, whole ?? Int.max)
            if let current = best, (current.distance, current.whole) <= rank { continue }
            best = (rank.0, rank.1, candidate)
        }
        return best?.word
    }

    private static func lastPart(_ name: String) -> Substring {
        name.lastIndex(of: ".").map { name[name.index(after: $0)...] } ?? name[...]
    }

    /// Levenshtein's distance with transpositions of neighbours, or nil where it is over `limit`.
    static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar], limit: Int) -> Int? {
        if abs(left.count - right.count) > limit { return nil }
        if left.isEmpty || right.isEmpty { return left.count + right.count <= limit ? left.count + right.count : nil }
        var beforeLast = [Int](repeating: 0, count: right.count + 1)
        var last = Array(0...right.count)
        for row in 1...left.count {
            var current = [row] + [Int](repeating: 0, count: right.count)
            for column in 1...right.count {
                let cost = left[row - 1] == right[column - 1] ? 0 : 1
                var value = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + cost)
                if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
                    value = min(value, beforeLast[column - 2] + 1)
                }
                current[column] = value
            }
            if current.min() ?? 0 > limit { return nil }
            beforeLast = last
            last = current
        }
        return last[right.count] <= limit ? last[right.count] : nil
    }
}
