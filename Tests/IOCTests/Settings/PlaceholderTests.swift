import IOC
import Testing

@Suite("Placeholders")
struct PlaceholderTests {
    static let tree: SettingValue = [
        "host": "db", "port": 5432, "flag": true, "ratio": 0.5, "list": ["${host}", "x"], "stage": "test",
        "hosts": ["test": "t.example"], "database": ["host": "${host}", "port": "${port}"],
        "empty": "", "nothing": .null, "twice": "${once}", "once": "${host}", "loop": "${loop}",
        "a": "${b}", "b": "x${c:y}", "c": "${a}", "nested": .string(String(repeating: "${", count: 100)),
    ]

    private func context(_ more: [String: SettingValue]) throws -> ApplicationContext {
        try ApplicationContext(
            .reading(settings: Self.tree, environment: ["HOME_OF_TEST": "/home"], overrides: more))
    }

    @Test(
        "A text with placeholders is put together",
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
        #expect(try context(["text": .string(text)]).setting("text") == expected)
    }

    @Test(
        "A lone placeholder keeps the type of its value, also in lists and objects, and a default is no text with one")
    func types() throws {
        let context = try context([
            "p": "${port}", "l": "${list}", "d": "${database}",
            "all": [["at": "${host}"], ["a": "${host}1", "b": "${port}-", "c": "c", "d": "${flag}."]],
        ])
        #expect(try context.setting("p") == 5432)
        #expect(try context.setting("l") == ["db", "x"])
        struct Database: Decodable, Sendable, Equatable {
            var host: String
            var port: Int
        }
        #expect(try context.setting("d") == Database(host: "db", port: 5432))
        #expect(
            try context.setting("all") == [["at": "db"], ["a": "db1", "b": "5432-", "c": "c", "d": "true."]])
        #expect(try context.setting("text", default: "${host}") == "${host}")
    }

    @Test("Thousands of placeholders in one object are replaced")
    func many() throws {
        let members = Dictionary(
            uniqueKeysWithValues: (0..<2000).map { ("k\($0)", SettingValue.string("${host}-\($0)")) })
        #expect(try context(["all": .object(members)]).setting("all", as: [String: String].self)["k1999"] == "db-1999")
    }

    @Test("An unresolved placeholder is reported with the chain that leads to it")
    func unresolved() throws {
        let error = try context(["x": "x${y}", "y": "${hosts.${z}}", "z": "tets"]).error("x")
        #expect(
            facts(of: error)
                == "placeholder-unresolved: the placeholder ${hosts.tets} names a setting that no source has | "
                + "chain x -> y -> hosts.tets | did you mean 'hosts.test'?")
    }

    @Test(
        "A cycle is found and drawn, from wherever it is entered",
        arguments: [("a", 3), ("b", 3), ("start", 3), ("loop", 0)])
    func cycles(key: String, lines: Int) throws {
        let error = try context(["start": "${a}"]).error(key)
        #expect(error.code == .placeholderUnresolved && facts(of: error).contains("cycle "))
        #expect(error.description.split(separator: "\n").filter { $0.contains("│") || $0.contains("┌") }.count == lines)
    }

    @Test(
        "A placeholder that can't be read or grows without end is a fault",
        arguments: [
            ("${host", "a placeholder has no closing brace"), ("${}", "a placeholder has no key"),
            ("${a..b}", "a placeholder has no key"), ("x${list}", "a list can't be part of a string"),
            ("x${database}", "an object can't be part of a string"),
            ("${nested}", "placeholders are nested deeper than 32 levels"),
            ("${z0}", "it takes more than 10000 placeholders"), ("${y0}", "the text grows beyond 16777216 bytes"),
            ("${x.${db.password}:none}", "the name of a placeholder can't contain a secret"),
        ])
    func malformed(text: String, reason: String) throws {
        var more: [String: SettingValue] = ["text": .string(text), "db.password": "c4nary"]
        for level in 0..<20 { more["z\(level)"] = .string("${z\(level + 1)}${z\(level + 1)}") }
        for level in 0..<10 { more["y\(level)"] = .string("${y\(level + 1)}${y\(level + 1)}") }
        more["z20"] = ""
        more["y10"] = .string(String(repeating: "y", count: 20_000))
        let error = try context(more).error("text")
        #expect(error.code == .placeholderUnresolved)
        #expect(error.description.contains(reason) && !error.description.contains("c4nary"))
    }

    @Test("A long chain is followed up to a limit, without using up the stack")
    func longChain() throws {
        var members: [String: SettingValue] = ["k90": "end"]
        for index in 0..<90 { members["k\(index)"] = .string("${k\(index + 1)}") }
        for index in 100..<5_000 { members["k\(index)"] = .string("${k\(index + 1)}") }
        let context = try ApplicationContext(.reading(settings: .object(members)))
        #expect(context.outcome("k0") == "end" && context.outcome("k100") == "placeholder-unresolved")
    }

    @Test("A placeholder where a key is wanted is a fault with the key that was meant")
    func asKey() throws {
        let context = try ApplicationContext(.reading(settings: ["a": ["b": 1]]))
        for (key, fix) in [
            ("${a.b}", "write @Value(\"a.b\")"),
            ("${a:b:c}", "write @Value(\"a\"), and a default after the property"),
        ] {
            let error = try context.error(key, as: Int.self)
            #expect(error.code == .placeholderUnresolved && error.faults[0].remedy.contains(fix))
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
        #expect(try context.error("a").description.contains("it is nested deeper than 512 levels"))
        #expect(context.outcome("c") == "setting-conversion")
    }
}
