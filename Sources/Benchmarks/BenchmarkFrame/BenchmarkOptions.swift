import IOCModel

/// The arguments of the benchmark.
package struct BenchmarkOptions: Equatable, Sendable {
    /// True if the figures come as JSON.
    package var isJSON = false
    /// True if a missed bar is a failure.
    package var isCheck = false
    /// True if it only matters that the rows run.
    package var isQuick = false
    /// True if only the help is wanted.
    package var isHelp = false
    /// Keeps the rows whose names contain it.
    package var filter: String?
    /// The JSON of an earlier run to compare with.
    package var earlier: String?

    package init() {}

    package struct Mistake: Error, Equatable, CustomStringConvertible {
        package let description: String
    }

    /// Takes a command line apart.
    /// - Throws: ``Mistake`` where it makes no sense.
    package init(_ words: [String]) throws(Mistake) {
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--json": isJSON = true
            case "--check": isCheck = true
            case "--quick": isQuick = true
            case "-h", "--help": isHelp = true
            case "--filter":
                guard let text = rest.popFirst(), !text.hasPrefix("--") else {
                    throw Mistake(description: "option '--filter' needs a value: --filter TEXT")
                }
                filter = text
            case "--compare":
                guard let path = rest.popFirst(), !path.hasPrefix("--") else {
                    throw Mistake(description: "option '--compare' needs a value: --compare FILE")
                }
                earlier = path
            case _ where word.hasPrefix("--compare="): earlier = String(word.dropFirst("--compare=".count))
            case _ where word.hasPrefix("--filter="): filter = String(word.dropFirst("--filter=".count))
            default: throw Self.unknown(word)
            }
        }
        if filter?.isEmpty == true { throw Mistake(description: "option '--filter' needs a text that is not empty") }
        if earlier?.isEmpty == true { throw Mistake(description: "option '--compare' needs a file") }
        if isQuick, earlier != nil {
            throw Mistake(description: "'--quick' measures too little to compare; leave '--compare' out")
        }
        if isJSON, earlier != nil {
            throw Mistake(description: "'--compare' prints a table; leave '--json' out")
        }
        if isQuick, isCheck {
            throw Mistake(description: "'--quick' measures too little for '--check' to judge; leave one of them out")
        }
    }

    private static func unknown(_ word: String) -> Mistake {
        guard word.hasPrefix("-") else {
            return Mistake(description: "unexpected '\(word)'; rows are chosen with --filter TEXT")
        }
        let known = ["--json", "--check", "--quick", "--filter", "--compare", "--help"]
        let near = Suggestion.nearest(to: word, among: known).map { "; did you mean '\($0)'?" } ?? ""
        return Mistake(description: "unknown option '\(word)'\(near)")
    }

    package static let help = """
        Measures what IOC costs, each row against a baseline in the same process.

        Usage: swift run -c release ioc-bench [OPTION…]

        Each sample is taken eleven times, in turn with its baseline. The table shows the medians; a ratio is the median of
        the ratios of neighboring samples, and half of them lie in the spread. Rows of one thread count the thread's
        processor time, rows of several the time that passes. The instructions of a round stand beside its time, and how
        many times the baseline's they are. The kernel counts them; where it does not, a copy of the process goes through
        a few short rounds step by step. A slow allocator or a busy machine changes the time alone: a bar is missed where
        both ratios are over it.

        Options:
          --filter TEXT  Only the rows whose names contain TEXT, in any case.
          --compare FILE Compare with an earlier run, of which FILE has the JSON: before, now, how many times it is, and
                         whether the spreads of both lie apart.
          --check        Fail where a bar is missed, and name the rows.
          --json         Print the figures as JSON.
          --quick        Run every row once, to see that it runs; its times mean nothing.
          -h, --help     Show this help.

        Exit codes:
          0  It worked.
          1  A bar is missed, and --check was given.
          2  The command line was not understood; nothing was done.
          3  A row failed to run.

        """
}
