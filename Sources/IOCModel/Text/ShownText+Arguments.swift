extension ShownText {
    /// An argument of a program by its name alone, as what stands behind that may be a secret: `--db.password…`.
    ///
    /// 1. The name has dashes in front, then letters, digits, dots, dashes, underscores and brackets. An ellipsis stands for the
    ///    rest.
    /// 2. Of a single dash without a separator only the first letter is shown, as a value may follow it at once: `-pVALUE`.
    package static func argument(_ text: String) -> String {
        let name = argumentName(text)
        guard name.count == text.count, name.hasPrefix("-"), !name.hasPrefix("--") else {
            let separator = text[name.endIndex...].hasPrefix("=") ? "=" : ""
            return name.count < text.count ? "\(name)\(separator)…" : String(name)
        }
        return name.count > 2 ? "\(name.prefix(2))…" : String(name)
    }

    /// The dashes and the key with which an argument begins.
    package static func argumentName(_ text: String) -> Substring {
        text.prefix { $0.isLetter || $0.isNumber || "._-[]".contains($0) }
    }
}
