import IOCModel

/// A command's arguments, taken apart by its options.
package struct Arguments: Sendable {
    /// The arguments that are no options, in order.
    package private(set) var operands: [String] = []
    private var values: [String: [String]] = [:]

    /// Takes a command line apart.
    ///
    /// `--name value`, `--name=value`, `-o value` and `-ovalue` mean the same; `--` ends the options.
    /// - Throws: ``UsageError`` for an option that is unknown, repeated, or has a value it should not have or none.
    package init(_ words: [String], options: [Option]) throws(UsageError) {
        var index = 0
        func next(_ option: Option, _ spelling: String) throws(UsageError) -> String {
            index += 1
            guard index < words.count else {
                throw UsageError("option '\(spelling)' needs a value: \(spelling) \(option.value ?? "VALUE")")
            }
            return words[index]
        }
        while index < words.count {
            let word = words[index]
            if word == "--" {
                operands += words[(index + 1)...]
                return
            }
            guard word.hasPrefix("-"), word != "-" else {
                operands.append(word)
                index += 1
                continue
            }
            let (spelling, attached) = Self.split(word, options)
            guard let option = options.first(where: { $0.spellings.contains(spelling) }) else {
                throw UsageError(Self.unknown(spelling, options))
            }
            if option.value == nil {
                guard attached == nil else { throw UsageError("option '\(spelling)' takes no value") }
                values[option.identity, default: []].append("")
            } else {
                if !option.isRepeatable, values[option.identity] != nil {
                    throw UsageError("option '\(spelling)' is given twice")
                }
                let value = if let attached { attached } else { try next(option, spelling) }
                values[option.identity, default: []].append(value)
            }
            index += 1
        }
    }

    private static func split(_ word: String, _ options: [Option]) -> (String, String?) {
        if word.hasPrefix("--") {
            guard let sign = word.firstIndex(of: "=") else { return (word, nil) }
            return (String(word[..<sign]), String(word[word.index(after: sign)...]))
        }
        let short = String(word.prefix(2))
        let isKnown = options.contains { $0.spellings.contains(short) && $0.value != nil }
        guard word.count > 2, isKnown else { return (word, nil) }
        return (short, String(word.dropFirst(2)))
    }

    private static func unknown(_ spelling: String, _ options: [Option]) -> String {
        let near = Suggestion.nearest(to: spelling, among: options.flatMap(\.spellings))
        return "unknown option '\(spelling)'" + (near.map { "; did you mean '\($0)'?" } ?? "")
    }

    /// Returns true if a flag was given, by its longest spelling.
    package func has(_ option: String) -> Bool {
        values[option] != nil
    }

    /// The value of an option, by its longest spelling.
    package func value(_ option: String) -> String? {
        values[option]?.last
    }

    /// The file to write to; nil for the standard output, also where `-` says so.
    package var output: String? { value("--output").flatMap { $0 == "-" ? nil : $0 } }

    /// Every value of a repeatable option, in order.
    package func all(_ option: String) -> [String] {
        values[option] ?? []
    }
}
