/// Text from outside, in the form that messages, reports and pages show.
///
/// 1. A character that controls a terminal, or that hides or reorders its neighbors, is written as its number:
///    `\u{1B}`.
/// 2. The user and the password of a URL are masked: `postgres://<secret>@db.example`.
/// 3. The token of `Bearer …` is masked, and so is the value after a secret name and an equals sign, up to the next
///    separator: `password=<secret>`.
package enum ShownText {
    /// The text that replaces a secret.
    package static let mask = "<secret>"

    /// A text for one line.
    package static func line(_ text: String) -> String { shown(text) { _ in false } }

    /// A text of several lines, such as the description of an error of user code.
    package static func block(_ text: String) -> String { shown(text) { $0 == "\n" || $0 == "\t" } }

    /// A complete JSON document. Only its strings can contain secrets or hidden characters, so the result is a valid
    /// document.
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

    /// Returns true if a character would not be visible as itself.
    package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        if (0x20...0x7E).contains(scalar.value) { return false }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        // Joiners are parts of words and of emoji.
        case .format: return scalar.value != 0x200C && scalar.value != 0x200D
        default: return false
        }
    }

    // MARK: Secrets

    /// The text, with the secrets masked that can be recognized by the text around them.
    /// - Parameter isJSON: True if a quotation mark without a backslash ends a string of JSON.
    package static func maskingSecrets(_ text: String, isJSON: Bool = false) -> String {
        let quotes = isJSON ? ["\\\"", "'"] : ["\\\"", "\"", "'"]
        let withoutUsers = masking(text, behind: "://", until: "\"'<>`/?#", secret: user)
        let withoutTokens = masking(withoutUsers, behind: " ", until: valueEnds, secret: token)
        return masking(withoutTokens, behind: "=", quotes, until: valueEnds, secret: value)
    }

    private static let valueEnds = "\"'<>`&;,#)]}\\"

    /// The part of a URL's authority before its last `@`.
    private static func user(behind head: Substring, _ authority: Substring) -> Substring? {
        authority.lastIndex(of: "@").map { authority[..<$0] }
    }

    /// The token after the word `Bearer`.
    private static func token(behind head: Substring, _ token: Substring) -> Substring? {
        let word = head.suffix(while: { $0.isLetter })
        return word.lowercased() == "bearer" ? token : nil
    }

    /// The value after a secret name and an equals sign.
    private static func value(behind head: Substring, _ value: Substring) -> Substring? {
        let name = head.suffix(while: { $0.isLetter || $0.isNumber || "._-".contains($0) })
        return SecretWords.usual.match(name) ? value : nil
    }

    /// The text, with the secrets after a separator masked.
    /// - Parameters:
    ///   - quotes: The quotation marks in which a secret may be, with spaces.
    ///   - ends: The characters that end a secret without quotation marks, besides white space.
    ///   - secret: Returns the part to mask between the separator and the end.
    private static func masking(
        _ text: String, behind sign: String, _ quotes: [String] = [], until ends: String,
        secret: (Substring, Substring) -> Substring?
    ) -> String {
        // A search for a byte is much faster than a search for a text.
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

    /// An argument of a program without its value, because the value may be a secret: `--db.password=…`.
    ///
    /// If a single dash has no separator, only the first letter is shown, because a value may follow it at once:
    /// `-pVALUE`.
    package static func argument(_ text: String) -> String {
        let name = argumentName(text)
        guard name.count == text.count, name.hasPrefix("-"), !name.hasPrefix("--") else {
            let separator = text[name.endIndex...].hasPrefix("=") ? "=" : ""
            return name.count < text.count ? "\(name)\(separator)…" : String(name)
        }
        return name.count > 2 ? "\(name.prefix(2))…" : String(name)
    }

    /// The dashes and the key at the beginning of an argument.
    package static func argumentName(_ text: String) -> Substring {
        text.prefix { $0.isLetter || $0.isNumber || "._-[]".contains($0) }
    }
}

extension String {
    /// The text with some of its characters replaced, each by the result of `change`.
    func replacingScalars(_ change: (Unicode.Scalar) -> String?) -> String {
        unicodeScalars.reduce(into: "") { result, scalar in
            if let changed = change(scalar) { result += changed } else { result.unicodeScalars.append(scalar) }
        }
    }
}

extension Substring {
    /// The longest suffix whose characters all fulfill a condition.
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
        // A word without letters would be in every name.
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

    /// The union with other words.
    package func union(_ other: SecretWords) -> SecretWords { SecretWords(words.union(other.words)) }

    private static func plain(_ text: some StringProtocol) -> String {
        text.lowercased().filter { !".-_".contains($0) }
    }

    /// The words of a name, separated by capitals, digits and other characters that aren't letters.
    private static func words(of name: some StringProtocol) -> [String] {
        String(name).matches(of: /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{L}--\p{Lu}]+/).map { $0.output.lowercased() }
    }
}

extension String {
    /// The part of a name after its last dot; the whole name if it has none.
    package var lastPart: Substring { lastIndex(of: ".").map { self[index(after: $0)...] } ?? self[...] }
}
