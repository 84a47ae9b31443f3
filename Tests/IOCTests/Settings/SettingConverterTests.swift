import IOC
import Testing

@Suite("Converters of a context, and settings that check themselves")
struct SettingConverterTests {
    struct Color: Decodable, Sendable, Equatable {
        var name: String
        var madeBy: String
    }
    struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    final class First: IOCComponent, SettingConverter {
        static var traits: [ComponentTrait] { [.order(1)] }
        func converts(to type: Any.Type) -> Bool { type == Color.self }
        func convert(_ value: SettingValue, to type: Any.Type) throws -> Any {
            guard case .string(let name) = value, name != "none" else { throw Mistake(description: "no color") }
            return Color(name: name, madeBy: "first")
        }
    }
    /// Makes a number of everything, also where another type is wanted.
    final class Second: IOCComponent, SettingConverter {
        static var traits: [ComponentTrait] { [.order(2)] }
        func converts(to type: Any.Type) -> Bool { type == Color.self || type == Int.self }
        func convert(_ value: SettingValue, to type: Any.Type) throws -> Any { 7 }
    }

    @Test("A converter comes before the type's own decoding, inside lists too; the first by order converts")
    func converts() throws {
        let settings: SettingValue = [
            "color": "red", "colors": ["green", "blue"], "number": "x", "plain": ["name": "red", "madeBy": "decoding"],
        ]
        let context = try ApplicationContext(.reading(Second.self, First.self, settings: settings))
        #expect(try context.setting("color") == Color(name: "red", madeBy: "first"))
        #expect(try context.setting("colors", as: [Color].self).map(\.name) == ["green", "blue"])
        #expect(try context.setting("number", as: Int.self) == 7)
        let without = try ApplicationContext(.reading(settings: settings))
        #expect(try without.setting("plain", as: Color.self).madeBy == "decoding")
    }

    @Test("A child context's settings are converted by its own converters, then by its parent's")
    func inherited() throws {
        let parent = try ApplicationContext(.reading(First.self))
        let child = try ApplicationContext(.reading(settings: ["color": "red"]), parent: parent)
        #expect(try child.setting("color", as: Color.self).madeBy == "first")
        let other = try ApplicationContext(.reading(Second.self, settings: ["number": "red"]), parent: parent)
        #expect(try other.setting("number", as: Int.self) == 7)
    }

    @Test("A converter's error is the cause of a fault that names it, and so is a value of another type a fault")
    func throwing() throws {
        let context = try ApplicationContext(.reading(First.self, settings: ["color": "none"]))
        let error = try context.error("color", as: Color.self)
        #expect(error.code == .settingConversion && error.cause is Mistake && error.faults[0].settingKey == "color")
        #expect(error.faults[0].remedy.contains("First"))
        let confused = try ApplicationContext(.reading(Second.self, settings: ["color": "red"]))
        #expect(
            try confused.error("color", as: Color.self).faults[0].remedy.contains("a value that Second makes one of"))
        #expect(try confused.setting("none", as: Color?.self) == nil)
    }

    // MARK: Validation

    struct Pool: Decodable, Sendable, ValidatedSetting {
        var smallest: Int
        var largest: Int

        func validate() throws {
            guard smallest <= largest else {
                throw Mistake(description: "smallest \(smallest) is more than \(largest)")
            }
        }
    }
    final class PoolConverter: IOCComponent, SettingConverter {
        func converts(to type: Any.Type) -> Bool { type == Pool.self }
        func convert(_ value: SettingValue, to type: Any.Type) throws -> Any { Pool(smallest: 3, largest: 2) }
    }
    @Component final class Pools {
        @Value("pool") var pool: Pool?
    }

    private static let wrong: SettingValue = ["smallest": 3, "largest": 2]
    private static let cases:
        [(configuration: ContextConfiguration, type: any (Decodable & Sendable).Type, key: String)] = [
            (.reading(settings: ["pool": wrong]), Pool.self, "pool"),
            (.reading(settings: ["pool": wrong]), Pool?.self, "pool"),
            (.reading(settings: ["pool": [["smallest": 1, "largest": 2], wrong]]), [Pool].self, "pool[1]"),
            (.reading(settings: ["pool": ["x": wrong]]), [String: Pool].self, "pool.x"),
            (.reading(environment: ["POOL_SMALLEST": "3", "POOL_LARGEST": "2"]), Pool.self, "pool"),
            (.reading(PoolConverter.self, settings: ["pool": "any"]), Pool.self, "pool"),
        ]

    @Test(
        "A value that does not check out is a fault with its key, and its error is the cause", arguments: cases.indices)
    func refused(index: Int) throws {
        let (configuration, type, key) = Self.cases[index]
        let context = try ApplicationContext(configuration)
        let error = try #require(context.failure("pool", as: type))
        #expect(error.faults.map(\.code) == [.settingConversion] && error.faults[0].settingKey == key)
        #expect(error.description.contains("smallest 3 is more than 2"))
    }

    @Test("A value that checks out is read; the error of a secret one does not quote it, and has the property's place")
    func secret() throws {
        let sound = ContextConfiguration.reading(Pools.self, settings: ["pool": ["smallest": 1, "largest": 2]])
        #expect(try ApplicationContext(sound).component(Pools.self).pool?.largest == 2)
        let error = try bootError(
            .reading(Pools.self, settings: ["pool": Self.wrong]).with { $0.secretKeys = ["pool"] })
        #expect(error.faults.map(\.code) == [.settingConversion] && error.faults[0].injectionPoint == "Pools.pool")
        #expect(!error.description.contains("more than"))
    }
}
