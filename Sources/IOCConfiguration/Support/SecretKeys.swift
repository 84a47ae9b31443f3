import IOCModel

/// Decides which properties are secret by their key: those that have one of the words, and everything below them.
package struct SecretKeys: Sendable {
    /// The text that is shown in place of a secret.
    package static let mask = ShownText.mask

    static let usual = SecretKeys(SecretWords.usual)

    private let words: SecretWords

    init(_ words: some Sequence<String>) { self.words = SecretWords(words) }

    private init(_ words: SecretWords) { self.words = words }

    func matches(_ key: PropertyKey) -> Bool { words.match(key.description) }

    func union(_ other: SecretKeys) -> SecretKeys { SecretKeys(words.union(other.words)) }
}
