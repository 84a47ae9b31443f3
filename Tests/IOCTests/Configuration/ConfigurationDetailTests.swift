import FoundationEssentials
import IOCModel
import Testing

@testable import IOCConfiguration

@Suite("The details of configurations")
struct ConfigurationDetailTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func text(_ more: String) -> String {
        """
        { "prefixes": ["A", "B"], "classes": ["C"], "exclude": ["D"], "assemblies": ["E"], "profiles": ["f"],
          "components": { "x": { "order": 1 }, "y": { "order": 2 } }, "bindings": { "P": "x", "Q": "y" },
          "properties": { "a": 1, "b": { "c": 2, "d": 3 } }\(more) }
        """
    }

    @Test("Of several names that code has taken out none is back where the file is read again")
    func takenOut() throws {
        let path = try folder.write("out.json", #"{ "prefixes": ["A"], "bindings": { "P": "x", "Q": "y", "R": "z" } }"#)
        var configuration = try ContextConfiguration(contentsOf: path, environment: [:])
        for name in ["P", "Q", "R"] { configuration.bindings[name] = nil }
        #expect(try ConfigurationRecipe(configuration).configuration().bindings == [:])
    }

    @Test("What code has changed of a configuration is changed again where its file is read again, and nothing else")
    func recipe() throws {
        let path = try folder.write("a.json", text(""))
        var configuration = try ContextConfiguration(contentsOf: path, environment: ["K": "v"])
        configuration.prefixes = ["B", "Z"]
        configuration.components["x"]?.order = 9
        configuration.components["y"] = nil
        configuration.components["z"] = .init()
        configuration.bindings["P"] = "z"
        configuration.bindings["Q"] = nil
        configuration.cycles = .forbid
        configuration.failsOnUnreadProperties = true
        configuration.startTimeout = .seconds(7)
        configuration.stopTimeout = .seconds(8)
        configuration.constructionTimeout = .seconds(9)
        configuration.properties = ["a": 1, "b": ["c": 5, "d": 3], "e": 6]
        configuration.overrides = ["o": 1]
        configuration.knownProfiles = ["known"]
        let recipe = ConfigurationRecipe(configuration)
        let file = text(#", "timeouts": { "start": "1s", "drain": "9s" }, "secretKeys": ["word"]"#)
            .replacing("\"A\", \"B\"", with: "\"A\", \"B\", \"N\"").replacing("\"c\": 2", with: "\"c\": 7")
            .replacing("\"d\": 3", with: "\"d\": 8").replacing("\"order\": 1", with: "\"order\": 4")
            .replacing("\"components\": {", with: "\"components\": { \"w\": {},")
            .replacing("\"bindings\": {", with: "\"bindings\": { \"R\": \"w\",")
        try folder.write("a.json", file)
        let new = try recipe.configuration()
        #expect(new.prefixes == ["B", "N", "Z"])
        #expect(new.classes == ["C"] && new.exclude == ["D"] && new.assemblies == ["E"] && new.profiles == ["f"])
        #expect(new.components["x"]?.order == 9 && new.components["y"] == nil && new.components["z"] != nil)
        #expect(new.components["w"] != nil && new.bindings == ["P": "z", "R": "w"])
        #expect(new.cycles == .forbid && new.failsOnUnreadProperties)
        #expect(new.startTimeout == .seconds(7) && new.stopTimeout == .seconds(8))
        #expect(new.constructionTimeout == .seconds(9) && new.drainTimeout == .seconds(9))
        #expect(new.properties == ["a": 1, "b": ["c": 5, "d": 8], "e": 6])
        #expect(new.secretKeys.contains("word"))
        #expect(new.overrides == ["o": 1] && new.knownProfiles == ["known"] && new.environment == ["K": "v"])
        // What code has left alone is the file's.
        let plain = try ConfigurationRecipe(ContextConfiguration(contentsOf: path, environment: [:])).configuration()
        #expect(plain.prefixes == ["A", "B", "N"] && plain.startTimeout == .seconds(1))
        #expect(plain.cycles == .allow && !plain.failsOnUnreadProperties && plain.components["x"]?.order == 4)
        #expect(plain.bindings == ["P": "x", "Q": "y", "R": "w"])
    }

    @Test("A value says another where it is that one, or where its text is or reads as the other")
    func says() {
        func says(_ value: PropertyValue, _ expected: PropertyValue) -> Bool { value.says(expected) }
        #expect(says("true", true) && says("yes", true) && !says("no", true) && says(true, true) && !says(false, true))
        #expect(says(true, "true") && says(false, "false") && !says(true, "false") && !says(true, "yes"))
        #expect(says("5", 5) && !says("6", 5) && says(5, 5) && says(5, "5") && !says("5", 6) && !says(5, "6"))
        #expect(says("1.5", 1.5) && !says("1.25", 1.5) && says(1.5, 1.5) && !says("x", 1.5) && says(1.5, "1.5"))
        #expect(
            says(5.0, 5) && says("5.0", 5) && says(5, 5.0) && says("5", 5.0) && !says(5.5, 5) && !says("1.10", "1.1"))
        #expect(says("x", "x") && !says("x", "y") && says([1], [1]) && !says("[1]", [1]) && !says("", .null))
        #expect(says(1, true) == says("1", true) && says(0, false) == says("0", false) && !says(2, true))
    }

    @Test("A condition on a property is told in words, and what a secret one should be is not")
    func conditions() {
        func shown(_ property: String, _ equals: PropertyValue?) -> String {
            "\(ContextConfiguration.PropertyCondition(property: property, equals: equals))"
        }
        #expect(shown("a.b", nil) == "a.b is set")
        #expect(shown("a.b", "x") == "a.b is \"x\"" && shown("a.b", 1) == "a.b is 1")
        #expect(shown("a.password", "x") == "a.password is <secret>" && shown("a.password", nil) == "a.password is set")
    }

    @Test(
        "A JSON text goes on behind a backslash at the end of a line, whichever end it is",
        arguments: ["\n", "\r", "\r\n"])
    func continuedLines(end: String) throws {
        let bytes = Array("{ \"a\": 'x\\\(end)y', \"b\": 1 }".utf8)
        let read = try ConfigurationFormat.json.read(bytes, path: "a.json")
        #expect(read.outline.position(of: "b")?.line == 2)
    }

    @Test("Instructions and comments of XML are passed over, and what has to be empty is")
    func xml() throws {
        func read(_ body: String) throws(DocumentFault) -> PropertyValue {
            let text = "<?xml version=\"1.0\"?><?more x?><!-- c --><plist version=\"1.0\"><?inside?>\(body)</plist>"
            return try ConfigurationFormat.propertyList.read(Array(text.utf8), path: "a.plist").value
        }
        #expect(try read("<array><true/><real>1.5</real></array>") == [true, 1.5])
        for (body, reason) in [
            ("<true>x</true>", "<true> is not empty"), ("<false>0</false>", "<false> is not empty"),
            ("<real>x</real>", "what <real> holds is no number"),
            ("<real> 1.5 </real>", "what <real> holds is no number"),
            ("<real>0x1p3</real>", "what <real> holds is no number"),
            ("<real>0X1P3</real>", "what <real> holds is no number"),
            ("<dict></key></dict>", "expected </dict>, found </key>"),
            ("<?open", "the instruction that begins here does not end"),
        ] {
            let fault = try #require(throws: DocumentFault.self) { try read(body) }
            #expect(fault.located(in: "a.plist").headline.contains(reason), "\(fault.kind)")
        }
    }

    @Test("Where a value of an XML property list stands is known by its key, whatever letters and escapes that has")
    func xmlKeys() throws {
        let text = propertyList(
            """
            <!-- é --><!-- ü --><dict><key>größe</key><dict><key>weiß &amp; rosé</key><true/></dict>
            <key>a<![CDATA[<é>]]>ß&#xE9;<![CDATA[]]>&lt;b</key><string>große &amp; kleine</string>
            <?one?> <!-- two --> <?three?><key lang="x" a="b">äöü</key><array><integer>1</integer><true/></array></dict>
            """)
        let read = try ConfigurationFormat.propertyList.read(Array(text.utf8), path: "a.plist")
        #expect(
            read.value == [
                "größe": ["weiß & rosé": true], "a<é>ßé<b": "große & kleine", "äöü": [1, true],
            ])
        let places = ["größe", "größe.weiß & rosé", "a<é>ßé<b", "äöü", "äöü[0]", "äöü[1]"].map {
            read.outline.position(of: $0).map { "\($0.line):\($0.column)" } ?? "none"
        }
        #expect(places == ["4:27", "4:49", "5:1", "6:31", "6:67", "6:87"])
    }

    @Test("What can't be held or stands twice is told with the keys and elements that lead to it, in each format")
    func faultPaths() throws {
        func told(_ bytes: [UInt8], _ name: String) throws -> [String] {
            let format = try #require(ConfigurationFormat(path: name))
            return try format.read(bytes, path: name).outline.faults.map { fault in
                (fault.position.map { "\($0.line) " } ?? "") + fault.path.keyPath
            }
        }
        let json = """
            { "a": [0, [1,
            1e999], { "b": 1e999,
            "c": [1, 2, 1e999, { "b": 1, "b": 2 }] }, -1e999],
            "d": { "e": { "f": 1e999 }, "e": { "g": 0 } },
            "g": 1e999, "g": 1e999 }
            """
        let keys = ["a[1][1]", "a[2].b", "a[2].c[2]", "a[2].c[3].b", "a[3]", "d.e.f", "d.e", "g", "g", "g"]
        let lines = [2, 2, 3, 3, 3, 4, 4, 5, 5, 5]
        let expected = zip(lines, keys).map { "\($0) \($1)" }
        #expect(try told(Array(json.utf8), "a.json") == expected)
        let (one, none) = ("<integer>1</integer>", "<real>inf</real>")
        let xml = """
            <plist><dict><key>a</key><array>\(one)<array>\(one)
            \(none)</array><dict><key>b</key>\(none)
            <key>c</key><array>\(one)\(one)\(none)<dict><key>b</key>\(one)<key>b</key>\(one)</dict></array></dict>\
            \(none)</array>
            <key>d</key><dict><key>e</key><dict><key>f</key>\(none)</dict><key>e</key><dict><key>g</key>\(one)</dict></dict>
            <key>g</key>\(none)<key>g</key>\(none)</dict></plist>
            """
        #expect(try told(Array(xml.utf8), "a.plist") == expected)
        // The texts are the objects 1 to 7, numbers that can't be held 8 to 13, and 14 is a value that can.
        var objects: [[UInt8]] = [[0xD3, 1, 4, 7, 15, 20, 13]]
        for letter in "abcdefg".utf8 { objects.append([0x51, letter]) }
        for _ in 1...6 { objects.append([0x22, 0x7F, 0x80, 0, 0]) }
        objects += [[0x09], [0xA4, 14, 16, 17, 11], [0xA2, 14, 8], [0xD2, 2, 3, 9, 18], [0xA4, 14, 14, 10, 19]]
        objects += [[0xD4, 2, 2, 3, 3, 14, 14, 14, 14], [0xD2, 5, 5, 21, 22], [0xD1, 6, 12], [0xD1, 7, 14]]
        #expect(
            try told(binaryPropertyList(objects), "b.plist") == [
                "a[1][1]", "a[2].b", "a[2].c[2]", "a[2].c[3].b", "a[2].c[3].c", "a[3]", "d.e", "d.e.f", "g",
            ])
    }

    @Test("What differs between two files is told by its keys, whichever of the two has it")
    func differences() throws {
        func file(_ more: String, _ properties: String) throws -> ContextConfiguration {
            let path = try folder.write(
                "a.json", "{ \(more)\"bindings\": { \"P\": \"x\" }, \"properties\": \(properties) }")
            return try ContextConfiguration(contentsOf: path, environment: [:])
        }
        let plain = try file("", #"{ "a": 1, "b": { "c": 2, "d": { "e": 3 } }, "f": { "g": 4 }, "h": [1] }"#)
        let other = try file(
            #""prefixes": ["A"], "strict": true, "timeouts": { "stop": "7s" }, "#,
            #"{ "b": { "c": { "x": 1, "y": {} }, "d": { "e": 3, "z": 4 } }, "f": {}, "h": [2], "i": { "j": 5 } }"#)
        for (former, new) in [(plain, other), (other, plain)] {
            let difference = ConfigurationDifference(from: former, to: new)
            #expect(difference.sections == ["prefixes", "strict", "timeouts.stop"])
            #expect(
                difference.properties == ["a", "b.c", "b.c.x", "b.c.y", "b.d.z", "f", "f.g", "h", "i.j"])
            #expect(!difference.isEmpty)
        }
        #expect(ConfigurationDifference(from: other, to: other).isEmpty)
        let bare = try file("", "{}")
        for (former, new) in [(plain, bare), (bare, plain)] {
            #expect(ConfigurationDifference(from: former, to: new).properties == ["a", "b.c", "b.d.e", "f.g", "h"])
        }
        var sole = plain
        sole.properties = ["a": 1]
        #expect(!ConfigurationDifference(from: plain, to: sole).isEmpty)
        sole = plain
        sole.bindings = [:]
        let difference = ConfigurationDifference(from: plain, to: sole)
        #expect(difference.sections == ["bindings"] && difference.properties.isEmpty && !difference.isEmpty)
    }

    @Test("Where code has changed what a file says, the file is no longer its place")
    func origins() throws {
        let path = try folder.write("a.json", text(", \"strict\": true, \"cycles\": \"forbid\""))
        var configuration = try ContextConfiguration(contentsOf: path, environment: [:])
        let keys = [
            "strict", "cycles", "components.x", "components.y", "bindings.P", "bindings.Q", "properties.a",
            "properties.b.c", "prefixes[0]", "prefixes[1]", "classes[0]",
        ]
        #expect(keys.allSatisfy { configuration.origin(of: $0).description.contains("a.json") })
        configuration.failsOnUnreadProperties = false
        configuration.cycles = .allow
        configuration.components["x"]?.order = 9
        configuration.bindings["P"] = "y"
        configuration.properties = ["a": 5, "b": ["c": 2, "d": 3]]
        configuration.prefixes[0] = "Z"
        #expect(
            keys.filter { configuration.origin(of: $0).description.contains("a.json") } == [
                "components.y", "bindings.Q", "properties.b.c", "prefixes[1]", "classes[0]",
            ])
    }
}
