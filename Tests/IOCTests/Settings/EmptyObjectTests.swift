import IOC
import Testing

@Suite("Objects without members")
struct EmptyObjectTests {
    private struct Optionals: Decodable, Sendable, Equatable {
        var a: Int?
        var b: String?
    }

    private enum Mode: Decodable, Sendable, Equatable {
        case plain
        case sized(width: Int?)
    }

    private struct Careless: Decodable, Sendable, Equatable {
        init() {}
        init(from decoder: any Decoder) throws {}
    }

    private struct Demanding: Decodable, Sendable, Equatable {
        var a: Int
        var b: Int
    }

    private struct Around: Decodable, Sendable, Equatable {
        var inner: Optionals?
        var list: [Optionals]?
        var table: [String: Optionals]?
    }

    private func context(_ settings: SettingValue, _ environment: [String: String] = [:]) throws
        -> ApplicationContext
    {
        try ApplicationContext(.reading(settings: settings, environment: environment))
    }

    @Test("An empty object is a value for a type that needs no member, and not the default")
    func empty() throws {
        let context = try context(["s": [:], "table": [:], "plain": ["plain": [:]], "sized": ["sized": [:]], "n": 5])
        #expect(try context.setting("s", as: Optionals.self) == Optionals())
        #expect(try context.setting("s", as: Optionals?.self) == .some(Optionals()))
        #expect(try context.setting("s", default: Optionals(a: 1)) == Optionals())
        #expect(try context.setting("plain", as: Mode.self) == .plain)
        #expect(try context.setting("sized", as: Mode.self) == .sized(width: nil))
        #expect(try context.setting("table", as: [String: Int].self) == [:])
        #expect(try context.setting("table", default: ["a": 1]) == [:])
        #expect(try context.setting("s", as: Careless.self) == Careless())
        #expect(try context.setting("n", as: Careless.self) == Careless())
    }

    @Test("So is one inside another one, in a list and in a table")
    func inside() throws {
        let context = try context(["s": ["inner": [:], "list": [[:], ["a": 1]], "table": ["x": [:]]]])
        let found = try context.setting("s", as: Around.self)
        #expect(found == Around(inner: Optionals(), list: [Optionals(), Optionals(a: 1)], table: ["x": Optionals()]))
        #expect(try self.context(["s": [:]]).setting("s", as: Around.self) == Around())
    }

    @Test("A member that an object lacks is told by its own key, in whatever order members are asked for")
    func incomplete() throws {
        for (settings, missing): (SettingValue, String) in [
            (["s": [:]], "s.a"), (["s": ["a": 1]], "s.b"), (["s": ["b": 1]], "s.a"), (["s": ["other": 1]], "s.a"),
        ] {
            let context = try context(settings)
            for read in [
                { _ = try context.setting("s", as: Demanding.self) },
                { _ = try context.setting("s", as: Demanding?.self) },
                { _ = try context.setting("s", default: Demanding(a: 1, b: 2)) },
            ] {
                let error = try #require(throws: IOCError.self, performing: read)
                #expect(error.code == .settingMissing && error.description.contains("'\(missing)'"))
            }
        }
    }

    @Test("What no source has stays absent, and so does a null")
    func absent() throws {
        for context in [try context([:]), try context(["s": .null])] {
            #expect(try context.setting("s", as: Optionals?.self) == nil)
            #expect(try context.setting("s", default: Demanding(a: 1, b: 2)) == Demanding(a: 1, b: 2))
            #expect(throws: IOCError.self) { try context.setting("s", as: Optionals.self) }
            #expect(throws: IOCError.self) { try context.setting("s", as: Careless.self) }
        }
        #expect(try context([:], ["S_A": "3"]).setting("s", as: Optionals.self) == Optionals(a: 3))
    }
}
