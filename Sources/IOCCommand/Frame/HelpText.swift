/// Words the help of a tool and of its commands.
struct HelpText {
    let tool: Tool

    var overview: String {
        """
        \(tool.abstract)

        Usage: \(tool.name) COMMAND [OPTION…] [ARGUMENT…]

        Commands:
        \(table(tool.commands.map { ($0.name, $0.abstract) } + [("help", "Show the help of a command.")]))

        Options:
        \(table([(Option.help.title, Option.help.help), ("    --version", "Show the version.")]))

        Exit codes:
        \(exitCodes)

        See '\(tool.name) help COMMAND' for what a command takes.

        """
    }

    func text(_ command: any Command) -> String {
        let options = (command.options + [.help]).map { ($0.title, $0.help) }
        return """
            \(command.abstract)

            Usage: \(usage(command))

            \(command.discussion)

            Options:
            \(table(options))

            Exit codes:
            \(exitCodes)

            """
    }

    func usage(_ command: any Command) -> String {
        "\(tool.name) \(command.name) [OPTION…] \(command.operands)"
    }

    private var exitCodes: String {
        table(ExitCode.documented.map { ("\($0.0.rawValue)", $0.1) })
    }

    /// Two columns, the second one wrapped to eighty characters.
    private func table(_ rows: [(String, String)]) -> String {
        let width = min(28, (rows.map(\.0.count).max() ?? 0) + 2)
        return rows.map { name, text in
            var lines: [String] = []
            var line = ""
            for word in text.split(separator: " ") {
                if !line.isEmpty, line.count + word.count + 1 > 78 - width {
                    lines.append(line)
                    line = ""
                }
                line += line.isEmpty ? String(word) : " \(word)"
            }
            lines.append(line)
            let margin = String(repeating: " ", count: width + 2)
            let gap = String(repeating: " ", count: max(0, width - name.count))
            let first = name.count < width ? "  \(name)\(gap)\(lines[0])" : "  \(name)\n\(margin)\(lines[0])"
            return ([first] + lines.dropFirst().map { margin + $0 }).joined(separator: "\n")
        }.joined(separator: "\n")
    }
}

extension Option {
    /// The spellings with the value's name: `-o, --output FILE`.
    var title: String {
        let names = spellings.joined(separator: ", ")
        let indent = spellings.first?.hasPrefix("--") == true ? "    " : ""
        return indent + names + (value.map { " \($0)" } ?? "")
    }
}
