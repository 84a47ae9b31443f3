import IOCModel

/// Which properties are secret by their key: those of which a part has one of the words, and everything below it.
package struct SecretKeys: Sendable {
    /// What is shown in place of a secret.
    package static let mask = ShownText.mask

    static let usual = SecretKeys(ContextConfiguration.usualSecretKeys)

    private let words: Set<SecretWord>

    init(_ words: some Sequence<String>) { self.words = Set(words.compactMap(SecretWord.init)) }

    private init(words: Set<SecretWord>) { self.words = words }

    func matches(_ key: PropertyKey) -> Bool { key.parts.contains(where: matches) }

    func matches(_ part: String) -> Bool { SecretWord.has(part, oneOf: words) }

    func union(_ other: SecretKeys) -> SecretKeys { SecretKeys(words: words.union(other.words)) }
}

extension ContextConfiguration {
    /// The words that make a property secret unless ``secretKeys`` says otherwise.
    ///
    /// A word of five letters or more may stand anywhere in a key's part; a shorter one must be a word of it, or its end:
    /// `auth` is in `basicAuth` and in `oauth`, and not in `author`.
    public static let usualSecretKeys = SecretWords.texts
}
