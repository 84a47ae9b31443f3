import AgreementPrograms
import FoundationEssentials

/// Writes the sources of random programs: `AgreementGenerator SEED ROUNDS OUT…`.
@main
enum AgreementGenerator {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count > 2, let seed = UInt64(arguments[0]), let rounds = Int(arguments[1]) else {
            throw UsageError()
        }
        let programs = AgreementProgram.all(seed: seed, rounds: rounds)
        for (file, text) in zip(arguments.dropFirst(2), AgreementProgram.files(programs, count: arguments.count - 2)) {
            try text.write(toFile: file, atomically: true, encoding: .utf8)
        }
    }

    struct UsageError: Error, CustomStringConvertible {
        let description = "usage: AgreementGenerator SEED ROUNDS OUT…"
    }
}
