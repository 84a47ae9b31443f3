import Foundation
import Testing

@Suite("The build-tool plugin", .serialized)
struct PluginTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// A copy of the example package in a directory of its own, which leads to this package by its full path.
    private func copyOfExample() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "ioc-example-\(UUID().uuidString)")
        let example = Self.root.appending(path: "Sources/Examples/static-resolver")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in ["Package.swift", "Sources"] {
            try FileManager.default.copyItem(at: example.appending(path: name), to: folder.appending(path: name))
        }
        let manifest = folder.appending(path: "Package.swift")
        let text = try String(contentsOf: manifest, encoding: .utf8)
        try text.replacing("../../..", with: Self.root.path()).write(to: manifest, atomically: true, encoding: .utf8)
        return folder
    }

    private func swift(_ words: String..., in folder: URL) throws -> (status: Int32, text: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let scratch = folder.appending(path: ".build").path()
        process.arguments =
            ["timeout", "540", "swift"] + words + ["--package-path", folder.path(), "--scratch-path", scratch]
        // What runs this test tells its children where it builds, and holds the lock on that place.
        process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("SWIFTPM_") }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }

    @Test("A clean copy of the example builds and runs; broken, its build fails at the line at fault")
    func example() throws {
        let folder = try copyOfExample()
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = try swift("run", "--quiet", in: folder)
        #expect(first.status == 0, "\(first.text)")
        #expect(first.text.hasSuffix("coat, coat, jacket, shirt\n"), "\(first.text)")

        let source = folder.appending(path: "Sources/Weather/Forecast.swift")
        let good = try String(contentsOf: source, encoding: .utf8)
        let broken = good.replacing("let sensor: any Sensor\n", with: "let forecast: Forecast\n")
        try broken.write(to: source, atomically: true, encoding: .utf8)
        let second = try swift("build", in: folder)
        #expect(second.status != 0)
        let line = "Weather/Forecast.swift:7:13: error: dependency cycle: Forecast → Station → Forecast"
        #expect(second.text.contains(line), "\(second.text)")

        // Options in the target's directory count, and a change of them alone is noticed.
        try good.write(to: source, atomically: true, encoding: .utf8)
        #expect(try swift("build", in: folder).status == 0)
        try "--strict\n".write(
            to: folder.appending(path: "Sources/Weather/.ioc-generate"), atomically: true, encoding: .utf8)
        let third = try swift("build", in: folder)
        #expect(third.status != 0)
        let strict = "Weather/Forecast.swift:9:13: error: nothing gives 'Forecast' its 'days' of type 'Int'"
        #expect(third.text.contains(strict), "\(third.text)")
    }
}
