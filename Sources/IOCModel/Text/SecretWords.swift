/// Words that make everything secret whose name has one of them.
///
/// 1. Case, dots, dashes and underscores don't count: `apiKey` is in `api.key`.
/// 2. A word of five letters or more may be anywhere in a name: `password` in `dbPasswordFile`.
/// 3. A shorter one must be a word of the name, or the end of one: `auth` in `basicAuth` and `oauth`, but not in `author`.
package struct SecretWords: Sendable {
    /// The words that make a setting secret unless the configuration has others.
    package static let texts = [
        "password", "passwd", "passphrase", "passcode", "pass", "pwd", "secret", "token", "auth", "authorization",
        "credential", "apiKey", "accessKey", "privateKey", "signingKey", "encryptionKey", "dsn", "connectionString",
    ]
    package static let usual = SecretWords(texts)

    private let words: Set<String>

    package init(_ words: some Sequence<String>) {
        // A word without letters would be in every name.
        self.words = Set(words.map(Self.plain).filter { !$0.isEmpty })
    }

    /// Returns true if a name has one of the words.
    package func match(_ name: some StringProtocol) -> Bool {
        let plain = Self.plain(name)
        return words.contains { word in
            guard plain.contains(word) else { return false }
            return word.utf8.count >= 5 || plain.hasSuffix(word) || Self.words(of: name).contains { $0.hasSuffix(word) }
        }
    }

    /// These words and others.
    package func union(_ other: SecretWords) -> SecretWords { SecretWords(words.union(other.words)) }

    private static func plain(_ text: some StringProtocol) -> String {
        text.lowercased().filter { !".-_".contains($0) }
    }

    /// The words of a name: the parts between capitals, digits and everything that is no letter.
    private static func words(of name: some StringProtocol) -> [String] {
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
        return words + [word]
    }
}
