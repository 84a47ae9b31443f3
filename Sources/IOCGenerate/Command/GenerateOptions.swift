import IOCModel

/// The reason why a command line is wrong.
struct UsageError: Error, CustomStringConvertible {
    let description: String
}

/// The options of `ioc-tool generate`.
struct GenerateOptions {
    /// The files and directories to read.
    private(set) var paths: [String] = []
    /// The file to write; nil for the standard output.
    private(set) var output: String?
    private(set) var module: String?
    private(set) var toolchain: String?
    /// Imported modules, each with a path of its sources.
    private(set) var dependencies: [(name: String, path: String)] = []
    private(set) var exclusions: [String] = []
    private(set) var isStrict = false
    private(set) var isQuiet = false
    private(set) var isHelp = false

    private static let names = [
        "--output", "--strict", "--module", "--dependency", "--exclude", "--toolchain", "--options", "--quiet",
        "--help",
    ]

    /// Parses the words after `generate`.
    ///
    /// `--name value` and `--name=value` are equivalent, and `--` ends the options.
    /// - Throws: ``UsageError`` for a wrong command line, and ``FileError`` if a file of options can't be read.
    init(_ words: [String]) throws {
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                paths += rest
                break
            }
            guard word.hasPrefix("-") else {
                paths.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
            let name = parts[0]
            var attached = parts.count > 1 ? parts[1] : nil
            func value(_ placeholder: String) throws -> String {
                defer { attached = nil }
                if let value = attached ?? rest.popFirst() { return value }
                throw UsageError(description: "option '\(name)' needs a value: \(name) \(placeholder)")
            }
            func set(_ field: inout String?, _ placeholder: String) throws {
                guard field == nil else { throw UsageError(description: "option '\(name)' is given twice") }
                field = try value(placeholder)
            }
            switch name {
            case "-o", "--output": try set(&output, "FILE")
            case "--module": try set(&module, "NAME")
            case "--toolchain": try set(&toolchain, "PATH")
            case "--dependency": dependencies.append(try Self.dependency(value("NAME=PATH")))
            case "--exclude": exclusions.append(try value("PATTERN"))
            case "--options":
                let text = String(decoding: try FileContent.read(value("FILE")), as: UTF8.self)
                rest = text.split { $0.isWhitespace }.map { String($0) } + rest
            case "--strict": isStrict = true
            case "-q", "--quiet": isQuiet = true
            case "-h", "--help": isHelp = true
            default:
                let near = Suggestion.nearest(to: name, among: Self.names)
                let advice = near.map { "; did you mean '\($0)'?" } ?? ""
                throw UsageError(description: "unknown option '\(name)'\(advice)")
            }
            if attached != nil { throw UsageError(description: "option '\(name)' takes no value") }
        }
        if output == "-" { output = nil }
        guard !paths.isEmpty || isHelp else { throw UsageError(description: "no PATH is given") }
    }

    private static func dependency(_ text: String) throws -> (name: String, path: String) {
        let parts = text.split(separator: "=", maxSplits: 1).map { String($0) }
        guard parts.count == 2, !text.hasPrefix("=") else {
            throw UsageError(description: "'--dependency \(text)' should be --dependency NAME=PATH")
        }
        return (parts[0], parts[1])
    }
}
