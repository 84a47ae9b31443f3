import FoundationEssentials
import IOCBase
import IOCModel
import Testing

@testable import IOCConfiguration

private final class Watching: ContextObserver {
    func handle(_ event: ContextEvent) {}
}

@Suite("Configurations, part by part")
struct ConfigurationPartTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("A file as large as the limit is read, a larger one is told with its size, and no descriptor stays open")
    func fileBytes() throws {
        let path = try folder.write("a.txt", Array(repeating: 65, count: 200_000))
        func told(_ path: String, _ limit: Int) -> String {
            do throws(DocumentFault) {
                return "\(try FileBytes.contents(of: path, limit: limit).count)"
            } catch {
                return Fault(error.kind).headline.replacing(folder.path, with: "~")
            }
        }
        #expect(told(path, 200_000) == "200000")
        #expect(told(path, 199_999).hasPrefix("file-too-large: ~/a.txt has 200000 bytes"))
        #expect(told(path, 10).hasPrefix("file-too-large: ~/a.txt has 200000 bytes"))
        #expect(told(path + "/b", 10).hasPrefix("file-missing: "))
        #expect(told(folder.path + "/c", 10).hasPrefix("file-missing: "))
        #expect(told("/proc/self/mem/x", 10).hasPrefix("file-missing: "))
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
        }
        #expect(!open.contains(path))
    }

    @Test("A profile names a file beside the configuration's own, and none in another folder")
    func variants() throws {
        let path = try folder.write("shop.json", "{}")
        try folder.write("shop-a/b.json", "{}")
        let test = try folder.write("shop-test.plist", "{}")
        let both = try folder.write("shop-both.json", "{}")
        try folder.write("shop-both.plist", "{}")
        #expect(FilePath.variant(of: path, named: "a/b") == nil && FilePath.variant(of: path, named: "none") == nil)
        #expect(FilePath.variant(of: path, named: "test") == test && FilePath.variant(of: path, named: "both") == both)
        #expect(FilePath.variant(of: "noending", named: "test") == nil)
        #expect(FilePath.absolute("b.json", in: "/x/y") == "/x/y/b.json" && FilePath.absolute("b", in: "/x/") == "/x/b")
        #expect(
            FilePath.absolute("/a/./b/../c", in: "/x") == "/a/c" && FilePath.absolute("../../../a", in: "/x") == "/a")
        #expect(
            FilePath.folder(of: "/a/b") == "/a" && FilePath.folder(of: "/a") == "/" && FilePath.folder(of: "a") == ".")
    }

    @Test("The keys on the way to a value are as long as the limit together, dots counted, wherever they part")
    func keyTrail() throws {
        var trail = KeyTrail()
        let half = String(repeating: "k", count: 511)
        try trail.enter(half, at: nil)
        trail.enter(3)
        try trail.enter(half + "k", at: nil)
        trail.leave()
        let place = TextPosition(line: 4, column: 5)
        let fault = try #require(throws: DocumentFault.self) { try trail.enter(half + "kk", at: place) }
        #expect(fault.position == place && fault.path.keyPath == half + "[3]" && fault.kind.code == .keyTooLong)
        trail.leave()
        trail.leave()
        try trail.enter(half + half + "kk", at: nil)
        #expect(trail.steps.count == 1)
        // The same in a file whose objects say nothing of it.
        let long = Array(String(repeating: "k", count: 600).utf8)
        func text(_ bytes: [UInt8]) -> [UInt8] {
            [0x5F, 0x11, UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)] + bytes
        }
        func told(_ objects: [[UInt8]]) -> String {
            do throws(DocumentFault) {
                return "\(try BinaryPropertyListScanner.outline(of: binaryPropertyList(objects)).faults.count)"
            } catch {
                return "\(error.kind.code) \(error.path.keyPath.count)"
            }
        }
        #expect(told([[0xD1, 1, 2], text(long), [0xA2, 3, 3], [0xD1, 1, 4], [0x09]]) == "key-too-long 603")
        #expect(told([[0xD2, 1, 3, 2, 2], text(long), [0x09], text(long + [0x61])]) == "0")
        #expect(told([[0xA2, 1, 1], [0xD1, 2, 3], text(long), [0x09]]) == "0")
    }

    @Test("Where a part of a configuration stands is known by its name, dots and brackets in it and all")
    func origins() throws {
        let path = try folder.write(
            "a.json",
            """
            { "prefixes": ["A", "B"], "strict": true, "cycles": "forbid",
              "components": { "x": {}, "Shop.Box<Int>": { "order": 1 }, "y[0]": { "order": 2 } },
              "bindings": { "Shop.P": "x" }, "properties": { "a": { "b": [1, 2] } } }
            """)
        var configuration = try ContextConfiguration(contentsOf: path, environment: [:])
        func place(_ keyPath: String) -> String {
            "\(configuration.origin(of: keyPath))".replacing(folder.path, with: "~")
        }
        let places = [
            "prefixes[1]", "prefixes", "prefixes[2]", "prefixes[-1]", "components.Shop.Box<Int>.order",
            "components.y[0].order",
            "components.x.order", "components.z", "properties.a.b[1]", "properties.a.b[7]", "nothing.at.all", "",
            "bindings.Shop.P", "bindings.Shop.Q", "secretKeys", "strict", "cycles",
        ]
        #expect(
            places.map(place) == [
                "~/a.json:1:21 (prefixes[1])", "~/a.json:1:3 (prefixes)", "ContextConfiguration.prefixes[2] in code",
                "ContextConfiguration.prefixes[-1] in code", "~/a.json:2:47 (components.Shop.Box<Int>.order)",
                "~/a.json:2:71 (components.y[0].order)", "~/a.json:2:19 (components.x.order)",
                "~/a.json:2:3 (components.z)", "~/a.json:3:66 (properties.a.b[1])", "~/a.json:3:57 (properties.a.b[7])",
                "ContextConfiguration.nothing.at.all in code", "~/a.json", "~/a.json:3:17 (bindings.Shop.P)",
                "~/a.json:3:3 (bindings.Shop.Q)", "~/a.json (secretKeys)", "~/a.json:1:27 (strict)",
                "~/a.json:1:43 (cycles)",
            ])
        configuration.components["Shop.Box<Int>"]?.order = 5
        configuration.prefixes = ["B", "C"]
        #expect(
            ["components.Shop.Box<Int>.order", "components.y[0].order", "prefixes[0]", "prefixes[1]"].map(place) == [
                "ContextConfiguration.components.Shop.Box<Int>.order in code", "~/a.json:2:71 (components.y[0].order)",
                "~/a.json:1:21 (prefixes[1])", "ContextConfiguration.prefixes[1] in code",
            ])
    }

    private let empty = TreePropertySource([:], name: "none")

    @Test("Configurations that differ in anything do not say the same, and sources and observers can't be compared")
    func same() {
        func isSame(_ change: (inout ContextConfiguration) -> Void) -> Bool {
            var one = ContextConfiguration()
            change(&one)
            let other = ContextConfiguration()
            #expect(one.saysTheSame(as: other) == other.saysTheSame(as: one))
            return one.saysTheSame(as: other)
        }
        #expect(isSame { _ in } && !isSame { $0.excludedClasses = ["A"] } && !isSame { $0.knownProfiles = ["a"] })
        #expect(!isSame { $0.observers = [Watching()] } && !isSame { $0.propertySources = [empty] })
        #expect(!isSame { $0.startTimeout = .seconds(1) } && !isSame { $0.arguments = ["a"] })
        let sole = [
            ContextConfiguration(prefixes: ["A"]), ContextConfiguration(classes: ["A"]),
            ContextConfiguration(assemblies: ["A"]), ContextConfiguration(components: ["a": .init()]),
        ]
        #expect(sole.allSatisfy { !$0.isEmpty } && ContextConfiguration(profiles: ["a"]).isEmpty)
        let fault = #expect(throws: DocumentFault.self) {
            try ConfigurationFormat.json.read(Array("bplist00".utf8), path: "a.json")
        }
        #expect(fault.map { Fault($0.kind).headline.contains("JSON") } == true)
    }

    @Test("What code has said that no file can is there again where the files are read again")
    func recipe() throws {
        let path = try folder.write("a.json", #"{ "prefixes": ["A"] }"#)
        var configuration = try ContextConfiguration(contentsOf: path, environment: [:], arguments: ["--a=b"])
        configuration.refusesUnknownProfiles = true
        configuration.excludedClasses = ["Shop.Gone"]
        configuration.propertySources = [empty]
        configuration.observers = [Watching()]
        let new = try ConfigurationRecipe(configuration).configuration()
        #expect(new.refusesUnknownProfiles && new.excludedClasses == ["Shop.Gone"])
        #expect(new.propertySources.count == 1 && new.observers.count == 1 && new.arguments == ["--a=b"])
    }

    @Test("A number that can't be held is masked where its key is secret, and no other fault is taken for it")
    func masking() throws {
        try folder.write(
            "a.json",
            #"{ "properties": { "password": 1e999, "word": 1e999, "token": 1, "token": 2 }, "secretKeys": ["word"], "no": 1 }"#
        )
        let told = try folder.faults(of: "a.json")
        #expect(
            !told.contains("1e999") && told.contains("the key 'token' stands twice") && told.contains("key-unknown"))
        #expect(told.contains("'properties.password' can't hold the number <secret>"))
        #expect(told.contains("'properties.word' can't hold the number <secret>"))
        let wide: [UInt8] = [0x14] + Array(repeating: 1, count: 16)
        try folder.write(
            "b.plist", binaryPropertyList([[0xD2, 1, 3, 2, 2], [0x51, 0x61], wide, [0x51, 0x62]]))
        #expect(try folder.faults(of: "b.plist").contains("key-unknown"), "the rest is read all the same")
    }

    @Test(
        "Of a binary property list a number that can't be held leaves the rest to be read, and is told with its faults",
        arguments: [
            [0x14] + Array(repeating: 1, count: 16), [0x14, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 0, 0],
            [0x22, 0x7F, 0x80, 0, 0], [0x23, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0], [0x33, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0],
            [0x33, 0xFF, 0xF8, 0, 0, 0, 0, 0, 0],
        ] as [[UInt8]])
    func refusedNumbers(number: [UInt8]) throws {
        try folder.write(
            "a.plist", binaryPropertyList([[0xD2, 1, 2, 3, 4], [0x51, 0x61], [0x51, 0x62], number, [0xA1, 3]]))
        let told = try folder.faults(of: "a.plist")
        #expect(told.contains("can't hold the number"))
        #expect(told.contains("the key 'a' is not known") && told.contains("the key 'b' is not known"), "\(told)")
    }

    @Test("Components that two files name are told in the order of their names, with both places")
    func repeated() throws {
        try folder.write("b.json", #"{ "components": { "m": {}, "a": { "class": "X" }, "z": {} } }"#)
        try folder.write(
            "a.json", #"{ "imports": ["b.json"], "components": { "z": {}, "a": {}, "m": { "override": true } } }"#)
        let error = try #require(throws: IOCError.self) {
            try ContextConfiguration(contentsOf: folder.path + "/a.json")
        }
        #expect(
            error.faults.map { "\($0)".split(separator: "\n").first ?? "" }.map { $0.contains("'a'") } == [true, false])
    }

    @Test("A shown configuration masks the values of secret arguments, and those alone")
    func reflection() {
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

    @Test("What a component's entry gives for it alone counts as read where the component has read it")
    func own() throws {
        let path = try folder.write(
            "a.json", #"{ "components": { "A.B": { "properties": { "size": 1, "rest": 2 } } } }"#)
        let store = PropertyStore(try ContextConfiguration(contentsOf: path, environment: [:]), parent: nil)
        let facts = DefinitionFacts(
            name: "A.B", simpleName: "B", type: TypeID(1), writer: TypeWriter("A.B"), origin: .code("here"))
        #expect(try store.read(Int.self, at: "size", for: facts, default: nil) == 1)
        #expect(try store.read(Int?.self, at: "size", for: nil, default: nil) == nil)
        #expect(
            store.unread.map { $0.headline.split(separator: " ").last ?? "" } == ["'components.A.B.properties.rest'"])
    }

    @Test("Past the limit of files no more are read, and that is told once")
    func fileLimit() throws {
        for index in 0..<4 { try folder.write("i\(index).json", "{}") }
        try folder.write("a.json", #"{ "imports": ["i0.json", "i1.json", "i2.json", "i3.json"] }"#)
        var loader = ConfigurationLoader(profiles: [], environment: [:], fileLimit: 2)
        let error = try #require(throws: IOCError.self) { try loader.load(folder.path + "/a.json") }
        #expect(error.faults.map(\.code) == [.filesTooMany])
        var enough = ConfigurationLoader(profiles: [], environment: [:], fileLimit: 5)
        #expect(throws: Never.self) { try enough.load(folder.path + "/a.json") }
    }

    @Test(
        "Of many faults of one sort the first hundred by name are told",
        arguments: [
            (#"{ "components": { LIST } }"#, "1"), (#"{ "components": { LIST } }"#, #"{ "scope": "nothing" }"#),
            (#"{ LIST }"#, "1"), (#"{ "bindings": { LIST } }"#, #""""#),
            (#"{ "components": { LIST } }"#, #"{ "no": 1 }"#),
        ])
    func firstHundred(text: String, value: String) throws {
        let list = (0..<150).map { "\"k\(1000 + $0)\": \(value)" }.shuffled().joined(separator: ",")
        try folder.write("a.json", text.replacing("LIST", with: list))
        let error = try #require(throws: IOCError.self) {
            try ContextConfiguration(contentsOf: folder.path + "/a.json")
        }
        #expect(error.faults.count == 101)
        #expect(error.faults.dropLast().allSatisfy { "\($0)".contains("k10") })
        #expect(error.faults.last?.headline.hasSuffix("there are 50 more of these") == true)
    }

    @Test("A key that is too long is told by its first, and with its place where that can be looked for")
    func excessiveKeys() {
        let long = String(repeating: "x", count: 1100)
        let store = propertyStore(["b" + long: 1, "a" + long: 2])
        #expect(store.faults.count == 1 && store.faults[0].headline.contains("'a"))
        #expect("\(store.faults[0])".contains("ContextConfiguration.properties in code"))
        func parts(_ last: Int) -> String { String(repeating: "p.", count: 64) + String(repeating: "q", count: last) }
        #expect("\(propertyStore([parts(896): 1]).faults[0])".contains("ContextConfiguration.properties.p.p"))
        #expect("\(propertyStore([parts(897): 1]).faults[0])".contains("ContextConfiguration.properties in code"))
        #expect(propertyStore([String(parts(896).dropFirst(2)): 1]).faults.isEmpty)
        let second = propertyStore(["a": ["b": 1], "c": ["d": 1, "e": ["f": [:]], "g" + long: 1], "h": 2])
        #expect(second.faults.count == 1 && second.faults[0].headline.contains("'c.g"))
        let entry = propertyStore { $0.components = ["x": .init(properties: 5)] }
        #expect(entry.faults.map { $0.headline.contains("components.x.properties") } == [true])
    }

    @Test("Of unread properties a hundred are told one by one, and of reported ones a thousand")
    func many() throws {
        func tree(_ count: Int) -> String {
            "{ \"properties\": {" + (0..<count).map { "\"k\(1000 + $0)\": 1" }.joined(separator: ",") + "} }"
        }
        func unread(_ count: Int) throws -> [Fault] {
            let path = try folder.write("m\(count).json", tree(count))
            return PropertyStore(try ContextConfiguration(contentsOf: path, environment: [:]), parent: nil).unread
        }
        #expect(try unread(100).count == 100 && unread(102).count == 101)
        #expect(try unread(102).last?.headline.contains("2 ") == true)
        let path = try folder.write("a.json", tree(1003))
        let reported = PropertyStore(try ContextConfiguration(contentsOf: path, environment: [:]), parent: nil).reported
        #expect(reported.properties.count == 1000 && reported.omitted == 3)
        #expect(reported.properties.map(\.key) == reported.properties.map(\.key).sorted())
    }

    @Test("A context that leaves something out calls no property unread, whatever it is derived from")
    func derived() {
        func isStrict(_ strict: Bool, _ hides: Bool) -> Bool {
            propertyStore { $0.failsOnUnreadProperties = strict }.derived(hidingReaders: hides).isStrict
        }
        #expect(isStrict(true, false) && !isStrict(true, true) && !isStrict(false, false) && !isStrict(false, true))
    }

    @Test("A text's kind is known, and a line that ends the file ends it")
    func kindsOfTexts() throws {
        for (text, kind) in [("'x'", "string"), ("[]", "array"), ("{}", "object"), ("true", "bool"), ("null", "null")] {
            #expect("\(try JSONScanner.outline(of: Array(text.utf8)).kind(of: DocumentOutline.root))" == kind)
        }
        for (text, kind) in [
            ("<string/>", "string"), ("<data></data>", "data"), ("<false/>", "bool"), ("<real>1</real>", "real"),
            ("<date>2020-01-01T00:00:00Z</date>", "date"), ("<array/>", "array"), ("<dict></dict>", "object"),
        ] {
            #expect(
                "\(try XMLPropertyListScanner.outline(of: Array(text.utf8)).kind(of: DocumentOutline.root))" == kind)
        }
        var counter = LineCounter(Array("a\r".utf8), from: 0)
        #expect(counter.position(at: 2) == TextPosition(line: 2, column: 1) && counter.position(at: 9).line == 2)
        #expect(
            NumberText.integer("+0x10") == 16 && NumberText.integer("-0x10") == -16 && NumberText.integer("+5") == 5)
        #expect(NumberText.integer("0x8000000000000000") == nil && NumberText.integer("-0x8000000000000000") == .min)
        let read = try ConfigurationFormat.json.read(
            Array("{ 'a\\x41\\u00e9\\nb': 1, \"c\\\\\": 2, 'd\\'e': 3 }".utf8), path: "a.json")
        #expect(read.value == ["aAé\nb": 1, "c\\": 2, "d'e": 3])
        for (key, name) in [
            ("a<![CDATA[A]]>", "aA"), ("a &lt;b&#x41; c", "a <bA c"), ("<![CDATA[a]]>b<![CDATA[c]]>", "abc"),
        ] {
            let xml = "<plist><dict><key>\(key)</key><string>x<![CDATA[<y>]]>&lt;z</string></dict></plist>"
            #expect(try ConfigurationFormat.propertyList.read(Array(xml.utf8), path: "a").value == [name: "x<y><z"])
        }
        for ending in [ConfigurationFormat.json, .propertyList] {
            for text in ["", " ", "\u{FEFF}"] {
                let fault = try #require(throws: DocumentFault.self) { try ending.read(Array(text.utf8), path: "a") }
                #expect(fault.kind.code == .fileEmpty)
            }
        }
    }
}
