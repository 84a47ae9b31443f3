import Foundation
import PackagePlugin

/// The command that checks the wiring of a program.
///
/// ```
/// swift package check-wiring [--product P] [--executable E] [--config F] [--profile N]... [-- arguments]
/// ```
///
/// It builds the product, or uses the executable E. It runs the program with `--check`, and prints each fault and each
/// warning with its place.
@main
struct CheckWiring: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let options = try ProgramOptions(arguments)
        let program = try PackageProgram(options, in: context, packageManager)
        let (output, code) = try program.run(["--check", "--format", "json"] + options.arguments)
        guard let result = CheckResult(output) else {
            throw PackageProgram.Failure(
                "'\(program.name)' prints no result of a check (exit code \(code)); is it a ContainerProgram?")
        }
        let places = Places(of: program, in: context.package)
        for notice in result.notices { print("\(places.place(of: notice)): warning: \(notice.text)") }
        for fault in result.faults {
            print("\(places.place(of: fault)): error: \(fault.text)\n    fix: \(fault.remedy)")
        }
        if !result.faults.isEmpty {
            let count = result.faults.count
            Diagnostics.error("the wiring of '\(program.name)' has \(count) fault\(count == 1 ? "" : "s")")
        } else if code != 0 {
            Diagnostics.error("the check of '\(program.name)' ended with exit code \(code)")
        } else {
            print("the wiring of '\(program.name)' is sound")
        }
    }
}

/// The result of a check, as the program prints it.
private struct CheckResult: Decodable {
    struct Entry: Decodable {
        /// The code and the fault, in one sentence.
        let text: String
        /// `Module/File.swift:LINE`, a place in a configuration file, or another text.
        let location: String?
        let remedy: String
    }
    let faults, notices: [Entry]

    /// Creates the result from the output of a program; nil if the output contains no result.
    init?(_ output: Data) {
        // The program's own code may print text before the result.
        let json = output.drop { $0 != UInt8(ascii: "{") }
        guard let result = try? JSONDecoder().decode(CheckResult.self, from: json) else { return nil }
        self = result
    }
}

/// The source files of a program, which give faults their paths.
private struct Places {
    private let program: String
    private let folder: String
    /// The source files by their `#fileID`, `Module/File.swift`.
    private var files: [String: String] = [:]

    init(of program: PackageProgram, in package: Package) {
        self.program = program.name
        folder = package.directoryURL.path(percentEncoded: false)
        for module in program.modules {
            for file in module.sourceFiles(withSuffix: "swift") {
                files["\(module.moduleName)/\(file.url.lastPathComponent)"] = file.url.path(percentEncoded: false)
            }
        }
    }

    /// Returns the place of an entry: `path:line`, or the path of a configuration file without a line, relative to the
    /// package. Otherwise returns the program's name, with the location if there is one.
    func place(of entry: CheckResult.Entry) -> String {
        guard let location = entry.location else { return program }
        if let match = location.prefixMatch(of: #/(?<file>.+?)(?<position>(:\d+)+)/#) {
            return shown(String(match.file)) + match.position
        }
        // A place in a configuration file may have a key path instead of a line.
        if let match = location.prefixMatch(of: #/(?<file>\S+\.(json|plist))/#) { return shown(String(match.file)) }
        return "\(program): \(location)"
    }

    private func shown(_ file: String) -> String {
        let path = files[file] ?? file
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
    }
}
