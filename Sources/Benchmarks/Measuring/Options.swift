/// The arguments of the benchmark.
struct Options {
    /// True if a figure above its limit is a failure.
    var isCheck = false
    /// True if the rows only have to run, without exact figures.
    var isQuick = false
    var isHelp = false
    /// The text that the names of the chosen rows contain; nil for all rows.
    var filter: String?

    struct Mistake: Error {
        let description: String
    }

    /// Parses a command line.
    /// - Throws: ``Mistake`` if an argument is unknown or lacks its text, or if two arguments contradict each other.
    init(_ words: [String]) throws {
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--check": isCheck = true
            case "--quick": isQuick = true
            case "-h", "--help": isHelp = true
            case "--filter":
                guard let text = rest.popFirst(), !text.isEmpty else {
                    throw Mistake(description: "option '--filter' needs a text: --filter TEXT")
                }
                filter = text
            default: throw Mistake(description: "unknown argument '\(word)'")
            }
        }
        if isQuick, isCheck {
            throw Mistake(description: "'--quick' measures too little for '--check' to judge; leave one of them out")
        }
    }

    static func help(of name: String) -> String {
        """
        Measures what IOC costs, each row against a baseline in the same run.

        Usage: swift run -c release --package-path Sources/Benchmarks \(name) [OPTION…]

        Each sample is taken eleven times, alternating with its baseline. The table shows the medians and their ratio.
        Rows of one thread count the thread's processor time; rows of two threads count the time that passes.

        Options:
          --filter TEXT  Run only the rows whose names contain TEXT, in any case.
          --check        Fail if a figure is over its limit, and name the rows.
          --quick        Run every row once, to see that it runs. Its times mean nothing.
          -h, --help     Show this help.

        Exit codes:
          0  Success.
          1  A figure is over its limit, and --check was given.
          2  The command line is wrong.
          3  A row failed to run.
        """
    }
}
