import FoundationEssentials
import IOCModel
import Testing

@testable import IOCConfiguration

@Suite("The places of a configuration of several files, and what code has made of it")
struct ConfigurationPlaceTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("b.json", #"{ "prefixes": ["A", "B", "C"], "profiles": ["p"] }"#)
        try folder.write(
            "a.json",
            #"""
            { "imports": ["b.json"], "prefixes": ["B", "D", "E"], "profiles": ["q"],
              "components": { "a.b": { "properties": { "c": { "d": 1, "e": [1, 2] } } },
                              "f": { "order": 1 }, "g": { "order": 2 }, "h": { "order": 3 } } }
            """#)
    }

    private func read() throws -> ContextConfiguration {
        try ContextConfiguration(contentsOf: folder.path + "/a.json", profiles: ["r", "p", "s"], environment: [:])
    }

    @Test("Each element of a list stands where a file has it first, and in code where code has added it")
    func elements() throws {
        var configuration = try read()
        #expect(configuration.prefixes == ["A", "B", "C", "D", "E"])
        #expect(configuration.profiles == ["p", "q", "r", "s"])
        configuration.prefixes += ["F"]
        let places = configuration.prefixes.indices.map {
            "\(configuration.origin(of: "prefixes[\($0)]"))".replacing(folder.path, with: "~")
        }
        #expect(
            places == [
                "~/b.json:1:16 (prefixes[0])", "~/b.json:1:21 (prefixes[1])", "~/b.json:1:26 (prefixes[2])",
                "~/a.json:1:44 (prefixes[1])", "~/a.json:1:49 (prefixes[2])",
                "ContextConfiguration.prefixes[5] in code",
            ])
    }

    @Test("What code has changed deep in an entry stands in code, however many dots lead there")
    func deep() throws {
        let original = try read()
        func isInCode(_ configuration: ContextConfiguration, _ path: String) -> Bool {
            "\(configuration.origin(of: path))".hasSuffix("in code")
        }
        let paths = ["c.d", "c.e", "c.e[1]", "c"].map { "components.a.b.properties.\($0)" } + ["components.a.b"]
        #expect(paths.allSatisfy { !isInCode(original, $0) })
        let changed = original.with { $0.components["a.b"]?.properties = ["c": ["d": 2, "e": [1, 2]]] }
        #expect(paths.allSatisfy { isInCode(changed, $0) } && !isInCode(changed, "components.f.order"))
    }

    @Test("What code has added, taken away and changed is so again where the files are read again")
    func again() throws {
        let changed = try read().with {
            $0.prefixes = ["C", "F", "B", "G"]
            $0.components["f"] = nil
            $0.components["h"] = nil
            $0.components["g"]?.order = 5
            $0.components["i"] = .init(order: 6)
            $0.components["j"] = .init(order: 7)
        }
        let again = try ConfigurationRecipe(changed).configuration()
        #expect(again.prefixes == ["B", "C", "F", "G"])
        #expect(again.components.mapValues(\.order) == ["a.b": nil, "g": 5, "i": 6, "j": 7])
    }

    @Test("Each active profile has its file read, and so has one that such a file activates")
    func profileFiles() throws {
        try folder.write("a-r.json", #"{ "prefixes": ["R"] }"#)
        try folder.write("a-s.plist", propertyList("<dict><key>profiles</key><array><string>t</string></array></dict>"))
        try folder.write("a-t.json", #"{ "prefixes": ["T"], "imports": ["c.json", "d.json", "e.json"] }"#)
        for name in ["c", "d", "e"] { try folder.write("\(name).json", "{ \"prefixes\": [\"\(name)\"] }") }
        let configuration = try read()
        #expect(configuration.prefixes.sorted() == ["A", "B", "C", "D", "E", "R", "T", "c", "d", "e"])
        #expect(Set(configuration.profiles) == ["p", "q", "r", "s", "t"])
    }

    @Test("A number that can't be held is told with its place among the others of a list", arguments: 0..<4)
    func numbers(place: Int) throws {
        let numbers = (0..<4).map { $0 == place ? String(repeating: "9", count: 400) : "\($0)" }
        try folder.write("n.json", "{ \"properties\": { \"a\": [\(numbers.joined(separator: ", "))] } }")
        let list = numbers.map { "<integer>\($0)</integer>" }.joined()
        let inner = "<key>properties</key><dict><key>a</key><array>\(list)</array></dict>"
        try folder.write("n.plist", propertyList("<dict>\(inner)</dict>"))
        for name in ["n.json", "n.plist"] {
            let told = try folder.faults(of: name)
            #expect(told.contains("properties.a[\(place)]"), "\(told)")
        }
    }
}
