import AgreementPrograms
import FoundationEssentials

/// Writes the sources of random programs, or of their libraries: `AgreementGenerator SEED ROUNDS MODULE OUT…`.
@main
enum AgreementGenerator {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count > 3, let seed = UInt64(arguments[0]), let rounds = Int(arguments[1]) else {
            throw UsageError()
        }
        let programs = AgreementProgram.all(seed: seed, rounds: rounds)
        let texts = AgreementProgram.files(programs, of: arguments[2], count: arguments.count - 3)
        for (file, text) in zip(arguments.dropFirst(3), texts) {
            // A file that stays as it is isn't compiled again.
            if (try? String(contentsOfFile: file, encoding: .utf8)) == text { continue }
            try text.write(toFile: file, atomically: true, encoding: .utf8)
        }
    }

    struct UsageError: Error, CustomStringConvertible {
        let description = "usage: AgreementGenerator SEED ROUNDS MODULE OUT…"
    }
}
