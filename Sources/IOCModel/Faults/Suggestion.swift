import IOCBase

/// The search for a known word that was probably meant.
package enum Suggestion {
    /// Returns the known word nearest to `word`; nil if no word is near enough to be useful in a message.
    ///
    /// The comparison ignores case. A word with dots is compared as a whole and by its last part, and the smaller
    /// distance counts.
    @_semantics("optimize.sil.specialize.generic.never")
    package static func nearest(to word: String, among known: some Sequence<String>) -> String? {
        let (target, simple) = (letters(of: word), letters(of: word.lastPart))
        let (limit, simpleLimit) = (limit(of: target.count), limit(of: simple.count))
        var best: (distance: Int, whole: Int, word: String)?
        for candidate in known where candidate != word {
            let whole = distance(target, letters(of: candidate), limit: limit) ?? .max
            let part = distance(simple, letters(of: candidate.lastPart), limit: simpleLimit) ?? .max
            let found = min(whole, part)
            guard found < .max else { continue }
            if let best, (best.distance, best.whole) <= (found, whole) { continue }
            best = (found, whole, candidate)
        }
        return best?.word
    }

    /// Returns the configuration file whose name is nearest to that of a path; nil if no name is near. File name
    /// extensions are ignored.
    package static func file(like path: String, among files: some Sequence<String>) -> String? {
        func stem(_ file: some StringProtocol) -> String { String(file.prefix { $0 != "." }) }
        let known = files.filter { $0.hasSuffix(".json") || $0.hasSuffix(".plist") }.ordered()
        let name = String(path.split(separator: "/").last ?? "")
        if let twin = known.first(where: { stem($0) == stem(name) }) { return twin }
        // For a name of less than four characters, almost every short name would be near.
        if stem(name).count < 4 { return nil }
        return nearest(to: stem(name), among: known.map(stem)).flatMap { near in known.first { stem($0) == near } }
    }

    private static func letters(of text: some StringProtocol) -> [Unicode.Scalar] {
        Array(text.lowercased().unicodeScalars)
    }

    /// Returns the beginning of class names that is nearest to a prefix without matches: a module or type with its dot,
    /// a full name, or the capitals with which simple names begin. Returns nil if none is near.
    package static func beginning(like prefix: String, of names: some Sequence<String>) -> String? {
        var known: Set<String> = []
        for name in names {
            let parts = name.split(separator: ".")
            for count in 1..<max(parts.count, 1) { known.insert(parts[..<count].joined(separator: ".") + ".") }
            let (part, simple) = (String(prefix.lastPart), String(name.lastPart))
            if part.count > 2, nearest(to: part, among: [simple]) != nil {
                known.insert(part == prefix ? simple : name)
            }
            let capitals = name.lastPart.prefix(while: \.isUppercase)
            if capitals.count > 2 { known.insert(String(capitals.dropLast())) }
        }
        let limit = Self.limit(of: prefix.count)
        return nearest(to: prefix, among: known.filter { abs($0.count - prefix.count) <= limit }.ordered())
    }

    /// Returns the maximum distance of a near word from a word with a number of letters: a third of the letters, but at
    /// least one and at most four.
    private static func limit(of count: Int) -> Int { max(1, min(count, 12) / 3) }

    /// Returns Levenshtein's distance, with transpositions of neighbors; nil if it exceeds `limit`.
    static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar], limit: Int) -> Int? {
        if abs(left.count - right.count) > limit { return nil }
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                let cost = left[row] == right[column] ? 0 : 1
                var value = min(last[column + 1] + 1, current[column] + 1, last[column] + cost)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    value = min(value, beforeLast[column - 1] + 1)
                }
                current.append(value)
            }
            // The minimum of a row never decreases in later rows, so the result would exceed the limit.
            if current.allSatisfy({ $0 > limit }) { return nil }
            (beforeLast, last) = (last, current)
        }
        return last[right.count] <= limit ? last[right.count] : nil
    }
}
