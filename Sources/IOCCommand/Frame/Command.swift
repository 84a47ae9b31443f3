import IOCModel

/// One command of a tool.
package protocol Command: Sendable {
    /// The word that a person types.
    var name: String { get }
    /// One line for the list of commands.
    var abstract: String { get }
    /// The operands besides options, as the usage line shows them: `PATH…`.
    var operands: String { get }
    /// A few paragraphs for the command's own help.
    var discussion: String { get }
    /// The options it takes; `--help` is added.
    var options: [Option] { get }

    /// Does the work.
    ///
    /// - Throws: ``UsageError`` where the arguments make no sense together.
    func run(_ arguments: Arguments, console: Console) throws(UsageError) -> ExitCode
}

/// An option that a command takes.
package struct Option: Sendable {
    /// Every spelling, such as `-o` and `--output`; the last one identifies it.
    package var spellings: [String]
    /// The name of its value; nil for a flag.
    package var value: String?
    /// Its effect.
    package var help: String
    /// True if it may be given several times.
    package var isRepeatable: Bool

    /// An option.
    package init(_ spellings: String..., value: String? = nil, isRepeatable: Bool = false, help: String) {
        self.spellings = spellings
        self.value = value
        self.help = help
        self.isRepeatable = isRepeatable
    }

    var identity: String { spellings.last ?? "" }

    static let help = Option("-h", "--help", help: "Show this help.")
}

/// A command line that makes no sense, and why.
package struct UsageError: Error, CustomStringConvertible {
    /// Its fault.
    package var description: String

    /// An error in words.
    package init(_ description: String) {
        self.description = description
    }

    /// An error for a word that is none of those there are.
    init(_ word: String, isNo kind: String, among words: [String]) {
        let near = Suggestion.nearest(to: word, among: words).map { "; did you mean '\($0)'?" } ?? ""
        self.init("'\(word)' is no \(kind): use one of \(words.joined(separator: ", "))\(near)")
    }
}
