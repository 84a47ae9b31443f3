import Foundation
import TestSupport
import Testing

/// These tests build the container and the tool in a new folder, which takes minutes. They run if `IOC_PLUGIN_BUILDS` is set.
@Suite(
    "The plugin", .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["IOC_PLUGIN_BUILDS"] != nil, "IOC_PLUGIN_BUILDS is not set"))
struct PluginTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Copies the example package to a new directory, where it refers to this package by its full path.
    private func copyOfExample() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "ioc-example-\(UUID().uuidString)")
        let example = Self.root.appending(path: "Sources/Examples/static-resolver")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in ["Package.swift", "Sources", "config"] {
            try FileManager.default.copyItem(at: example.appending(path: name), to: folder.appending(path: name))
        }
        try replace("\"../../..\"", with: "\"\(Self.root.path())\"", in: folder.appending(path: "Package.swift"))
        return folder
    }

    private func replace(_ old: String, with new: String, in file: URL) throws {
        let text = try String(contentsOf: file, encoding: .utf8)
        try #require(text.contains(old))
        try text.replacing(old, with: new).write(to: file, atomically: true, encoding: .utf8)
    }

    private func swift(_ words: String..., in folder: URL) async throws -> ChildProcess.Outcome {
        let scratch = folder.appending(path: ".build").path()
        // SwiftPM passes its build folder and the lock on it to this test, which builds elsewhere.
        let environment = ProcessInfo.processInfo.environment.filter {
            !$0.key.hasPrefix("SWIFTPM_") && $0.key != "IOC_PART"
        }
        return try await ChildProcess.run(
            "timeout",
            [
                "900", "swift", words[0], "--package-path", folder.path(), "--scratch-path", scratch,
                "--disable-index-store", "-debug-info-format", "none",
            ] + words.dropFirst(), in: folder, environment: environment)
    }

    @Test("A clean copy of the example builds and runs, and a fault fails the build at its line")
    func example() async throws {
        let folder = try copyOfExample()
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = try await swift("run", "--quiet", in: folder)
        #expect(first.status == 0, "\(first.text)")
        #expect(first.text.hasSuffix("coat, coat, jacket, shirt; at night: coat\n"), "\(first.text)")

        let forecast = folder.appending(path: "Sources/Weather/Forecast.swift")
        try replace("let sensor: any Sensor\n", with: "let forecast: Forecast\n", in: forecast)
        let broken = try await swift("build", in: folder)
        #expect(broken.status != 0)
        let cycle = "Weather/Forecast.swift:7:13: error: dependency cycle: Forecast → Station → Forecast"
        #expect(broken.text.contains(cycle), "\(broken.text)")
        try replace("let forecast: Forecast\n", with: "let sensor: any Sensor\n", in: forecast)

        // A build notices new options in the target's directory, and a change of their file alone.
        let options = folder.appending(path: "Sources/Weather/.ioc-generate")
        try "--quiet\n".write(to: options, atomically: true, encoding: .utf8)
        #expect(try await swift("build", in: folder).status == 0)
        try "--quiet --strict\n".write(to: options, atomically: true, encoding: .utf8)
        let strict = try await swift("build", in: folder)
        #expect(strict.status != 0)
        let missing = "Weather/Forecast.swift:9:13: error: nothing gives 'Forecast' its 'days' of type 'Int'"
        #expect(strict.text.contains(missing), "\(strict.text)")
    }
}
