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
        return try folder.configuration(
            ofText: """
                {
                  "imports": ["base.json"], "strict": true,
                  "prefixes": [
                    "B", "größe", "C"
                  ],
                  "components": {
                    "stripe": { "class": "Shop.Stripe" }, "y[0]": { "order": 2 },
                    "Shop.Box<Int>": { "order": 1 }
                  },
                  "bindings": { /* größe */ "Shop.P": "stripe" },
                  "settings": { "a": { "c": 3 }, "l": [1, { "x": 2 }] }
                }
                """)
    }

    @Test(
        "Each part of a file has its line and column, and what is not there the place of what would hold it",
        arguments: [
            ("prefixes[0]", "~/base.json:1:15 (prefixes[0])"), ("prefixes[1]", "~/base.json:1:20 (prefixes[1])"),
            ("prefixes[2]", "~/a.json:4:10 (prefixes[1])"), ("prefixes[3]", "~/a.json:4:19 (prefixes[2])"),
            ("prefixes[4]", "ContextConfiguration.prefixes[4] in code"), ("prefixes", "~/a.json:3:3 (prefixes)"),
            ("components.stripe", "~/a.json:7:5 (components.stripe)"),
            ("components.stripe.class", "~/a.json:7:17 (components.stripe.class)"),
            ("components.stripe.scope", "~/a.json:7:5 (components.stripe.scope)"),
            ("components.y[0].order", "~/a.json:7:53 (components.y[0].order)"),
            ("components.Shop.Box<Int>.order", "~/a.json:8:24 (components.Shop.Box<Int>.order)"),
            ("components.z", "~/a.json:6:3 (components.z)"), ("bindings.Shop.P", "~/a.json:10:29 (bindings.Shop.P)"),
            ("bindings.Shop.Q", "~/a.json:10:3 (bindings.Shop.Q)"), ("settings.a.b", "~/base.json:1:45 (settings.a.b)"),
            ("settings.a.c", "~/a.json:11:24 (settings.a.c)"), ("settings.l[1].x", "~/a.json:11:45 (settings.l[1].x)"),
            ("settings.l[7]", "~/a.json:11:34 (settings.l[7])"), ("strict", "~/a.json:2:29 (strict)"),
            ("secretKeys", "~/a.json (secretKeys)"), ("cycles", "~/a.json (cycles)"), ("", "~/a.json"),
            ("nothing.at.all", "ContextConfiguration.nothing.at.all in code"),
        ])
    func positions(keyPath: String, place: String) throws {
        #expect(try load().origin(of: keyPath).description.replacing(folder.path, with: "~") == place)
    }

    @Test("A later change has code as its origin, and what has only moved keeps its place")
    func changedInCode() throws {
        var configuration = try load()
        configuration.prefixes.insert("New", at: 0)
        configuration.components["stripe"]?.order = 5
        configuration.components["Shop.Box<Int>"]?.order = 5
        configuration.bindings["Shop.Clock"] = "clock"
        configuration.cycles = .forbid
        for part in [
            "prefixes[0]", "components.stripe", "components.Shop.Box<Int>.order", "bindings.Shop.Clock", "cycles",
        ] { #expect(configuration.origin(of: part) == .code("ContextConfiguration.\(part)")) }
        for (part, place) in [
            ("prefixes[1]", "base.json:1:15 (prefixes[0])"), ("prefixes[4]", "a.json:4:19 (prefixes[2])"),
            ("components.y[0]", "a.json:7:43 (components.y[0])"),
        ] { #expect(configuration.origin(of: part).description == "\(folder.path)/\(place)") }
        #expect(ContextConfiguration(prefixes: []).origin(of: "").description == "ContextConfiguration in code")
    }

    @Test("Property lists have key paths without lines")
    func propertyLists() throws {
        try folder.write(
            "a.plist", propertyList("<dict>\n  <key>classes</key>\n  <array><string>A</string></array></dict>"))
        try folder.write(
            "b.plist", binaryPropertyList([[0xD1, 1, 2], [0x57] + Array("classes".utf8), [0xA1, 3], [0x51, 0x41]]))
        for name in ["a.plist", "b.plist"] {
            let configuration = try ContextConfiguration(contentsOf: "\(folder.path)/\(name)")
            #expect(configuration.origin(of: "classes[0]").description == "\(folder.path)/\(name) (classes[0])")
        }
    }
}
