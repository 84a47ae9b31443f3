import IOC
import Testing

@Suite("Keys of a configuration")
struct ConfigurationKeyTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("A configuration that is printed shows all that it says, but for the environment")
    func printed() {
        var configuration = ContextConfiguration(startTimeout: .seconds(7), observers: [KeyObserver()])
        configuration.secretKeys = ["pin"]
        configuration.knownProfiles = ["night"]
        configuration.environment = ["A": "b"]
        let shown = Mirror(reflecting: configuration).children
        #expect(shown.count > 20 && !shown.contains { $0.label == "environment" })
        var text = ""
        dump(configuration, to: &text)
        #expect(["pin", "night", "7", "KeyObserver"].allSatisfy(text.contains))
    }

    @Test("The former keys \"properties\" and \"property\" are read as \"settings\" and \"setting\", in each format")
    func formerNames() throws {
        let entry = #"{ "properties": { "a": 1 }, "when": { "property": "p" } }"#
        let json = try folder.write(
            "a.json", #"{ "properties": { "k": 1, "properties": 2 }, "components": { "x": \#(entry) } }"#)
        let list =
            "<dict><key>properties</key><dict><key>k</key><integer>1</integer><key>properties</key>"
            + "<integer>2</integer></dict><key>components</key><dict><key>x</key><dict><key>properties</key><dict>"
            + "<key>a</key><integer>1</integer></dict><key>when</key><dict><key>property</key><string>p</string></dict>"
            + "</dict></dict></dict>"
        for path in [json, try folder.write("a.plist", propertyList(list))] {
            let configuration = try ContextConfiguration(contentsOf: path, environment: [:])
            #expect(configuration.settings == ["k": 1, "properties": 2])
            #expect(configuration.components["x"]?.settings == ["a": 1])
            #expect(configuration.components["x"]?.when == .init(setting: "p"))
            #expect("\(configuration.origin(of: "settings.k"))".contains("(settings.k)"))
        }
    }

    @Test("Both names of a key in one file are one key that stands twice", arguments: ["a.json", "a.plist"])
    func bothNames(name: String) throws {
        let text =
            name == "a.json"
            ? #"{ "properties": { "k": 1 }, "settings": { "k": 2 } }"#
            : propertyList("<dict><key>properties</key><dict/><key>settings</key><dict/></dict>")
        let path = try folder.write(name, text)
        let error = try #require(throws: IOCError.self) { try ContextConfiguration(contentsOf: path, environment: [:]) }
        #expect(error.faults.map(\.headline) == ["key-repeated: the key 'settings' stands twice"])
    }

    @Test("Each key of a file has its place there, and a place in code once code has changed it")
    func places() throws {
        let path = try folder.write(
            "a.json",
            """
            { "prefixes": ["P"], "classes": ["C"], "exclude": ["E"], "assemblies": ["A"], "imports": [],
              "profiles": ["p"], "cycles": "forbid", "reload": "watch", "components": { "x": {} }, "bindings": { "T": "x" },
              "settings": { "k": 1 }, "secretKeys": ["s"], "strict": true,
              "timeouts": { "construction": "2s", "start": "3s", "stop": "4s", "drain": "5s", "health": "6s" },
              "startup": { "concurrency": 3 } }
            """)
        let configuration = try ContextConfiguration(contentsOf: path, environment: [:])
        for (keyPath, change) in Self.parts {
            let changed = configuration.with(change)
            #expect(!(configuration == changed), "\(keyPath)")
            #expect(configuration.origin(of: keyPath).description.contains("a.json:"), "\(keyPath) in the file")
            #expect(changed.origin(of: keyPath).description.hasSuffix("in code"), "\(keyPath) in code")
        }
        #expect(configuration.origin(of: "timeouts").description.contains("a.json:4:"))
    }

    private static let parts: [(keyPath: String, change: @Sendable (inout ContextConfiguration) -> Void)] = [
        ("prefixes[0]", { $0.prefixes = ["N"] }), ("classes[0]", { $0.classes = ["N"] }),
        ("exclude[0]", { $0.exclude = ["N"] }), ("assemblies[0]", { $0.assemblies = ["N"] }),
        ("profiles[0]", { $0.profiles = ["n"] }), ("cycles", { $0.cycles = .allow }),
        ("reload", { $0.reload = .live }), ("components.x", { $0.components["x"]?.order = 9 }),
        ("bindings.T", { $0.bindings["T"] = "y" }), ("settings.k", { $0.settings = ["k": 2] }),
        (
            "secretKeys[\(ContextConfiguration.usualSecretKeys.count)]",
            { $0.secretKeys[$0.secretKeys.count - 1] = "n" }
        ),
        ("strict", { $0.failsOnUnreadSettings = false }),
        ("timeouts.construction", { $0.constructionTimeout = .seconds(9) }),
        ("timeouts.start", { $0.startTimeout = .seconds(9) }), ("timeouts.stop", { $0.stopTimeout = .seconds(9) }),
        ("timeouts.drain", { $0.drainTimeout = .seconds(9) }), ("timeouts.health", { $0.healthTimeout = .seconds(9) }),
        ("startup.concurrency", { $0.startupConcurrency = 9 }),
    ]

    @Test("A printed configuration masks the values of secret arguments, and shows the others")
    func printedArguments() {
        var configuration = ContextConfiguration()
        configuration.arguments = [
            "serve", "--db.password=x", "--password", "--port=1", "plain", "--token", "t", "-v", "-w", "u", "v",
            "--word=y",
        ]
        configuration.secretKeys = ["word"]
        let shown = Mirror(reflecting: configuration).children.first { $0.label == "arguments" }?.value as? [String]
        #expect(
            shown == [
                "serve", "--db.password=<secret>", "--password", "--port=1", "plain", "--token", "…", "-v", "-w", "…",
                "v", "--word=<secret>",
            ])
    }
}

private struct KeyObserver: ContextObserver {
    func handle(_ event: ContextEvent) {}
}
