import BenchmarkFrame
import Testing

@Suite("The benchmark's options")
struct OptionTests {
    @Test("Nothing asks for every row as a table")
    func nothing() throws {
        #expect(try BenchmarkOptions([]) == BenchmarkOptions())
    }

    @Test("Each option says what it says, in both spellings of a value")
    func all() throws {
        var expected = BenchmarkOptions()
        expected.isJSON = true
        expected.isCheck = true
        expected.filter = "any P"
        #expect(try BenchmarkOptions(["--json", "--check", "--filter", "any P"]) == expected)
        #expect(try BenchmarkOptions(["--filter=any P", "--check", "--json"]) == expected)
        #expect(try BenchmarkOptions(["--compare", "a.json"]).earlier == "a.json")
        #expect(try BenchmarkOptions(["--compare=a.json"]).earlier == "a.json")
        #expect(try BenchmarkOptions(["--quick"]).isQuick)
        #expect(try BenchmarkOptions(["-h"]).isHelp)
        #expect(try BenchmarkOptions(["--help"]).isHelp)
    }

    struct Mistake: Sendable {
        var words: [String]
        var complaint: String
    }

    static let mistakes = [
        Mistake(words: ["--quik"], complaint: "unknown option '--quik'; did you mean '--quick'?"),
        Mistake(words: ["--verbose"], complaint: "unknown option '--verbose'"),
        Mistake(words: ["boot"], complaint: "unexpected 'boot'; rows are chosen with --filter TEXT"),
        Mistake(words: ["--filter"], complaint: "option '--filter' needs a value: --filter TEXT"),
        Mistake(words: ["--filter", "--json"], complaint: "option '--filter' needs a value: --filter TEXT"),
        Mistake(words: ["--filter="], complaint: "option '--filter' needs a text that is not empty"),
        Mistake(
            words: ["--quick", "--check"],
            complaint: "'--quick' measures too little for '--check' to judge; leave one of them out"),
        Mistake(words: ["--compare"], complaint: "option '--compare' needs a value: --compare FILE"),
        Mistake(words: ["--compare="], complaint: "option '--compare' needs a file"),
        Mistake(
            words: ["--quick", "--compare", "a.json"],
            complaint: "'--quick' measures too little to compare; leave '--compare' out"),
        Mistake(
            words: ["--json", "--compare", "a.json"],
            complaint: "'--compare' prints a table; leave '--json' out"),
    ]

    @Test("A command line that makes no sense is refused with what to do", arguments: mistakes)
    func mistake(mistake: Mistake) {
        let error = #expect(throws: BenchmarkOptions.Mistake.self) { try BenchmarkOptions(mistake.words) }
        #expect(error?.description == mistake.complaint)
    }
}
