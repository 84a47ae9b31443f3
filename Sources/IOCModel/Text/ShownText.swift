/// Text from outside, as messages, reports and pages show it.
///
/// 1. A character that a terminal obeys, or that hides or reorders its neighbors, is written as its number: `\u{1B}`.
/// 2. Of an URL with a user or a password, that part is masked: `postgres://<secret>@db.example`.
/// 3. So is the value of an item of its query whose name says that it is secret: `?password=<secret>`.
/// 4. So are, where there is no URL, `user:password@host`, `Password=…` of a connection string and the token of `Bearer …`.
package enum ShownText {
    /// The text that is shown in place of a secret.
    package static let mask = "<secret>"

    /// A text for one line.
    package static func line(_ text: String) -> String { shown(text) { _ in false } }

    /// A text of several lines, such as the description of somebody else's error.
    package static func block(_ text: String) -> String { shown(text) { $0 == "\n" || $0 == "\t" } }

    /// A whole JSON document; what is masked or written as a number was in its texts, as nothing else may hold it.
    package static func json(_ document: String) -> String {
        let document = maskingSecrets(document, isEscaped: true)
        guard document.utf8.contains(where: { $0 >= 0x7F }) else { return document }
        return document.replacingScalars { scalar in
            guard isHidden(scalar), scalar != "\n" else { return nil }
            return String(scalar).utf16.map { unit in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined()
        }
    }

    private static func shown(_ text: String, keeping isKept: (Unicode.Scalar) -> Bool) -> String {
        // Nearly every text is as it should be.
        let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        if isPlain, !mayHaveSecrets(text) { return text }
        return maskingSecrets(text).replacingScalars { scalar in
            isHidden(scalar) && !isKept(scalar) ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : nil
        }
    }

    /// Returns true if a character is not seen as itself.
    package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        // Joiners belong to words and to emoji.
        case .format: scalar.value != 0x200C && scalar.value != 0x200D
        default: false
        }
    }

    // MARK: URLs

    /// The text with the users, passwords and tokens masked that its URLs and connection strings have.
    /// - Parameter isEscaped: True if quotation marks in the texts of a document have backslashes.
    package static func maskingSecrets(_ text: String, isEscaped: Bool = false) -> String {
        maskingCredentials(maskingParameters(maskingURLs(text, depth: 0), isEscaped: isEscaped))
    }

    /// - Parameter depth: In how many queries the text stands, each in the one before.
    private static func maskingURLs(_ text: String, depth: Int) -> String {
        guard var begin = authority(in: text[...]) else { return maskingUsers(text) }
        var result = ""
        var rest = text[...]
        while true {
            result += maskingUsers(String(rest[..<begin]))
            let end = end(of: rest[begin...])
            result += masked(rest[begin..<end], depth)
            rest = rest[end...]
            guard let next = authority(in: rest) else { return result + maskingUsers(String(rest)) }
            begin = next
        }
    }

    /// Where an URL ends that goes on here: at a blank, a quotation mark or the URL in its path, unless it breaks off in a
    /// password.
    private static func end(of text: Substring) -> Substring.Index {
        var isQuery = false
        let end =
            text.indices.first { index in
                if text[index] == "?" { isQuery = true }
                return text[index].isWhitespace || "\"'<>`".contains(text[index])
                    || !isQuery && text[index] == ":" && text[index...].hasPrefix("://")
            } ?? text.endIndex
        guard isCut(text[..<end]) else { return end }
        let line = text.prefix { !$0.isNewline }
        guard let at = line.firstIndex(of: "@") else { return end }
        return text[at...].firstIndex { $0.isWhitespace || "\"'<>`".contains($0) } ?? text.endIndex
    }

    /// Returns true if what looks like a port is none: a password may hold a slash that nobody has written as `%2F`.
    private static func isCut(_ url: Substring) -> Bool {
        let authority = url.prefix { !"/?#".contains($0) }
        // An address in brackets has colons of its own.
        let place = authority[(authority.lastIndex(of: "]") ?? authority.startIndex)...]
        guard !authority.contains("@"), let colon = place.firstIndex(of: ":") else { return false }
        return !authority[authority.index(after: colon)...].allSatisfy(\.isNumber)
    }

    /// Where the next URL goes on behind its `://`.
    private static func authority(in text: Substring) -> Substring.Index? {
        let bytes = text.utf8
        var start = bytes.startIndex
        while let colon = bytes[start...].firstIndex(of: UInt8(ascii: ":")) {
            if bytes[colon...].starts(with: "://".utf8) { return bytes.index(colon, offsetBy: 3) }
            start = bytes.index(after: colon)
        }
        return nil
    }

    /// The part behind the `://` of an URL.
    private static func masked(_ url: Substring, _ depth: Int) -> String {
        let query = url.firstIndex(of: "?") ?? url.endIndex
        let authority = url.prefix { !"/?#".contains($0) }
        guard let at = (isCut(url) ? url : authority).lastIndex(of: "@") else {
            return url[..<query] + maskedQuery(url[query...], depth)
        }
        return at < query ? mask + url[at..<query] + maskedQuery(url[query...], depth) : mask + url[at...]
    }

    /// A query, of whose URLs in queries in each other eight are gone into.
    private static func maskedQuery(_ query: Substring, _ depth: Int) -> String {
        var result = ""
        var rest = query
        while let first = rest.first {
            let item = rest.dropFirst().prefix { !"&;".contains($0) }
            let name = item.prefix { $0 != "=" }
            let isSecret = name.count + 1 < item.count && SecretWord.has(String(name), oneOf: SecretWords.usual)
            let shown =
                depth < 8
                ? maskingURLs(String(item), depth: depth + 1) : authority(in: item) == nil ? String(item) : mask
            result += String(first) + (isSecret ? "\(name)=\(mask)" : shown)
            rest = rest[item.endIndex...]
        }
        return result
    }
}

extension String {
    /// The text with some of its characters replaced, each by what `change` says.
    func replacingScalars(_ change: (Unicode.Scalar) -> String?) -> String {
        unicodeScalars.reduce(into: "") { result, scalar in
            if let changed = change(scalar) { result += changed } else { result.unicodeScalars.append(scalar) }
        }
    }
}
