/// The form that text from outside has in messages, reports and pages.
///
/// 1. A character that controls a terminal, is invisible or reorders its neighbors is written as its number: `\u{1B}`.
/// 2. The user and the password of a URL are masked: `postgres://<secret>@db.example`.
/// 3. The token of `Bearer …` is masked, and so is the value after a secret name and an equals sign, up to the next
///    separator: `password=<secret>`.
package enum ShownText {
    /// The text that replaces a secret.
    package static let mask = "<secret>"

    /// Returns a text for one line. A line break in it is written as its number.
    package static func line(_ text: String) -> String { shown(text) { _ in false } }

    /// Returns a text that may have several lines, such as the description of an error.
    package static func block(_ text: String) -> String { shown(text) { $0 == "\n" || $0 == "\t" } }

    /// Returns a complete JSON document. It remains valid JSON, because only the contents of its strings change.
    package static func json(_ document: String) -> String {
        maskingSecrets(document, isJSON: true).replacingScalars { scalar in
            guard isHidden(scalar), scalar != "\n" else { return nil }
            return String(scalar).utf16.map { unit in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined()
        }
    }

    private static func shown(_ text: String, keeping isKept: (Unicode.Scalar) -> Bool) -> String {
        maskingSecrets(text).replacingScalars { scalar in
            isHidden(scalar) && !isKept(scalar) ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : nil
        }
    }

    /// Returns true if a character is written as its number.
    package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        if (0x20...0x7E).contains(scalar.value) { return false }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        // The joiners U+200C and U+200D are not hidden, because words and emoji contain them.
        case .format: return scalar.value != 0x200C && scalar.value != 0x200D
        default: return false
        }
    }

    // MARK: Secrets

    /// Returns a text with its secrets masked, as far as the text around them shows that they are secrets.
    /// - Parameter isJSON: True if the text is a JSON document, in which a quotation mark without a backslash ends a
    ///   string.
    package static func maskingSecrets(_ text: String, isJSON: Bool = false) -> String {
        let quotes = isJSON ? ["\\\"", "'"] : ["\\\"", "\"", "'"]
        let withoutUsers = masking(text, behind: "://", until: "\"'<>`/?#", secret: user)
        let withoutTokens = masking(withoutUsers, behind: " ", until: valueEnds, secret: token)
        return masking(withoutTokens, behind: "=", quotes, until: valueEnds, secret: value)
    }

    private static let valueEnds = "\"'<>`&;,#)]}\\"

    /// Returns the part of a URL's authority before its last `@`; nil if it has none.
    private static func user(behind head: Substring, _ authority: Substring) -> Substring? {
        authority.lastIndex(of: "@").map { authority[..<$0] }
    }

    /// Returns the token if the word before it is `Bearer`; nil otherwise.
    private static func token(behind head: Substring, _ token: Substring) -> Substring? {
        let word = head.suffix(while: { $0.isLetter })
        return word.lowercased() == "bearer" ? token : nil
    }

    /// Returns the value if the name before it is secret; nil otherwise.
    private static func value(behind head: Substring, _ value: Substring) -> Substring? {
        let name = head.suffix(while: { $0.isLetter || $0.isNumber || "._-".contains($0) })
        return SecretWords.usual.match(name) ? value : nil
    }

    /// Returns a text with the secrets after a separator masked.
    /// - Parameters:
    ///   - quotes: The quotation marks that can enclose a secret.
    ///   - ends: The characters that end a secret without quotation marks. White space ends it, too.
    ///   - secret: Returns the part to mask; nil for none. It gets the text before the separator, and the text after it
    ///     up to such an end.
    private static func masking(
        _ text: String, behind sign: String, _ quotes: [String] = [], until ends: String,
        secret: (Substring, Substring) -> Substring?
    ) -> String {
        guard text.utf8.contains(where: { $0 == sign.utf8.first }) else { return text }
        var result = ""
        var rest = text[...]
        while let place = rest.firstRange(of: sign) {
            let behind = rest[place.upperBound...]
            let part: Substring
            if let quote = quotes.first(where: behind.hasPrefix) {
                part = behind.dropFirst(quote.count).prefix { !$0.isNewline && !"\"\\\(quote)".contains($0) }
            } else {
                part = behind.prefix { !$0.isWhitespace && !ends.contains($0) }
            }
            if let secret = secret(text[..<place.lowerBound], part), !secret.isEmpty, secret != "…" {
                result += rest[..<secret.startIndex] + mask
                rest = rest[secret.endIndex...]
            } else {
                result += rest[..<place.upperBound]
                rest = behind
            }
        }
        return result + rest
    }

    // MARK: Arguments

    /// Returns an argument of a program without its value, because the value may be a secret: `--db.password=…`.
    ///
    /// An argument such as `-pVALUE` is shown as `-p…`, because a value may follow the letter directly.
    package static func argument(_ text: String) -> String {
        let name = argumentName(text)
        guard name.count == text.count, name.hasPrefix("-"), !name.hasPrefix("--") else {
            let separator = text[name.endIndex...].hasPrefix("=") ? "=" : ""
            return name.count < text.count ? "\(name)\(separator)…" : String(name)
        }
        return name.count > 2 ? "\(name.prefix(2))…" : String(name)
    }

    /// Returns the dashes and the key at the beginning of an argument.
    package static func argumentName(_ text: String) -> Substring {
        text.prefix { $0.isLetter || $0.isNumber || "._-[]".contains($0) }
    }
}

extension String {
    /// Returns the text. Each scalar for which `change` returns a text is replaced by that text.
    func replacingScalars(_ change: (Unicode.Scalar) -> String?) -> String {
        unicodeScalars.reduce(into: "") { result, scalar in
            if let changed = change(scalar) { result += changed } else { result.unicodeScalars.append(scalar) }
        }
    }
}

extension Substring {
    /// Returns the longest suffix whose characters all fulfill a condition.
    fileprivate func suffix(while isPart: (Character) -> Bool) -> Substring {
        self[(lastIndex { !isPart($0) }.map(index(after:)) ?? startIndex)...]
    }
}

/// Words that make a setting secret if its name contains one of them.
///
/// 1. Case, dots, dashes and underscores don't count: `apiKey` is in `api.key`.
/// 2. A word of five letters or more may be anywhere in a name: `password` in `dbPasswordFile`.
/// 3. A shorter word must be a word of the name, or the end of one: `auth` in `basicAuth` and `oauth`, but not in
///    `author`.
package struct SecretWords: Sendable {
    /// The words that make a setting secret unless the configuration sets others.
    package static let texts = [
        "password", "passwd", "passphrase", "passcode", "pass", "pwd", "secret", "token", "auth", "authorization",
        "credential", "apiKey", "accessKey", "privateKey", "signingKey", "encryptionKey", "dsn", "connectionString",
    ]
    package static let usual = SecretWords(texts)

    private let words: Set<String>

    package init(_ words: some Sequence<String>) {
        // An empty word would be part of every name.
        self.words = Set(words.map(Self.plain).filter { !$0.isEmpty })
    }

    /// Returns true if a name contains one of the words.
    package func match(_ name: some StringProtocol) -> Bool {
        let plain = Self.plain(name)
        return words.contains { word in
            guard plain.contains(word) else { return false }
            return word.utf8.count >= 5 || plain.hasSuffix(word) || Self.words(of: name).contains { $0.hasSuffix(word) }
        }
    }

    /// Returns the union with other words.
    package func union(_ other: SecretWords) -> SecretWords { SecretWords(words.union(other.words)) }

    private static func plain(_ text: some StringProtocol) -> String {
        text.lowercased().filter { !".-_".contains($0) }
    }

    /// Returns the words of a name. A capital begins a word. Digits and other characters that aren't letters separate
    /// words.
    private static func words(of name: some StringProtocol) -> [String] {
        String(name).matches(of: /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{L}--\p{Lu}]+/).map { $0.output.lowercased() }
    }
}

extension String {
    /// The part of a name after its last dot; the whole name if it has none.
    package var lastPart: Substring { lastIndex(of: ".").map { self[index(after: $0)...] } ?? self[...] }
}
