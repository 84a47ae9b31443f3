/// `ioc completion`: what a shell needs to complete the tool's commands and options.
struct CompletionCommand: Command {
    /// The tool's other commands.
    let commands: [any Command]

    let name = "completion"
    let abstract = "Write a script with which a shell completes commands and options."
    let operands = "SHELL"
    let discussion = """
        SHELL is bash, zsh or fish. The script goes to the standard output:

          bash:  source <(ioc completion bash)
          zsh:   ioc completion zsh > "${fpath[1]}/_ioc"
          fish:  ioc completion fish > ~/.config/fish/completions/ioc.fish
        """
    let options: [Option] = []

    func run(_ arguments: Arguments, console: Console) throws(UsageError) -> ExitCode {
        guard let shell = arguments.operands.first, arguments.operands.count == 1 else {
            throw UsageError("name one shell: bash, zsh or fish")
        }
        switch shell {
        case "bash": console.out(bash)
        case "zsh": console.out(zsh)
        case "fish": console.out(fish)
        default: throw UsageError(shell, isNo: "shell with a script", among: ["bash", "zsh", "fish"])
        }
        return .success
    }

    private var all: [any Command] { commands + [self] }
    private var names: String { (all.map(\.name) + ["help"]).joined(separator: " ") }

    private func spellings(_ command: any Command) -> [String] { (command.options + [.help]).flatMap(\.spellings) }

    private var bash: String {
        let cases = all.map { "        \($0.name)) words='\(spellings($0).joined(separator: " "))' ;;\n" }.joined()
        return """
            _ioc() {
                local word="${COMP_WORDS[COMP_CWORD]}" words=''
                if ((COMP_CWORD == 1)); then
                    COMPREPLY=($(compgen -W '\(names) --help --version' -- "$word"))
                    return
                fi
                case "${COMP_WORDS[1]}" in
            \(cases)        help) words='\(names)' ;;
                esac
                case "$word" in
                -*) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
                *)
                    if [[ "${COMP_WORDS[1]}" == help ]]; then
                        COMPREPLY=($(compgen -W "$words" -- "$word"))
                    else
                        COMPREPLY=($(compgen -f -- "$word"))
                    fi
                    ;;
                esac
            }
            complete -o filenames -F _ioc ioc

            """
    }

    private var zsh: String {
        func quoted(_ text: String) -> String {
            text.replacing("'", with: "'\\''").replacing("[", with: "\\[").replacing("]", with: "\\]")
                .replacing(":", with: "\\:")
        }
        let lists = all.map { command in
            let items = (command.options + [.help]).flatMap { option in
                option.spellings.map { spelling in
                    let value = option.value.map { ":\(quoted($0)):_files" } ?? ""
                    return "        '\(option.isRepeatable ? "*" : "")\(spelling)[\(quoted(option.help))]\(value)'"
                }
            }
            return
                "    \(command.name)) _arguments \\\n\(items.joined(separator: " \\\n")) \\\n        '*:file:_files' ;;\n"
        }.joined()
        let described = all.map { "        '\($0.name):\(quoted($0.abstract))'\n" }.joined()
        return """
            #compdef ioc
            _ioc() {
                local -a commands
                commands=(
            \(described)        'help:Show the help of a command.'
                )
                if ((CURRENT == 2)); then
                    _describe command commands
                    return
                fi
                local command="$words[2]"
                shift words
                ((CURRENT--))
                case "$command" in
            \(lists)    help) _describe command commands ;;
                esac
            }
            _ioc "$@"

            """
    }

    private var fish: String {
        func quoted(_ text: String) -> String { text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") }
        let commands = all.map {
            "complete -c ioc -n __fish_use_subcommand -f -a \($0.name) -d '\(quoted($0.abstract))'\n"
        }
        let options = all.flatMap { command in
            (command.options + [.help]).map { option in
                let spellings = option.spellings.map { spelling in
                    spelling.hasPrefix("--") ? "-l \(spelling.dropFirst(2))" : "-s \(spelling.dropFirst())"
                }.joined(separator: " ")
                return "complete -c ioc -n '__fish_seen_subcommand_from \(command.name)' \(spellings)"
                    + "\(option.value == nil ? "" : " -r") -d '\(quoted(option.help))'\n"
            }
        }
        return (commands + options).joined()
    }
}
