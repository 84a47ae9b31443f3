import Foundation
import Testing

@Suite("The plugins", .serialized)
struct PluginTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// A copy of the example package in a directory of its own, which leads to this package by its full path.
    private func copyOfExample() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "ioc-example-\(UUID().uuidString)")
        let example = Self.root.appending(path: "Sources/Examples/static-resolver")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in ["Package.swift", "Sources", "config"] {
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
            ["timeout", "900", "swift", words[0], "--package-path", folder.path(), "--scratch-path", scratch]
            + words.dropFirst()
        process.currentDirectoryURL = folder
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

    @Test("A clean copy of the example builds, runs and is drawn; broken, its build fails at the line at fault")
    func example() throws {
        let folder = try copyOfExample()
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = try swift("run", "--quiet", in: folder)
        #expect(first.status == 0, "\(first.text)")
        #expect(first.text.hasSuffix("coat, coat, jacket, shirt; at night: coat\n"), "\(first.text)")

        let drawing = try swift("package", "ioc-graph", "--format", "mermaid", in: folder)
        #expect(drawing.status == 0, "\(drawing.text)")
        for name in ["Weather.AppResolver", "Weather.WeatherResolverAssembly.phrasebook"] {
            #expect(drawing.text.contains(name), "\(drawing.text)")
        }
        let written = try swift(
            "package", "--allow-writing-to-package-directory", "ioc-graph", "--target", "Weather", "-o", "graph.dot",
            in: folder)
        #expect(written.status == 0, "\(written.text)")
        let file = try String(contentsOf: folder.appending(path: "graph.dot"), encoding: .utf8)
        #expect(file.contains("digraph") && file.contains("Weather.Thermometer"))

        try breakResolver(in: folder)
        try breakWiring(in: folder)
        try breakConfiguration(in: folder)

        // Options in the target's directory count, and a change of them alone is noticed.
        #expect(try swift("build", in: folder).status == 0)
        try "--assemblies --strict\n".write(
            to: folder.appending(path: "Sources/Weather/.ioc-generate"), atomically: true, encoding: .utf8)
        let strict = try swift("build", in: folder)
        #expect(strict.status != 0)
        let line = "Weather/Forecast.swift:9:13: error: nothing gives 'Forecast' its 'days' of type 'Int'"
        #expect(strict.text.contains(line), "\(strict.text)")
    }

    private func breakResolver(in folder: URL) throws {
        try broken(
            "Sources/Weather/Forecast.swift", "let sensor: any Sensor\n", "let forecast: Forecast\n", in: folder,
            says: "Weather/Forecast.swift:7:13: error: dependency cycle: Forecast → Station → Forecast")
    }

    private func breakWiring(in folder: URL) throws {
        try broken(
            "Sources/Weather/Weather.swift", "final class Thermometer: IOCComponent, Sensor",
            "final class Thermometer: Sensor",
            in: folder,
            says: "Weather/Weather.swift:12:20: error: missing-dependency: AppResolver.sensor needs any Weather.Sensor")
    }

    private func breakConfiguration(in folder: URL) throws {
        try broken(
            "config/applicationContext.json", "\"days\": 4", "\"days\": \"four\"", in: folder,
            says: "Weather/Weather.swift:25:33: error: property-conversion: Announcer.days needs Int")
    }

    /// Builds with a change of one file, which is taken back afterwards.
    private func broken(_ path: String, _ good: String, _ bad: String, in folder: URL, says line: String) throws {
        let file = folder.appending(path: path)
        let text = try String(contentsOf: file, encoding: .utf8)
        try #require(text.contains(good))
        try text.replacing(good, with: bad).write(to: file, atomically: true, encoding: .utf8)
        let outcome = try swift("build", in: folder)
        #expect(outcome.status != 0)
        #expect(outcome.text.contains(line), "\(outcome.text)")
        try text.write(to: file, atomically: true, encoding: .utf8)
    }
}
