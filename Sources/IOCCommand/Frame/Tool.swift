import IOCModel
import IOCSource

/// A tool with its commands.
package struct Tool: Sendable {
    /// The word that a person types.
    package var name: String
    /// The version that `--version` prints.
    package var version: String
    /// The purpose of the tool, in one sentence.
    package var abstract: String
    /// The commands, in the order in which the help lists them.
    package var commands: [any Command]

    /// A tool made of its parts.
    package init(name: String, version: String, abstract: String, commands: [any Command]) {
        self.name = name
        self.version = version
        self.abstract = abstract
        self.commands = commands
    }

    /// Runs the command that the words ask for.
    package func run(_ words: [String], console: Console) -> ExitCode {
        let help = HelpText(tool: self)
        guard let first = words.first else {
            console.error(help.overview)
            return .usage
        }
        switch first {
        case "-h", "--help":
            console.out(help.overview)
            return .success
        case "--version":
            console.out("\(name) \(version)\n")
            return .success
        case "help":
            return showHelp(Array(words.dropFirst()), help, console)
        default:
            break
        }
        guard let command = commands.first(where: { $0.name == first }) else {
            return refuse(first, console)
        }
        var rest = Array(words.dropFirst())
        if command.options.contains(where: { $0.identity == OptionsFile.option.identity }) {
            do {
                rest = try OptionsFile.expanded(rest)
            } catch {
                console.error("\(error.path): error: \(error.reason)\n")
                return .environment
            }
        }
        do {
            let arguments = try Arguments(rest, options: command.options + [.help])
            if arguments.has(Option.help.identity) {
                console.out(help.text(command))
                return .success
            }
            return try command.run(arguments, console: console)
        } catch {
            let advice = "Usage: \(help.usage(command))\nSee '\(name) help \(command.name)'.\n"
            console.error("\(name): error: \(error)\n\(advice)")
            return .usage
        }
    }

    private func showHelp(_ words: [String], _ help: HelpText, _ console: Console) -> ExitCode {
        guard let word = words.first, word != "help", word != "-h", word != "--help" else {
            console.out(help.overview)
            return .success
        }
        guard let command = commands.first(where: { $0.name == word }) else { return refuse(word, console) }
        console.out(help.text(command))
        return .success
    }

    private func refuse(_ word: String, _ console: Console) -> ExitCode {
        let isOption = word.hasPrefix("-")
        let candidates = isOption ? Option.help.spellings + ["--version"] : commands.map(\.name) + ["help"]
        let near = Suggestion.nearest(to: word, among: candidates)
        let advice = near.map { "; did you mean '\($0)'?" } ?? ""
        console.error("\(name): error: unknown \(isOption ? "option" : "command") '\(word)'\(advice)\n")
        console.error("See '\(name) --help'.\n")
        return .usage
    }
}
