import IOCBase

/// Finds what was probably meant.
package enum Suggestion {
    /// The known word nearest to `word`, if it is near enough to be worth a line in a message.
    ///
    /// Of words equally near the first wins. Case does not count, and a module in front of the name does not either.
    @_semantics("optimize.sil.specialize.generic.never")
    package static func nearest(to word: String, among known: some Sequence<String>) -> String? {
        let target = Array(word.lowercased().unicodeScalars)
        let simple = Array(word.lastPart.lowercased().unicodeScalars)
        let limit = Self.limit(of: target.count)
        let simpleLimit = Self.limit(of: simple.count)
        var best: (distance: Int, whole: Int, word: String)?
        for candidate in known where candidate != word {
            let whole = distance(target, Array(candidate.lowercased().unicodeScalars), limit: limit) ?? .max
            let part = distance(simple, Array(candidate.lastPart.lowercased().unicodeScalars), limit: simpleLimit)
            let found = min(whole, part ?? .max)
            guard found < .max else { continue }
            if let best, (best.distance, best.whole) <= (found, whole) { continue }
            best = (found, whole, candidate)
        }
        return best?.word
    }

    /// The beginning of class names that is nearest to a prefix which none has: a module or type with its dot, or the
    /// capitals that simple names share.
    package static func beginning(like prefix: String, of names: some Sequence<String>) -> String? {
        var known: Set<String> = []
        for name in names {
            let parts = name.split(separator: ".")
            for count in 1..<max(parts.count, 1) { known.insert(parts[..<count].joined(separator: ".") + ".") }
            let capitals = name.lastPart.prefix(while: \.isUppercase)
            if capitals.count > 2 { known.insert(String(capitals.dropLast())) }
        }
        let limit = Self.limit(of: prefix.count)
        return nearest(to: prefix, among: known.filter { abs($0.count - prefix.count) <= limit }.ordered())
    }

    /// The largest distance of a near word from one of so many letters: a third of them, of twelve at most.
    private static func limit(of count: Int) -> Int { max(1, min(count, 12) / 3) }

    /// Levenshtein's distance with transpositions of neighbors, or nil where it is over `limit`.
    ///
    /// A common beginning and end cost nothing, and cells further from the diagonal than the limit are left out, as
    /// no way through them is short enough.
    static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar], limit: Int) -> Int? {
        if abs(left.count - right.count) > limit { return nil }
        let shorter = min(left.count, right.count)
        var start = 0
        while start < shorter, left[start] == right[start] { start += 1 }
        var end = 0
        while end < shorter - start, left[left.count - 1 - end] == right[right.count - 1 - end] { end += 1 }
        let rows = left.count - start - end
        let columns = right.count - start - end
        // Then it is the difference of their lengths.
        if rows == 0 || columns == 0 { return rows + columns }
        let far = limit + 1
        var beforeLast = [Int](repeating: far, count: columns + 1)
        var last = beforeLast
        for column in 0..<min(columns + 1, far) { last[column] = column }
        for row in 1...rows {
            var current = [Int](repeating: far, count: columns + 1)
            current[0] = min(row, far)
            var least = current[0]
            for column in max(1, row - limit)...min(columns, row + limit) {
                let (one, other) = (left[start + row - 1], right[start + column - 1])
                var value = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (one == other ? 0 : 1))
                if row > 1, column > 1, one == right[start + column - 2], left[start + row - 2] == other {
                    value = min(value, beforeLast[column - 2] + 1)
                }
                current[column] = value
                least = min(least, value)
            }
            if least > limit { return nil }
            beforeLast = last
            last = current
        }
        return last[columns] <= limit ? last[columns] : nil
    }
}
