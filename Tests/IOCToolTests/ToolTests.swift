import Foundation
import Synchronization
import TestSupport
import Testing

@testable import IOCCommand

@Suite("The command line")
struct ToolTests {
    @Test("The standard console writes results to the one stream and complaints to the other", .promptly)
    func streams() async {
        let result = await #expect(
            processExitsWith: .success, observing: [\.standardOutputContent, \.standardErrorContent]
        ) {
            Console.standard.out("a result\n")
            Console.standard.error("a complaint\n")
        }
        let texts = [result?.standardOutputContent, result?.standardErrorContent].map {
            String(decoding: $0 ?? [], as: UTF8.self)
        }
        #expect(texts[0].contains("a result\n") && !texts[0].contains("a complaint"))
        #expect(texts[1].contains("a complaint\n") && !texts[1].contains("a result"))
    }

    @Test(
        "What was parsed is kept in the user's cache where nothing else is said, for each set of sources by itself",
        .promptly)
    func userCache() async throws {
        let scratch = try Scratch()
        for name in ["a", "b"] { try scratch.write("\(name)/A.swift", "struct A {}") }
        let path = scratch.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            unsetenv("XDG_CACHE_HOME")
            setenv("HOME", path + "/home", 1)
            _ = ioc("generate", path + "/a", "--quiet")
            setenv("XDG_CACHE_HOME", "", 1)
            _ = ioc("generate", path + "/b", "--quiet")
            setenv("XDG_CACHE_HOME", path + "/cache", 1)
            _ = ioc("generate", path + "/a", "--quiet")
        }
        func kept(_ folder: String) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)/ioc")
        }
        #expect(try kept("home/.cache").count == 2 && kept("cache").count == 1)
        #expect(try kept("home/.cache").contains(kept("cache")[0]))
    }

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

    struct Sample: Command {
        let name = "sample"
        let abstract = "An example."
        let operands = "PATH…"
        let discussion = "More of it."
        let options = [
            Option("-o", "--output", value: "FILE", help: Array(repeating: "x", count: 60).joined(separator: " ")),
            Option("--even", help: (["ab"] + Array(repeating: "x", count: 60)).joined(separator: " ")),
            Option("--of-length-seve", value: "VALUES", help: String(repeating: "x", count: 60) + " after"),
            Option("--of-length-eight", value: "VALUES", isRepeatable: true, help: "At the next line."),
        ]

        func run(_ arguments: Arguments, console: Console) throws(UsageError) -> ExitCode { .success }
    }

    @Test("Help is in two columns, the second one wrapped as late as eighty characters allow")
    func help() {
        let out = Mutex("")
        let tool = Tool(name: "tool", version: "1", abstract: "Examples.", commands: [Sample()])
        let console = Console(out: { text in out.withLock { $0 += text } }, error: { _ in })
        #expect(tool.run(["help", "sample"], console: console) == .success)
        #expect(
            out.withLock { $0 }.hasPrefix(
                """
                An example.

                Usage: tool sample [OPTION…] PATH…

                More of it.

                Options:
                  -o, --output FILE           x x x x x x x x x x x x x x x x x x x x x x x x x
                                              x x x x x x x x x x x x x x x x x x x x x x x x x
                                              x x x x x x x x x x
                      --even                  ab x x x x x x x x x x x x x x x x x x x x x x x x
                                              x x x x x x x x x x x x x x x x x x x x x x x x x
                                              x x x x x x x x x x x
                      --of-length-seve VALUES xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
                                              after
                      --of-length-eight VALUES
                                              At the next line.
                  -h, --help                  Show this help.

                Exit codes:
                  0  It worked.
                """))
    }

    @Test("The help of help is the overview", arguments: ["help", "-h", "--help"])
    func helpOfHelp(word: String) {
        let outcome = ioc("help", word)
        #expect(outcome.code == .success && outcome.error.isEmpty && outcome.out == ioc("--help").out)
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
        Mistake(words: ["generate", "-xy", "y"], complaint: "unknown option '-xy'"),
        Mistake(words: ["generate", "-qy", "y"], complaint: "unknown option '-qy'"),
        Mistake(words: ["generate", "x", "--dependency", "=x"], complaint: "'--dependency =x' should be"),
        Mistake(
            words: ["generate", "x", "-D", "B", "-D", "A", "-U", "A", "-U", "B"],
            complaint: "'A' can't be both defined and undefined"),
        Mistake(words: ["generate", "x", "-D", "A-B"], complaint: "'A-B' is no flag: #if knows names only"),
        Mistake(
            words: ["generate", "x", "-D", "A", "-D", "C-D", "-U", "E", "-U", "A-B", "-U", "F"],
            complaint: "'A-B' is no flag: #if knows names only"),
        Mistake(words: ["generate", "x", "-U", ""], complaint: "'' is no flag: #if knows names only"),
        Mistake(words: ["generate", "x", "--triple", "linux"], complaint: "'linux' is no triple such as"),
        Mistake(
            words: ["generate", "x", "--triple", "x86_64-linux"], complaint: "'x86_64-linux' is no triple such as"),
        Mistake(words: ["generate", "--frobnicate"], complaint: "unknown option '--frobnicate'\n"),
        Mistake(words: ["generate", "x", "-o"], complaint: "option '-o' needs a value: -o FILE"),
        Mistake(words: ["generate", "x", "-o", "a", "--output=b"], complaint: "option '--output' is given twice"),
        Mistake(words: ["generate", "x", "--strict=yes"], complaint: "option '--strict' takes no value"),
        Mistake(
            words: ["generate", "x", "--dependency", "Kit"],
            complaint: "'--dependency Kit' should be --dependency NAME=PATH"),
        Mistake(
            words: ["generate", "x", "--dependency", "=A", "--dependency", "B=c"],
            complaint: "'--dependency =A' should be --dependency NAME=PATH"),
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
        let command = ["generate"].first { $0 == mistake.words[0] }
        #expect(outcome.error.hasSuffix("\nSee 'ioc \(command.map { "help \($0)" } ?? "--help")'.\n"))
    }

    @Test(
        "Flags of #if and platforms that can be are taken",
        arguments: [["-D", "A_1é"], ["-U", "_"], ["--triple", "aarch64-unknown-linux"]])
    func build(words: [String]) {
        let outcome = ioc(["generate", "/dev/null/x"] + words)
        #expect(outcome.code == .environment && outcome.error.hasPrefix("/dev/null/x: error: "))
    }

    @Test("What is told is written whole, and to a reader that takes nothing more not at all")
    func writing() throws {
        let scratch = try Scratch()
        let path = try scratch.write("out.txt", "")
        let text = String(repeating: "é and more of it\n", count: 10_000)
        let file = try #require(FileHandle(forWritingAtPath: path))
        for text in ["a", "", text] { Console.write(text, to: file.fileDescriptor) }
        #expect(try scratch.read("out.txt") == "a" + text)
        #if os(Linux)
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        Console.write(text, to: full.fileDescriptor)
        #endif
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
        let mixed = try Arguments(["x", "-", "--", "y", "-q", "--"], options: options)
        #expect(mixed.operands == ["x", "-", "y", "-q", "--"] && !mixed.has("--quiet"))
    }
}
