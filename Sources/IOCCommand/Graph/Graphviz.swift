import Foundation

/// Graphviz, where it is installed.
enum Graphviz {
    /// A graph laid out: one SVG element, or nil where there is no `dot` on `PATH` or it fails.
    /// - Parameters:
    ///   - dot: The graph in Graphviz's language.
    ///   - path: The folders to look in.
    static func layout(_ dot: String, path: String? = ProcessInfo.processInfo.environment["PATH"]) -> String? {
        let folders = path?.split(separator: ":") ?? []
        let program = folders.map { "\($0)/dot" }.first { FileManager.default.isExecutableFile(atPath: $0) }
        guard let program, let files = try? Files(dot) else { return nil }
        defer { files.remove() }
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = ["-Tsvg", "-o", files.output.path, files.input.path]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        process.waitUntilExit()
        guard process.terminationStatus == 0, let svg = try? String(contentsOf: files.output, encoding: .utf8),
            let start = svg.range(of: "<svg"), svg.contains("</svg>")
        else { return nil }
        return String(svg[start.lowerBound...])
    }

    /// Input and output as files, so that neither side waits for the other to read.
    private struct Files {
        let folder: URL
        var input: URL { folder.appending(path: "graph.dot") }
        var output: URL { folder.appending(path: "graph.svg") }

        init(_ dot: String) throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "ioc-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            try Data(dot.utf8).write(to: input)
        }

        func remove() { try? FileManager.default.removeItem(at: folder) }
    }
}
