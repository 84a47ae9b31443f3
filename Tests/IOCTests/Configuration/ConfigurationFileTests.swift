import FoundationEssentials
import IOC
import IOCManagement
import Testing

@Suite("A configuration file")
struct ConfigurationFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    static let json = """
        // Everything a file can say.
        {
            "prefixes": ["SG", "Shop.Payments."],
            classes: ['Legacy.Mailer',],
            "exclude": ["SGMock"],
            "assemblies": ["Shop.CoreAssembly"],
            "profiles": ["development", "größe"],
            "cycles": "forbid", /* or allow */
            "components": {
                "stripe": {
                    "class": "Shop.StripeGateway", "scope": "prototype", "primary": true, "fallback": false,
                    "order": 10, "lazy": true, "profiles": ["production"],
                    "when": { "setting": "payments.enabled", "equals": true },
                    "whenMissing": "Shop.Gateway", "dependsOn": ["database"],
                    "settings": { "apiKey": "${STRIPE_KEY}" }
                },
                "SGService": {}
            },
            "bindings": { "Shop.PaymentGateway": "stripe" },
            "timeouts": { "construction": "5s", "start": "1m30s", "stop": "250ms" },
            "settings": {
                "server": { "port": 8080, "ratio": 1.0, "hex": 0x1F, "big": 1e3, "debug": false },
                "hosts": ["a", "b"], "since": "2020-01-01T00:00:00Z", "key": "AQID"
            }
        }
        """

    static let xml = propertyList(
        """
        <!-- Everything a file can say. -->
        <dict>
            <key>prefixes</key><array><string>SG</string><string>Shop.Payments.</string></array>
            <key>classes</key><array><string>Legacy.Mailer</string></array>
            <key>exclude</key><array><string>SGMock</string></array>
            <key>assemblies</key><array><string><![CDATA[Shop.CoreAssembly]]></string></array>
            <key>profiles</key><array><string>development</string><string>gr&#xF6;&#223;e</string></array>
            <key>cycles</key><string>forbid</string>
            <key>components</key>
            <dict>
                <key>stripe</key>
                <dict>
                    <key>class</key><string>Shop.StripeGateway</string>
                    <key>scope</key><string>prototype</string>
                    <key>primary</key><true/>
                    <key>fallback</key><false/>
                    <key>order</key><integer>10</integer>
                    <key>lazy</key><true/>
                    <key>profiles</key><array><string>production</string></array>
                    <key>when</key>
                    <dict><key>setting</key><string>payments.enabled</string><key>equals</key><true/></dict>
                    <key>whenMissing</key><string>Shop.Gateway</string>
                    <key>dependsOn</key><array><string>database</string></array>
                    <key>settings</key><dict><key>apiKey</key><string>${STRIPE_KEY}</string></dict>
                </dict>
                <key>SGService</key><dict/>
            </dict>
            <key>timeouts</key>
            <dict>
                <key>construction</key><string>5s</string>
                <key>start</key><string>1m30s</string>
                <key>stop</key><string>250ms</string>
            </dict>
            <key>bindings</key><dict><key>Shop.PaymentGateway</key><string>stripe</string></dict>
            <key>settings</key>
            <dict>
                <key>server</key>
                <dict>
                    <key>port</key><integer>8080</integer>
                    <key>ratio</key><real>1</real>
                    <key>hex</key><integer>0x1F</integer>
                    <key>big</key><real>1000</real>
                    <key>debug</key><false/>
                </dict>
                <key>hosts</key><array><string>a</string><string>b</string></array>
                <key>since</key><date>2020-01-01T00:00:00Z</date>
                <key>key</key><data>AQID</data>
            </dict>
        </dict>
        """)

    static let inCode = ContextConfiguration(
        prefixes: ["SG", "Shop.Payments."], classes: ["Legacy.Mailer"], exclude: ["SGMock"],
        assemblies: ["Shop.CoreAssembly"], profiles: ["development", "größe"], cycles: .forbid,
        components: [
            "stripe": .init(
                className: "Shop.StripeGateway", scope: .prototype, isPrimary: true, isFallback: false, order: 10,
                isLazy: true, profiles: ["production"], when: .init(setting: "payments.enabled", equals: true),
                whenMissing: "Shop.Gateway", dependsOn: ["database"], settings: ["apiKey": "${STRIPE_KEY}"]),
            "SGService": .init(),
        ],
        bindings: ["Shop.PaymentGateway": "stripe"],
        settings: [
            "server": ["port": 8080, "ratio": 1.0, "hex": 31, "big": 1000.0, "debug": false],
            "hosts": ["a", "b"], "since": "2020-01-01T00:00:00Z", "key": "AQID",
        ],
        constructionTimeout: .seconds(5), startTimeout: .seconds(90), stopTimeout: .milliseconds(250))

    /// The same in a property list, which doesn't tell whole numbers with a fraction from others.
    static let inPropertyList = inCode.with {
        $0.settings = [
            "server": ["port": 8080, "ratio": 1, "hex": 31, "big": 1000, "debug": false],
            "hosts": ["a", "b"], "since": "2020-01-01T00:00:00Z", "key": "AQID",
        ]
    }

    @Test("JSON with comments gives the same configuration as code")
    func json() throws {
        #expect(try ContextConfiguration(contentsOf: folder.write("a.json", Self.json)) == Self.inCode)
    }

    @Test("An XML property list gives the same configuration as JSON")
    func xml() throws {
        #expect(try ContextConfiguration(contentsOf: folder.write("a.plist", Self.xml)) == Self.inPropertyList)
    }

    @Test("A binary property list gives the same configuration as JSON")
    func binary() throws {
        struct Server: Encodable {
            let port = 8080
            let ratio = 1.0
            let hex = 31
            let big = 1000.0
            let debug = false
        }
        struct Settings: Encodable {
            let server = Server()
            let hosts = ["a", "b"]
            let since = Date(timeIntervalSince1970: 1_577_836_800)
            let key = Data([1, 2, 3])
        }
        struct File: Encodable {
            let prefixes = ["SG", "größe"]
            let settings = Settings()
        }
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        let configuration = try ContextConfiguration(contentsOf: folder.write("b.plist", encoder.encode(File())))
        #expect(
            configuration
                == ContextConfiguration(
                    prefixes: ["SG", "größe"], settings: ConfigurationFileTests.inPropertyList.settings))
    }

    @Test("A byte order mark in front does no harm", arguments: ["a.json", "a.plist"])
    func byteOrderMark(name: String) throws {
        let text = name == "a.json" ? Self.json : Self.xml
        let expected = name == "a.json" ? Self.inCode : Self.inPropertyList
        #expect(try ContextConfiguration(contentsOf: folder.write(name, "\u{FEFF}" + text)) == expected)
    }

    @Test("The ending counts in either case, and no key is needed")
    func smallest() throws {
        #expect(
            try ContextConfiguration(contentsOf: folder.write("a.JSON", "{}")) == ContextConfiguration(prefixes: []))
        #expect(
            try ContextConfiguration(contentsOf: folder.write("a.Plist", propertyList("<dict/>")))
                == ContextConfiguration(prefixes: []))
    }

    @Test("Values nested 512 deep are read in each format")
    func deepest() throws {
        let open = String(repeating: "[", count: 510)
        let close = String(repeating: "]", count: 510)
        let json = try ContextConfiguration(
            contentsOf: folder.write("d.json", #"{"settings": {"a": \#(open)\#(close)}}"#))
        let arrays = String(repeating: "<array>", count: 510) + String(repeating: "</array>", count: 510)
        let xml = try ContextConfiguration(
            contentsOf: folder.write(
                "d.plist",
                propertyList("<dict><key>settings</key><dict><key>a</key>\(arrays)</dict></dict>")))
        #expect(json == xml)
        #expect(json.settings.value(at: "a" + String(repeating: "[0]", count: 509)) == [])
    }

    @Test("A relative path is looked for in the working directory")
    func relativePath() throws {
        let name = "ioc-\(UUID().uuidString).json"
        try Data("{}".utf8).write(to: URL(filePath: name))
        defer { try? FileManager.default.removeItem(atPath: name) }
        let configuration = try ContextConfiguration(contentsOf: "./" + name)
        #expect(configuration.sources == ["\(FileManager.default.currentDirectoryPath)/\(name)"])
    }

    @Test("What the file says of settings is found by key path, dots in keys included")
    func keyPaths() {
        let tree: SettingValue = ["a": ["b": [1, ["c": 2]]], "x.y": ["z": 4]]
        #expect(tree.value(at: "a.b[0]") == 1)
        #expect(tree.value(at: "a.b[1].c") == 2)
        #expect(tree.value(at: "x.y.z") == 4)
        #expect(tree.value(at: "a.b[2]") == nil)
        #expect(tree.value(at: "a") == ["b": [1, ["c": 2]]])
    }

    @Test(
        "What can't be compared is never the same",
        arguments: [
            { $0.observers = [StartupTimings()] }, { $0.settingSources = [TreeSettingSource([:], name: "a tree")] },
        ] as [@Sendable (inout ContextConfiguration) -> Void])
    func incomparable(change: @Sendable (inout ContextConfiguration) -> Void) {
        let plain = ContextConfiguration(prefixes: ["SG"])
        let changed = plain.with(change)
        #expect(!(plain == changed))
        #expect(!(changed == changed))
        #expect(plain == plain.with { $0.observers = [] })
    }

    @Test(
        "Two configurations differ in whatever is said",
        arguments: [
            { $0.stopTimeout = .seconds(1) }, { $0.environment = [:] }, { $0.arguments = ["--a=1"] },
            { $0.failsOnUnreadSettings = true },
        ] as [@Sendable (inout ContextConfiguration) -> Void])
    func different(change: @Sendable (inout ContextConfiguration) -> Void) {
        #expect(!(ContextConfiguration(prefixes: ["SG"]) == ContextConfiguration(prefixes: ["SG"]).with(change)))
    }
}
