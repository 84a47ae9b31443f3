import Foundation
import TestSupport
import Testing

/// They build the container and its tool from nothing, so `IOC_PLUGIN_BUILDS` asks for them.
@Suite(
    "The plugins", .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["IOC_PLUGIN_BUILDS"] != nil, "IOC_PLUGIN_BUILDS is not set"))
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
            .replacing("path: \"../../..\")", with: "path: \"\(Self.root.path())\"), .package(path: \"mail\")")
            .replacing(
                "\"Instruments\", .product",
                with: "\"Instruments\", .product(name: \"Mail\", package: \"mail\"), .product")
        try text.write(to: manifest, atomically: true, encoding: .utf8)
        try addMail(to: folder)
        return folder
    }

    /// Adds a package with components of its own, on which the example depends.
    private func addMail(to folder: URL) throws {
        let sources = folder.appending(path: "mail/Sources/Mail")
        try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
        try """
        // swift-tools-version: 6.2
        import PackageDescription
        let package = Package(
            name: "mail", platforms: [.macOS(.v15)], products: [.library(name: "Mail", targets: ["Mail"])],
            dependencies: [.package(name: "ioc", path: "\(Self.root.path())")],
            targets: [.target(name: "Mail", dependencies: [.product(name: "IOC", package: "ioc")])])
        """.write(to: folder.appending(path: "mail/Package.swift"), atomically: true, encoding: .utf8)
        try """
        import IOC
        protocol Stamp: Sendable {}
        @Component final class Penny: Stamp {}
        @Component final class Postbox {
            @Autowired var stamp: any Stamp
        }
        """.write(to: sources.appending(path: "Mail.swift"), atomically: true, encoding: .utf8)
        let file = folder.appending(path: "config/applicationContext.json")
        try String(contentsOf: file, encoding: .utf8)
            .replacing("[\"Weather.\"]", with: "[\"Weather.\", \"Mail.\"]")
            .write(to: file, atomically: true, encoding: .utf8)
        let main = folder.appending(path: "Sources/Weather/Mail.swift")
        try "import Mail\n".write(to: main, atomically: true, encoding: .utf8)
    }

    private func swift(_ words: String..., in folder: URL) async throws -> ChildProcess.Outcome {
        let scratch = folder.appending(path: ".build").path()
        // What runs this test tells its children where it builds, and holds the lock on that place.
        let environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("SWIFTPM_") }
        return try await ChildProcess.run(
            "timeout",
            // Nobody debugs what is built here.
            [
                "900", "swift", words[0], "--package-path", folder.path(), "--scratch-path", scratch,
                "--disable-index-store", "-debug-info-format", "none",
            ]
                + words.dropFirst(), in: folder, environment: environment)
    }

    @Test("A clean copy of the example builds, runs and is drawn; broken, its build fails at the line at fault")
    func example() async throws {
        let folder = try copyOfExample()
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = try await swift("run", "--quiet", in: folder)
        #expect(first.status == 0, "\(first.text)")
        #expect(first.text.hasSuffix("coat, coat, jacket, shirt; at night: coat\n"), "\(first.text)")

        let drawing = try await swift("package", "ioc-graph", "--format", "mermaid", in: folder)
        #expect(drawing.status == 0, "\(drawing.text)")
        for name in ["Mail.Postbox", "Weather.AppResolver", "Weather.WeatherResolverAssembly.phrasebook"] {
            #expect(drawing.text.contains(name), "\(drawing.text)")
        }
        let written = try await swift(
            "package", "--allow-writing-to-package-directory", "ioc-graph", "--target", "Weather", "-o", "graph.dot",
            in: folder)
        #expect(written.status == 0, "\(written.text)")
        let file = try String(contentsOf: folder.appending(path: "graph.dot"), encoding: .utf8)
        #expect(file.contains("digraph") && file.contains("Weather.Thermometer"))

        try await breakResolver(in: folder)
        try await breakWiring(in: folder)
        try await breakConfiguration(in: folder)
        try await broken(
            "mail/Sources/Mail/Mail.swift", "@Component final class Penny", "final class Penny", in: folder,
            says: "Mail/Mail.swift:5:20: error: dependency-missing: Postbox.stamp needs any Mail.Stamp")

        // Options in the target's directory count, and a change of them alone is noticed.
        #expect(try await swift("build", in: folder).status == 0)
        try "--assemblies --strict\n".write(
            to: folder.appending(path: "Sources/Weather/.ioc-generate"), atomically: true, encoding: .utf8)
        let strict = try await swift("build", in: folder)
        #expect(strict.status != 0)
        let line = "Weather/Forecast.swift:9:13: error: nothing gives 'Forecast' its 'days' of type 'Int'"
        #expect(strict.text.contains(line), "\(strict.text)")
    }

    private func breakResolver(in folder: URL) async throws {
        try await broken(
            "Sources/Weather/Forecast.swift", "let sensor: any Sensor\n", "let forecast: Forecast\n", in: folder,
            says: "Weather/Forecast.swift:7:13: error: dependency cycle: Forecast → Station → Forecast")
    }

    private func breakWiring(in folder: URL) async throws {
        try await broken(
            "Sources/Weather/Weather.swift", "@Component\nfinal class Thermometer: Sensor",
            "final class Thermometer: Sensor",
            in: folder,
            says: "Weather/Weather.swift:13:9: error: dependency-missing: AppResolver.init(sensor:) needs any "
                + "Weather.Sensor")
    }

    private func breakConfiguration(in folder: URL) async throws {
        try await broken(
            "config/applicationContext.json", "\"days\": 4", "\"days\": \"four\"", in: folder,
            says: "Weather/Weather.swift:28:45: error: property-conversion: Announcer.init(days:) needs Int")
    }

    /// Builds with a change of one file, which is taken back afterwards.
    private func broken(_ path: String, _ good: String, _ bad: String, in folder: URL, says line: String) async throws {
        let file = folder.appending(path: path)
        let text = try String(contentsOf: file, encoding: .utf8)
        try #require(text.contains(good))
        try text.replacing(good, with: bad).write(to: file, atomically: true, encoding: .utf8)
        let outcome = try await swift("build", in: folder)
        #expect(outcome.status != 0)
        #expect(outcome.text.contains(line), "\(outcome.text)")
        try text.write(to: file, atomically: true, encoding: .utf8)
    }
}
