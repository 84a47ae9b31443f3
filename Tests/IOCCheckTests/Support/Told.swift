import IOCCommand
import TestSupport

/// The lines that a command tells of one source file of a module `App`, without the folder that it stands in.
/// - Parameters:
///   - source: The text of `App.swift`.
///   - configuration: The text of the configuration, in JSON.
///   - command: The command with its own options; of any but a check, all that it prints is told.
func told(
    _ source: String, _ configuration: String = #"{ "prefixes": ["App"] }"#, by command: [String] = ["check"]
) throws -> [String] {
    let scratch = try Scratch()
    try scratch.write("Sources/App/App.swift", source)
    let file = try scratch.write("config.json", configuration)
    let outcome = ioc(command + ["--sources", scratch.path + "/Sources", "--no-cache", "--config", file])
    return (command == ["check"] ? outcome.error : outcome.out + outcome.error).split(separator: "\n").map {
        String($0).replacing(scratch.path + "/Sources/App/", with: "").replacing(scratch.path + "/", with: "")
    }
}
