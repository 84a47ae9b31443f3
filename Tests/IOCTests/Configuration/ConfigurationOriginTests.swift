import FoundationEssentials
import IOC
import IOCModel
import Testing

@Suite("Origins")
struct ConfigurationOriginTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func load() throws -> ContextConfiguration {
        try folder.write("base.json", #"{"prefixes": ["A", "B"], "settings": {"a": {"b": 1, "c": 2}}}"#)
        return try ContextConfiguration(
            contentsOf: folder.write(
                "main.json",
                """
                {
                  "imports": ["base.json"],
                  "prefixes": [
                    "B", "größe", "C"
                  ],
                  "components": {
                    "stripe": { "class": "Shop.Stripe" },
                    "Shop.Audit": { "order": 1 }
                  },
                  "bindings": { /* größe */ "Shop.PaymentGateway": "stripe" },
                  "settings": { "a": { "c": 3 }, "l": [1, { "x": 2 }] }
                }
                """))
    }

    @Test(
        "Each part of a file has its line and column",
        arguments: [
            ("prefixes[0]", "~/base.json:1:15 (prefixes[0])"),
            ("prefixes[1]", "~/base.json:1:20 (prefixes[1])"),
            ("prefixes[2]", "~/main.json:4:10 (prefixes[1])"),
            ("prefixes[3]", "~/main.json:4:19 (prefixes[2])"),
            ("components.stripe", "~/main.json:7:5 (components.stripe)"),
            ("components.stripe.class", "~/main.json:7:17 (components.stripe.class)"),
            ("components.stripe.scope", "~/main.json:7:5 (components.stripe.scope)"),
            ("components.Shop.Audit.order", "~/main.json:8:21 (components.Shop.Audit.order)"),
            ("bindings.Shop.PaymentGateway", "~/main.json:10:29 (bindings.Shop.PaymentGateway)"),
            ("settings.a.b", "~/base.json:1:45 (settings.a.b)"),
            ("settings.a.c", "~/main.json:11:24 (settings.a.c)"),
            ("settings.l[1].x", "~/main.json:11:45 (settings.l[1].x)"),
            ("cycles", "~/main.json (cycles)"), ("", "~/main.json"),
        ])
    func positions(keyPath: String, place: String) throws {
        #expect(try load().origin(of: keyPath).description.replacing(folder.path, with: "~") == place)
    }

    @Test("What code changes afterwards is said to come from code")
    func changedInCode() throws {
        var configuration = try load()
        configuration.prefixes.insert("New", at: 0)
        configuration.components["stripe"]?.order = 5
        configuration.bindings["Shop.Clock"] = "clock"
        configuration.cycles = .forbid
        #expect(configuration.origin(of: "prefixes[0]") == .code("ContextConfiguration.prefixes[0]"))
        #expect(configuration.origin(of: "prefixes[1]").description.hasSuffix("base.json:1:15 (prefixes[0])"))
        #expect(configuration.origin(of: "components.stripe") == .code("ContextConfiguration.components.stripe"))
        #expect(configuration.origin(of: "bindings.Shop.Clock") == .code("ContextConfiguration.bindings.Shop.Clock"))
        #expect(configuration.origin(of: "cycles") == .code("ContextConfiguration.cycles"))
        #expect(configuration.origin(of: "components.Shop.Audit").description.contains("main.json:8:5"))
    }

    @Test("A configuration made in code names its parts")
    func code() {
        #expect(ContextConfiguration(prefixes: []).origin(of: "").description == "ContextConfiguration in code")
        #expect(
            ContextConfiguration(prefixes: ["SG"]).origin(of: "prefixes[0]").description
                == "ContextConfiguration.prefixes[0] in code")
    }

    @Test("Property lists have key paths without lines")
    func propertyLists() throws {
        let xml = try ContextConfiguration(
            contentsOf: folder.write(
                "a.plist", propertyList("<dict>\n  <key>classes</key>\n  <array><string>A</string></array>\n</dict>")))
        #expect(xml.origin(of: "classes[0]").description.hasSuffix("a.plist (classes[0])"))
        let binary = try ContextConfiguration(
            contentsOf: folder.write(
                "b.plist",
                binaryPropertyList([[0xD1, 1, 2], [0x57] + Array("classes".utf8), [0xA1, 3], [0x51, 0x41]])))
        #expect(binary.origin(of: "classes[0]").description.hasSuffix("b.plist (classes[0])"))
    }

    @Test("A key may have dots and brackets, and what is not there has the place of what would hold it")
    func unusualKeys() throws {
        let path = try folder.write(
            "a.json",
            """
            { "prefixes": ["A", "B"], "strict": true,
              "components": { "x": {}, "Shop.Box<Int>": { "order": 1 }, "y[0]": { "order": 2 } },
              "bindings": { "Shop.P": "x" }, "settings": { "a": { "b": [1, 2] } } }
            """)
        var configuration = try ContextConfiguration(contentsOf: path, environment: [:])
        func place(_ keyPath: String) -> String {
            "\(configuration.origin(of: keyPath))".replacing(folder.path, with: "~")
        }
        let places = [
            "prefixes[1]", "prefixes", "prefixes[2]", "components.Shop.Box<Int>.order", "components.y[0].order",
            "components.x.order", "components.z", "settings.a.b[1]", "settings.a.b[7]", "nothing.at.all",
            "bindings.Shop.P", "bindings.Shop.Q", "secretKeys", "strict",
        ]
        #expect(
            places.map(place) == [
                "~/a.json:1:21 (prefixes[1])", "~/a.json:1:3 (prefixes)", "ContextConfiguration.prefixes[2] in code",
                "~/a.json:2:47 (components.Shop.Box<Int>.order)", "~/a.json:2:71 (components.y[0].order)",
                "~/a.json:2:19 (components.x.order)", "~/a.json:2:3 (components.z)",
                "~/a.json:3:64 (settings.a.b[1])",
                "~/a.json:3:55 (settings.a.b[7])", "ContextConfiguration.nothing.at.all in code",
                "~/a.json:3:17 (bindings.Shop.P)", "~/a.json:3:3 (bindings.Shop.Q)", "~/a.json (secretKeys)",
                "~/a.json:1:27 (strict)",
            ])
        configuration.components["Shop.Box<Int>"]?.order = 5
        configuration.prefixes = ["B", "C"]
        #expect(
            ["components.Shop.Box<Int>.order", "components.y[0].order", "prefixes[0]", "prefixes[1]"].map(place) == [
                "ContextConfiguration.components.Shop.Box<Int>.order in code", "~/a.json:2:71 (components.y[0].order)",
                "~/a.json:1:21 (prefixes[1])", "ContextConfiguration.prefixes[1] in code",
            ])
    }
}
