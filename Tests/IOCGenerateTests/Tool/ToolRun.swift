import IOCGenerate
import Synchronization

/// A run of the command-line tool inside the test's process, with its output and its exit code.
struct ToolRun: Sendable {
    var code: ExitCode
    var out: String
    var error: String

    init(_ words: [String]) {
        let (out, error) = (Transcript(), Transcript())
        code = Tool.run(words, console: Console(out: out.add, error: error.add))
        (self.out, self.error) = (out.text, error.text)
    }
}

/// Runs the tool inside the test's process.
func tool(_ words: String...) -> ToolRun { ToolRun(words) }

private final class Transcript: Sendable {
    private let content = Mutex("")

    var text: String { content.withLock { $0 } }

    func add(_ text: String) {
        content.withLock { $0 += text }
    }
}
