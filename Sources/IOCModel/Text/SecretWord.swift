/// A word that makes what is called by it secret.
///
/// 1. Case, dashes and underscores don't count.
/// 2. A word of five letters or more may stand anywhere in a name: `password` in `dbPasswordFile`.
/// 3. A shorter one must be a word of the name, or its end: `auth` in `basicAuth` and `oauth`, and not in `author`.
package struct SecretWord: Hashable, Sendable {
    private let text: String
    private var isShort: Bool { text.utf8.count < 5 }

    /// Nil for a word without letters, which would be in every name.
    package init?(_ word: String) {
        text = Self.plain(word)
        if text.isEmpty { return nil }
    }

    /// Returns true if a name has one of several words.
    package static func has(_ name: String, oneOf words: some Sequence<SecretWord>) -> Bool {
        let plain = plain(name)
        return words.contains { word in
            guard plain.contains(word.text) else { return false }
            return !word.isShort || plain.hasSuffix(word.text)
                || Self.words(of: name).contains { $0.hasSuffix(word.text) }
        }
    }

    private static func plain(_ text: String) -> String {
        text.lowercased().filter { $0 != "-" && $0 != "_" }
    }

    /// The words of a name: what stands between capitals, digits and whatever is no letter.
    private static func words(of name: String) -> [String] {
        var words: [String] = []
        var word = ""
        var isAfterCapital = false
        let letters = Array(name)
        for (index, letter) in letters.enumerated() {
            let isBeforeSmall = index + 1 < letters.count && letters[index + 1].isLowercase
            if !letter.isLetter || (letter.isUppercase && (!isAfterCapital || isBeforeSmall)) {
                words.append(word)
                word = ""
            }
            if letter.isLetter { word += letter.lowercased() }
            isAfterCapital = letter.isUppercase
        }
        return (words + [word]).filter { !$0.isEmpty }
    }
}
