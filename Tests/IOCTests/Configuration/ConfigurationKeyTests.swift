@_spi(Reflection) import Swift
import Testing

@testable import IOC
@testable import IOCConfiguration

@Suite("Keys of a configuration")
struct ConfigurationKeyTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The stored properties of a configuration, but for the files it came from.
    private var properties: [String] {
        var names: [String] = []
        _ = _forEachField(of: ContextConfiguration.self) { name, _, _, _ in
            names.append(String(cString: name))
            return true
        }
        return names.filter { $0 != "files" }
    }

    @Test("Every property of a configuration has a row among the keys, and every row a property")
    func rows() {
        let rows = ConfigurationKey.all.map(\.name).filter { $0 != "imports" }
        #expect(properties.count > 20)
        #expect(Set(rows) == Set(properties) && rows.count == properties.count)
    }

    @Test("A configuration that is printed shows all that it says, but for the environment")
    func printed() {
        var configuration = ContextConfiguration(startTimeout: .seconds(7), observers: [KeyObserver()])
        configuration.secretKeys = ["pin"]
        configuration.knownProfiles = ["night"]
        configuration.environment = ["A": "b"]
        let shown = Mirror(reflecting: configuration).children
        let hidden: Set = ["environment", "excludedClasses", "refusesUnknownProfiles"]
        #expect(Set(shown.compactMap(\.label)) == Set(properties).subtracting(hidden))
        var text = ""
        dump(configuration, to: &text)
        #expect(["pin", "night", "7", "KeyObserver"].allSatisfy(text.contains))
    }

    /// A part of each key of a file, and a change that code may make of it.
    private static let parts: [(key: String, path: String, change: @Sendable (inout ContextConfiguration) -> Void)] = [
        ("prefixes", "[0]", { $0.prefixes = ["N"] }), ("classes", "[0]", { $0.classes = ["N"] }),
        ("exclude", "[0]", { $0.exclude = ["N"] }), ("assemblies", "[0]", { $0.assemblies = ["N"] }),
        ("profiles", "[0]", { $0.profiles = ["n"] }), ("cycles", "", { $0.cycles = .allow }),
        ("reload", "", { $0.reload = .live }),
        ("components", ".x", { $0.components["x"]?.order = 9 }), ("bindings", ".T", { $0.bindings["T"] = "y" }),
        ("properties", ".k", { $0.properties = ["k": 2] }),
        (
            "secretKeys", "[\(ContextConfiguration.usualSecretKeys.count)]",
            { $0.secretKeys[$0.secretKeys.count - 1] = "n" }
        ),
        ("strict", "", { $0.failsOnUnreadProperties = false }),
        ("timeouts.construction", "", { $0.constructionTimeout = .seconds(9) }),
        ("timeouts.start", "", { $0.startTimeout = .seconds(9) }),
        ("timeouts.stop", "", { $0.stopTimeout = .seconds(9) }),
        ("timeouts.drain", "", { $0.drainTimeout = .seconds(9) }),
        ("timeouts.health", "", { $0.healthTimeout = .seconds(9) }),
        ("startup.concurrency", "", { $0.startupConcurrency = 9 }),
    ]

    @Test("Each key of a file is read from it, stands where it stands there, and in code once code has changed it")
    func places() throws {
        let path = try folder.write(
            "a.json",
            """
            { "prefixes": ["P"], "classes": ["C"], "exclude": ["E"], "assemblies": ["A"], "imports": [],
              "profiles": ["p"], "cycles": "forbid", "reload": "watch", "components": { "x": {} }, "bindings": { "T": "x" },
              "properties": { "k": 1 }, "secretKeys": ["s"], "strict": true,
              "timeouts": { "construction": "2s", "start": "3s", "stop": "4s", "drain": "5s", "health": "6s" },
              "startup": { "concurrency": 3 } }
            """)
        let configuration = try ContextConfiguration(contentsOf: path, environment: [:])
        let plain = ContextConfiguration()
        #expect(Self.parts.map(\.key) == ConfigurationKey.ofFiles.map(\.key).filter { $0 != "imports" })
        for (part, row) in zip(Self.parts, ConfigurationKey.ofFiles.map(\.row).filter { $0.name != "imports" }) {
            let (keyPath, changed) = (part.key + part.path, configuration.with(part.change))
            #expect(!row.isSame(configuration, plain) && !row.isSame(configuration, changed), "\(keyPath)")
            #expect(configuration.origin(of: keyPath).description.contains("a.json:"), "\(keyPath) in the file")
            #expect(changed.origin(of: keyPath).description.hasSuffix("in code"), "\(keyPath) in code")
            let again = try ConfigurationRecipe(changed).configuration()
            #expect(row.isSame(again, changed), "\(keyPath) read again")
        }
        #expect(configuration.origin(of: "timeouts").description.contains("a.json:4:"))
        #expect(configuration.with { $0.stopTimeout = .seconds(9) }.origin(of: "timeouts").description.contains("code"))
        #expect(configuration.origin(of: "timeout").description.contains("code"))
    }
}

private struct KeyObserver: ContextObserver {
    func handle(_ event: ContextEvent) {}
}
