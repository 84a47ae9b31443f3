import IOCCommand
import TestSupport
import Testing

@Suite("The command line")
struct ToolTests {
    @Test("The overview lists commands, options and exit codes", arguments: [["--help"], ["-h"], ["help"]])
    func overview(words: [String]) {
        let outcome = ioc(words)
        #expect(outcome.code == .success)
        #expect(outcome.error.isEmpty)
        for text in ["Usage: ioc COMMAND", "  generate  ", "  help  ", "--version", "Exit codes:\n  0  It worked."] {
            #expect(outcome.out.contains(text), "\(text)")
        }
    }

    @Test(
        "A command's help shows its usage and every option",
        arguments: [["help", "generate"], ["generate", "--help"], ["generate", "x", "-h"]])
    func commandHelp(words: [String]) {
        let outcome = ioc(words)
        #expect(outcome.code == .success)
        let texts = [
            "Usage: ioc generate [OPTION…] PATH…", "-o, --output FILE", "--exclude PATTERN", "--strict", "-h, --help",
        ]
        for text in texts { #expect(outcome.out.contains(text), "\(text)") }
        #expect(outcome.out.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }

    @Test("Without a command the overview is a complaint")
    func nothing() {
        let outcome = ioc()
        #expect(outcome.code == .usage)
        #expect(outcome.out.isEmpty)
        #expect(outcome.error.contains("Usage: ioc COMMAND"))
    }

    @Test("The version is printed")
    func version() {
        #expect(ioc("--version").out.hasPrefix("ioc "))
        #expect(ioc("--version").code == .success)
    }

    struct Mistake: CustomTestStringConvertible, Sendable {
        var words: [String]
        var complaint: String
        var testDescription: String { words.joined(separator: " ") }
    }

    static let mistakes = [
        Mistake(words: ["generat", "x"], complaint: "unknown command 'generat'; did you mean 'generate'?"),
        Mistake(words: ["help", "genrate"], complaint: "unknown command 'genrate'; did you mean 'generate'?"),
        Mistake(words: ["frobnicate"], complaint: "unknown command 'frobnicate'\n"),
        Mistake(words: ["--verison"], complaint: "unknown option '--verison'; did you mean '--version'?"),
        Mistake(words: ["generate"], complaint: "no PATH is given"),
        Mistake(
            words: ["generate", "--stirct", "x"], complaint: "unknown option '--stirct'; did you mean '--strict'?"),
        Mistake(
            words: ["generate", "--exlude=A", "x"], complaint: "unknown option '--exlude'; did you mean '--exclude'?"),
        Mistake(words: ["generate", "-x", "y"], complaint: "unknown option '-x'"),
        Mistake(words: ["generate", "--frobnicate"], complaint: "unknown option '--frobnicate'\n"),
        Mistake(words: ["generate", "x", "-o"], complaint: "option '-o' needs a value: -o FILE"),
        Mistake(words: ["generate", "x", "-o", "a", "--output=b"], complaint: "option '--output' is given twice"),
        Mistake(words: ["generate", "x", "--strict=yes"], complaint: "option '--strict' takes no value"),
        Mistake(
            words: ["generate", "x", "--dependency", "Kit"],
            complaint: "'--dependency Kit' should be --dependency NAME=PATH"),
        Mistake(
            words: ["generate", "x", "--cache", "c", "--no-cache"],
            complaint: "'--cache' and '--no-cache' exclude each other"),
    ]

    @Test("A command line that makes no sense is refused with what may have been meant", arguments: mistakes)
    func refusals(mistake: Mistake) {
        let outcome = ioc(mistake.words)
        #expect(outcome.code == .usage)
        #expect(outcome.out.isEmpty)
        #expect(outcome.error.hasPrefix("ioc: error: \(mistake.complaint)"), "\(outcome.error)")
    }

    @Test("Options may be written in every usual way, and end at two dashes")
    func spellings() throws {
        let options = [
            Option("-o", "--output", value: "FILE", help: ""),
            Option("--exclude", value: "P", isRepeatable: true, help: ""),
            Option("-q", "--quiet", help: ""),
        ]
        for words in [["-o", "x"], ["-ox"], ["--output", "x"], ["--output=x"]] {
            #expect(try Arguments(words, options: options).value("--output") == "x")
        }
        let arguments = try Arguments(["a", "--exclude=b", "-q", "--exclude", "c", "-", "--", "-o"], options: options)
        #expect(arguments.operands == ["a", "-", "-o"])
        #expect(arguments.all("--exclude") == ["b", "c"])
        #expect(arguments.has("--quiet"))
        #expect(try Arguments(["--output="], options: options).value("--output") == "")
    }
}
