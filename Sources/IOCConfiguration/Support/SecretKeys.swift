import IOCModel

/// The rule by which properties are secret by their key: those of which a part has one of the words, and everything below it.
package struct SecretKeys: Sendable {
    /// The text that is shown in place of a secret.
    package static let mask = ShownText.mask

    static let usual = SecretKeys(SecretWords.texts)

    private let words: Set<SecretWord>

    init(_ words: some Sequence<String>) { self.words = Set(words.compactMap(SecretWord.init)) }

    private init(words: Set<SecretWord>) { self.words = words }

    func matches(_ key: PropertyKey) -> Bool { key.parts.contains(where: matches) }

    func matches(_ part: String) -> Bool { SecretWord.has(part, oneOf: words) }

    func union(_ other: SecretKeys) -> SecretKeys { SecretKeys(words: words.union(other.words)) }
}
