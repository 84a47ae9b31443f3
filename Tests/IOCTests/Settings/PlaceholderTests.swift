import IOC
import Testing

@Suite("Placeholders")
struct PlaceholderTests {
    struct Database: Decodable, Sendable {
        var host: String
        var port: Int
    }

    static let tree: SettingValue = [
        "host": "db", "port": 5432, "flag": true, "ratio": 0.5, "list": ["${host}", "x"], "stage": "test",
        "hosts": ["test": "t.example"], "database": ["host": "${host}", "port": "${port}"],
        "empty": "", "nothing": .null, "twice": "${once}", "once": "${host}",
    ]

    @Test(
        "A text is put together",
        arguments: [
            ("${host}", "db"), ("http://${host}:${port}/${flag}/${ratio}", "http://db:5432/true/0.5"),
            ("${none:default}", "default"), ("${none:}", ""), ("${none:http://x:1}", "http://x:1"),
            ("${none:${host}}", "db"), ("${none:${no:deep}}", "deep"), ("${hosts.${stage}}", "t.example"),
            ("${hosts.${stage}:none}", "t.example"), ("${hosts.${none:other}:fallback}", "fallback"),
            ("${twice}", "db"), ("$${host}", "${host}"), ("a$${b}c}", "a${b}c}"), ("$", "$"), ("$host", "$host"),
            ("}", "}"), ("${none:$${x}}", "${x}"), ("${nothing:null}", "null"), ("${empty}", ""), ("$$", "$$"),
            ("${none:a:b}", "a:b"), ("${HOME_OF_TEST}", "/home"), ("${none:$${x$${y}z}}", "${x${y}z}"),
            ("${none:${no:$${x$${y}}}-}", "${x${y}}-"), ("${none:${no:$${x}$${y}}-}", "${x}${y}-"),
        ])
    func texts(text: String, expected: String) throws {
        let context = try ApplicationContext(
            .reading(
                settings: Self.tree, environment: ["HOME_OF_TEST": "/home"],
                overrides: ["text": .string(text)]))
        #expect(try context.setting("text") == expected)
    }

    @Test("A lone placeholder keeps the type of its value")
    func types() throws {
        let context = try ApplicationContext(
            .reading(
                settings: Self.tree,
                overrides: [
                    "p": "${port}", "l": "${list}", "d": "${database}",
                    "all": [["at": "${host}"], ["a": "${host}1", "b": "${port}-", "c": "c", "d": "${flag}."]],
                ]))
        #expect(try context.setting("p") == 5432)
        #expect(try context.setting("l") == ["db", "x"])
        let database = try context.setting("d", as: Database.self)
        #expect(database.host == "db")
        #expect(database.port == 5432)
        #expect(
            try context.setting("all") == [["at": "db"], ["a": "db1", "b": "5432-", "c": "c", "d": "true."]])
        #expect(try context.setting("text", default: "${host}") == "${host}")
    }

    @Test("An unresolved placeholder is reported with the chain that leads to it")
    func unresolved() throws {
        let context = try ApplicationContext(
            .reading(settings: ["a": "x${b}", "b": "${c.${d}}", "d": "hots", "c": ["host": 1]]))
        let error = try #require(throws: IOCError.self) { try context.setting("a", as: String.self) }
        #expect(
            facts(of: error)
                == "placeholder-unresolved: the placeholder ${c.hots} names a setting that no source has | "
                + "chain a -> b -> c.hots | did you mean 'c.host'?")
    }

    @Test("Circles are found and drawn", arguments: ["a", "b", "start"])
    func cycles(key: String) throws {
        let context = try ApplicationContext(
            .reading(settings: ["a": "${b}", "b": "x${c:y}", "c": "${a}", "start": "${a}"]))
        let error = try #require(throws: IOCError.self) { try context.setting(key, as: String.self) }
        #expect(error.code == .placeholderUnresolved)
        let drawn = error.description.split(separator: "\n").filter { $0.contains("│") || $0.contains("┌") }
        #expect(drawn.count == 3)
    }

    @Test("A setting that refers to itself is a circle of one")
    func itself() throws {
        let context = try ApplicationContext(.reading(settings: ["a": "${a}"]))
        let error = try #require(throws: IOCError.self) { try context.setting("a", as: String.self) }
        #expect(facts(of: error).contains("cycle a -> itself"))
    }

    @Test(
        "A placeholder that can't be read or grows without end is a fault",
        arguments: [
            ("${host", "a placeholder has no closing brace"), ("${}", "a placeholder has no key"),
            ("${a..b}", "a placeholder has no key"), ("x${list}", "a list can't be part of a string"),
            ("x${database}", "an object can't be part of a string"),
            (String(repeating: "${", count: 100), "placeholders are nested deeper than 32 levels"),
            ("${bomb}", "it takes more than 10000 placeholders"),
            ("${big}", "the text grows beyond 16777216 bytes"),
        ])
    func malformed(text: String, reason: String) throws {
        var settings = Self.tree
        if case .object(var members) = settings {
            members["bomb"] = "${z0}${z0}"
            members["big"] = "${y0}${y0}"
            for level in 0..<20 {
                members["z\(level)"] = .string("${z\(level + 1)}${z\(level + 1)}")
            }
            members["z20"] = ""
            for level in 0..<10 { members["y\(level)"] = .string("${y\(level + 1)}${y\(level + 1)}") }
            members["y10"] = .string(String(repeating: "y", count: 20_000))
            members["text"] = .string(text)
            settings = .object(members)
        }
        let context = try ApplicationContext(.reading(settings: settings))
        let error = try #require(throws: IOCError.self) { try context.setting("text", as: String.self) }
        #expect(error.code == .placeholderUnresolved)
        #expect(error.description.contains(reason))
    }

    @Test("A long chain is followed up to a limit, without using up the stack")
    func longChain() throws {
        var members: [String: SettingValue] = ["k90": "end"]
        for index in 0..<90 { members["k\(index)"] = .string("${k\(index + 1)}") }
        for index in 100..<50_000 { members["k\(index)"] = .string("${k\(index + 1)}") }
        let context = try ApplicationContext(.reading(settings: .object(members)))
        #expect(try context.setting("k0") == "end")
        let error = try #require(throws: IOCError.self) { try context.setting("k100", as: String.self) }
        #expect(error.code == .placeholderUnresolved)
    }

    @Test("A placeholder where a key is wanted is a fault with the key that was meant")
    func asKey() throws {
        let context = try ApplicationContext(.reading(settings: ["a": ["b": 1]]))
        for (key, fix) in [
            ("${a.b}", "write @Value(\"a.b\")"),
            ("${a:b:c}", "write @Value(\"a\"), and a default after the property"),
        ] {
            let error = try #require(throws: IOCError.self) { try context.setting(key, as: Int.self) }
            #expect(error.code == .placeholderUnresolved && "\(error)".contains(fix))
        }
        for key in ["${a", "a}", "$a}"] { #expect(try context.setting(key, as: Int?.self) == nil) }
    }

    @Test("Lists from placeholders have the same depth limit as a file")
    func depth() throws {
        func nested(_ count: Int, _ inner: SettingValue) -> SettingValue {
            (0..<count).reduce(inner) { inner, _ in [inner] }
        }
        let context = try ApplicationContext(
            .reading(settings: [
                "a": nested(300, "${b}"), "b": nested(300, "end"), "c": nested(100, "${d}"), "d": nested(100, "end"),
            ]))
        let error = try #require(throws: IOCError.self) { try context.setting("a", as: String.self) }
        #expect(error.description.contains("it is nested deeper than 512 levels"))
        #expect(
            try #require(throws: IOCError.self) { try context.setting("c", as: String.self) }.code
                == .settingConversion)
    }
}
