/// Which properties are secret by their key.
///
/// 1. Each part of the key is compared in lower case, without dashes and underscores.
/// 2. A part that contains one of the words makes the property secret, and everything below it.
package struct SecretKeys: Sendable {
    /// What is shown in place of a secret.
    package static let mask = "<secret>"

    static let usual = SecretKeys(Configuration.usualSecretKeys)

    private let words: Set<String>

    init(_ words: some Sequence<String>) {
        self.words = Set(words.map(Self.plain)).subtracting([""])
    }

    func matches(_ key: PropertyKey) -> Bool { key.parts.contains(where: matches) }

    func matches(_ part: String) -> Bool {
        let part = Self.plain(part)
        return words.contains { part.contains($0) }
    }

    func union(_ other: SecretKeys) -> SecretKeys { SecretKeys(words.union(other.words)) }

    private static func plain(_ text: String) -> String {
        text.lowercased().filter { $0 != "-" && $0 != "_" }
    }
}

extension Configuration {
    /// The words that make a property secret unless ``secretKeys`` says otherwise.
    public static let usualSecretKeys = [
        "password", "passwd", "passphrase", "secret", "token", "apiKey", "accessKey", "privateKey", "credential",
    ]
}
