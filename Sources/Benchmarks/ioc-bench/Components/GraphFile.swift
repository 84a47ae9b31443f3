import FoundationEssentials
import GeneratedGraph

/// A configuration file that names generated classes, each under several names; gone with the object.
final class GraphFile {
    let path: String
    /// The number of components it has.
    let count: Int

    init(classes: Int, names: Int) throws {
        count = classes * names
        let entries = (0..<classes).flatMap { number in
            (0..<names).map { name in
                // Of one class's components one has to win.
                let mark = name == 0 && names > 1 ? #", "primary": true"# : ""
                return #"    "component\#(number)-\#(name)": { "class": "Generated\#(number)"\#(mark) }"#
            }
        }
        let text = "{\n  \"components\": {\n\(entries.joined(separator: ",\n"))\n  }\n}\n"
        let folder = FileManager.default.temporaryDirectory
        path = folder.appending(path: "ioc-bench-\(UUID().uuidString).json").path
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
