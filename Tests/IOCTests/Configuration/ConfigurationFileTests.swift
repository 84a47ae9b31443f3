import Foundation
import IOC
import Testing

@Suite("A configuration file")
struct ConfigurationFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    static let json = """
        {
            "prefixes": ["SG", "Shop.Payments."], "classes": ["Legacy.Mailer"], "exclude": ["SGMock"],
            "assemblies": ["Shop.CoreAssembly"], "profiles": ["development", "größe"], "cycles": "forbid",
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
            "settings": { "server": { "port": 8080, "ratio": 1.5, "debug": false }, "hosts": ["a", "b"] }
        }
        """

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
        settings: ["server": ["port": 8080, "ratio": 1.5, "debug": false], "hosts": ["a", "b"]],
        constructionTimeout: .seconds(5), startTimeout: .seconds(90), stopTimeout: .milliseconds(250))

    @Test(
        "A file gives the same configuration as code, also after a byte order mark",
        arguments: ["json", "xml", "binary"])
    func formats(format: String) throws {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        var files = [("a.json", Array(Self.json.utf8)), ("b.json", mark + Self.json.utf8)]
        if format != "json" {
            let list = try PropertyListSerialization.data(
                fromPropertyList: JSONSerialization.jsonObject(with: Data(Self.json.utf8)),
                format: format == "xml" ? .xml : .binary, options: 0)
            files = [("a.plist", Array(list))] + (format == "xml" ? [("b.plist", mark + list)] : [])
        }
        for (name, bytes) in files {
            #expect(try ContextConfiguration(contentsOf: folder.write(name, bytes)) == Self.inCode)
        }
    }

    @Test("The ending counts in either case, and no key is needed")
    func smallest() throws {
        for (name, text) in [("a.JSON", "{}"), ("a.Plist", propertyList("<dict/>"))] {
            #expect(try ContextConfiguration(contentsOf: folder.write(name, text)) == ContextConfiguration())
        }
    }

    @Test("A relative path is looked for in the working directory")
    func relativePath() throws {
        let name = "ioc-\(UUID().uuidString).json"
        try Data("{}".utf8).write(to: URL(filePath: name))
        defer { try? FileManager.default.removeItem(atPath: name) }
        let configuration = try ContextConfiguration(contentsOf: "./" + name)
        #expect(configuration.sources == ["\(FileManager.default.currentDirectoryPath)/\(name)"])
    }

    @Test("The former keys \"properties\" and \"property\" are read as \"settings\" and \"setting\", in each format")
    func formerNames() throws {
        let entry = #"{ "properties": { "a": 1 }, "when": { "property": "p" } }"#
        let json = #"{ "properties": { "k": 1, "properties": 2 }, "components": { "x": \#(entry) } }"#
        let list =
            "<dict><key>properties</key><dict><key>k</key><integer>1</integer><key>properties</key>"
            + "<integer>2</integer></dict><key>components</key><dict><key>x</key><dict><key>properties</key><dict>"
            + "<key>a</key><integer>1</integer></dict><key>when</key><dict><key>property</key><string>p</string></dict>"
            + "</dict></dict></dict>"
        for path in try [folder.write("a.json", json), folder.write("a.plist", propertyList(list))] {
            let configuration = try ContextConfiguration(contentsOf: path, environment: [:])
            #expect(configuration.settings == ["k": 1, "properties": 2])
            #expect(configuration.components["x"]?.settings == ["a": 1])
            #expect(configuration.components["x"]?.when == .init(setting: "p"))
            #expect(configuration.origin(of: "settings.k").description.contains("(settings.k)"))
        }
    }

    @Test("Both names of a key in one file are one key that occurs twice", arguments: ["a.json", "a.plist"])
    func bothNames(name: String) throws {
        let text =
            name == "a.json"
            ? #"{ "properties": { "k": 1 }, "settings": { "k": 2 } }"#
            : propertyList("<dict><key>properties</key><dict/><key>settings</key><dict/></dict>")
        try folder.write(name, text)
        let faults = try folder.error(of: name).faults
        #expect(faults.map(\.code) == [.keyRepeated] && faults[0].headline.contains("'settings'"))
    }

    // MARK: Entries

    @Test("Each key of an entry is read, and no two mean the same")
    func keys() throws {
        let values = [
            "class": #""C""#, "scope": #""prototype""#, "primary": "true", "fallback": "true", "order": "3",
            "lazy": "true", "profiles": #"["p"]"#, "when": #"{ "setting": "k" }"#, "whenMissing": #""T""#,
            "dependsOn": #"["x"]"#, "settings": #"{ "k": 1 }"#, "override": "true", "retry": #"{ "attempts": 3 }"#,
        ]
        let text = values.map { #""\#($0.key)": { "\#($0.key)": \#($0.value) }"# }.joined(separator: ", ")
        let entries = try folder.configuration(ofText: #"{ "components": { \#(text) } }"#).components
        #expect(entries.count == values.count)
        for (key, entry) in entries {
            #expect(entry != ContextConfiguration.ComponentEntry(), "\(key) is read")
            #expect(entries.filter { $0.value == entry }.count == 1, "\(key) is no other")
        }
    }

    @Test(
        "A start is retried as the file says",
        arguments: [
            (#"{ "attempts": 1 }"#, StartRetry(attempts: 1)),
            (#"{ "attempts": 3, "delay": "7ms" }"#, StartRetry(attempts: 3, delay: .milliseconds(7))),
            (#"{ "attempts": 3, "factor": 1 }"#, StartRetry(attempts: 3, factor: 1)),
            (#"{ "attempts": 3, "factor": 1.5 }"#, StartRetry(attempts: 3, factor: 1.5)),
        ])
    func retries(text: String, expected: StartRetry) throws {
        let file = "{ \"components\": { \"c\": { \"retry\": \(text) } } }"
        #expect(try folder.configuration(ofText: file).components["c"]?.retry == expected)
    }

    @Test("One component may start at a time, and draining may take no time")
    func smallestValues() throws {
        let configuration = try folder.configuration(
            ofText: #"{ "startup": { "concurrency": 1 }, "timeouts": { "drain": "0s", "stop": "1ns" } }"#)
        #expect(configuration.startupConcurrency == 1 && configuration.drainTimeout == .zero)
        #expect(configuration.stopTimeout == .nanoseconds(1))
    }
}
