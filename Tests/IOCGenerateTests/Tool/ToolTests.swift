import IOCGenerate
import TestSupport
import Testing

@Suite("The command line")
struct ToolTests {
    @Test("Results go to the standard output and faults to the standard error", .promptly)
    func streams() async {
        let result = await #expect(
            processExitsWith: .success, observing: [\.standardOutputContent, \.standardErrorContent]
        ) {
            Console.standard.out("a result\n")
            Console.standard.error("a fault\n")
        }
        let texts = [result?.standardOutputContent, result?.standardErrorContent].map {
            String(decoding: $0 ?? [], as: UTF8.self)
        }
        #expect(texts[0].contains("a result\n") && !texts[0].contains("a fault"))
        #expect(texts[1].contains("a fault\n") && !texts[1].contains("a result"))
    }

    @Test(
        "The overview lists commands, options and exit codes",
        arguments: [["--help"], ["-h"], ["help"], ["help", "help"]])
    func overview(words: [String]) {
        let run = ToolRun(words)
        #expect(run.code == .success && run.error.isEmpty)
        for text in ["Usage: ioc-tool COMMAND", "  generate  ", "  help  ", "--version", "Exit codes:\n  0  "] {
            #expect(run.out.contains(text), "\(text)")
        }
    }

    @Test(
        "The help of generate shows its usage and every option",
        arguments: [["help", "generate"], ["generate", "--help"], ["generate", "x", "-h"]])
    func commandHelp(words: [String]) {
        let run = ToolRun(words)
        #expect(run.code == .success && run.error.isEmpty)
        let texts = [
            "Usage: ioc-tool generate [OPTION…] PATH…", "-o, --output FILE", "--strict", "--module NAME",
            "--dependency NAME=PATH", "--exclude PATTERN", "--toolchain PATH", "--options FILE", "-q, --quiet",
            "-h, --help", "Exit codes:",
        ]
        for text in texts { #expect(run.out.contains(text), "\(text)") }
        #expect(run.out.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }

    @Test("Without a command the overview goes to the standard error")
    func nothing() {
        let run = tool()
        #expect(run.code == .usage && run.out.isEmpty)
        #expect(run.error.contains("Usage: ioc-tool COMMAND"))
    }

    @Test("The version is printed")
    func version() {
        let run = tool("--version")
        #expect(run.code == .success && run.out.hasPrefix("ioc-tool "))
    }

    @Test(
        "A wrong command line is rejected, with a suggestion if there is one",
        arguments: [
            (["generat", "x"], "unknown command 'generat'; did you mean 'generate'?"),
            (["--verison"], "unknown command '--verison'; did you mean '--version'?"),
            (["frobnicate"], "unknown command 'frobnicate'\n"),
            (["generate"], "no PATH is given"),
            (["generate", "--stirct", "x"], "unknown option '--stirct'; did you mean '--strict'?"),
            (["generate", "--exlude=A", "x"], "unknown option '--exlude'; did you mean '--exclude'?"),
            (["generate", "-x", "y"], "unknown option '-x'"),
            (["generate", "--frobnicate"], "unknown option '--frobnicate'\n"),
            (["generate", "x", "-o"], "option '-o' needs a value: -o FILE"),
            (["generate", "x", "-o", "a", "--output=b"], "option '--output' is given twice"),
            (["generate", "x", "--strict=yes"], "option '--strict' takes no value"),
            (["generate", "x", "--dependency", "Kit"], "'--dependency Kit' should be --dependency NAME=PATH"),
            (["generate", "x", "--dependency", "=x"], "'--dependency =x' should be --dependency NAME=PATH"),
        ])
    func mistakes(words: [String], message: String) {
        let run = ToolRun(words)
        #expect(run.code == .usage && run.out.isEmpty)
        #expect(run.error.hasPrefix("ioc-tool: error: \(message)"), "\(run.error)")
        #expect(run.error.hasSuffix("See 'ioc-tool \(words[0] == "generate" ? "help generate" : "--help")'.\n"))
    }
}
