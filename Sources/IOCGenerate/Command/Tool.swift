import IOCModel

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The exit status of the tool, for scripts.
package enum ExitCode: Int32, Sendable {
    /// The command succeeded.
    case success = 0
    /// The sources have faults; each is listed.
    case faults = 1
    /// The command line is wrong; nothing was done.
    case usage = 2
    /// A file or the toolchain is missing or can't be used.
    case environment = 3
}

/// The destinations of the tool's output.
package struct Console: Sendable {
    /// The function that writes results.
    package var out: @Sendable (String) -> Void
    /// The function that writes faults and warnings.
    package var error: @Sendable (String) -> Void

    /// Creates a console from two functions.
    package init(out: @escaping @Sendable (String) -> Void, error: @escaping @Sendable (String) -> Void) {
        self.out = out
        self.error = error
    }

    /// The console that writes to the standard output and the standard error of the process.
    package static let standard = Console(
        out: { write($0, to: STDOUT_FILENO) }, error: { write($0, to: STDERR_FILENO) })

    private static func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                #if canImport(Glibc)
                Glibc.write(descriptor, bytes.baseAddress, bytes.count)
                #elseif canImport(Musl)
                Musl.write(descriptor, bytes.baseAddress, bytes.count)
                #else
                Darwin.write(descriptor, bytes.baseAddress, bytes.count)
                #endif
            }
            // A reader such as `head` may close the stream early, which is no fault.
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}

/// The command-line tool `ioc-tool`.
package enum Tool {
    static let name = "ioc-tool"
    private static let version = "0.1.0"

    /// Runs a command line, which begins with the name of the command.
    package static func run(_ words: [String], console: Console) -> ExitCode {
        switch words.first {
        case nil:
            console.error(HelpText.overview)
            return .usage
        case "help", "-h", "--help":
            console.out(words.dropFirst().first == "generate" ? HelpText.generate : HelpText.overview)
            return .success
        case "--version":
            console.out("\(name) \(version)\n")
            return .success
        case "generate":
            return generate(Array(words.dropFirst()), console)
        case let word?:
            let near = Suggestion.nearest(to: word, among: ["generate", "help", "--help", "--version"])
            let advice = near.map { "; did you mean '\($0)'?" } ?? ""
            console.error("\(name): error: unknown command '\(word)'\(advice)\nSee '\(name) --help'.\n")
            return .usage
        }
    }

    private static func generate(_ words: [String], _ console: Console) -> ExitCode {
        do {
            let options = try GenerateOptions(words)
            guard !options.isHelp else {
                console.out(HelpText.generate)
                return .success
            }
            return try GenerateCommand(options: options, console: console).run()
        } catch let error as UsageError {
            console.error("\(name): error: \(error)\n\(HelpText.usage)\nSee '\(name) help generate'.\n")
            return .usage
        } catch let error as FileError {
            console.error("\(error.path): error: \(error.reason)\n")
            return .environment
        } catch {
            console.error("\(name): error: \(error)\n")
            return .environment
        }
    }
}
