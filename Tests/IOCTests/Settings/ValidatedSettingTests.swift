import IOC
import Testing

@Suite("Settings that check themselves")
struct ValidatedSettingTests {
    struct Mistake: Error, CustomStringConvertible {
        let description: String
    }
    struct Pool: Decodable, Sendable, ValidatedSetting {
        var smallest: Int
        var largest: Int

        func validate() throws {
            guard smallest <= largest else {
                throw Mistake(description: "smallest \(smallest) is more than \(largest)")
            }
        }
    }
    struct Database: Decodable, Sendable {
        var pools: [Pool]
    }
    final class OnePool: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Value("pool") var pool: Pool
    }
    final class MaybePool: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Value("pool") var pool: Pool?
    }
    final class Pools: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Value("database") var database: Database
    }

    static let wrong: SettingValue = ["smallest": 3, "largest": 2]

    @Test("A value that checks out is read")
    func sound() throws {
        let context = try ApplicationContext(
            .reading(OnePool.self, settings: ["pool": ["smallest": 1, "largest": 2]]))
        #expect(try context.component(OnePool.self).pool.largest == 2)
    }

    @Test("What it throws is the cause of a fault with the key and the setting's line, optional or not")
    func refused() throws {
        for (type, line) in [(OnePool.self as any IOCComponent.Type, 24), (MaybePool.self, 28)] {
            let error = try bootError(.reading(type, settings: ["pool": Self.wrong]))
            #expect(error.faults.map(\.code) == [.settingConversion])
            #expect(error.faults[0].settingKey == "pool")
            #expect(error.faults[0].location == "IOCTests/ValidatedSettingTests.swift:\(line)")
            #expect(error.description.contains("smallest 3 is more than 2"))
        }
    }

    @Test("A member of a list is checked, under its own key")
    func nested() throws {
        let sound: SettingValue = ["smallest": 1, "largest": 2]
        let error = try bootError(.reading(Pools.self, settings: ["database": ["pools": [sound, Self.wrong]]]))
        #expect(error.faults.map(\.settingKey) == ["database.pools[1]"])
        #expect(error.description.contains("smallest 3 is more than 2"))
    }

    @Test("Members that only the environment gives are checked together")
    func environment() throws {
        let error = try bootError(
            .reading(OnePool.self, environment: ["POOL_SMALLEST": "3", "POOL_LARGEST": "2"]))
        #expect(error.faults.map(\.code) == [.settingConversion])
        #expect(error.faults[0].settingKey == "pool")
        #expect(error.description.contains("smallest 3 is more than 2"))
    }

    @Test("What is wrong with a secret value is not quoted")
    func secret() throws {
        let error = try bootError(
            .reading(OnePool.self, settings: ["pool": Self.wrong]).with { $0.secretKeys = ["pool"] })
        #expect(error.faults.map(\.code) == [.settingConversion])
        #expect(!error.description.contains("more than"))
    }

    final class PoolConverter: IOCComponent, SettingConverter {
        func converts(to type: Any.Type) -> Bool { type == Pool.self }
        func convert(_ value: SettingValue, to type: Any.Type) throws -> Any { Pool(smallest: 5, largest: 4) }
    }

    @Test("What a converter makes is checked as well")
    func converted() throws {
        let error = try bootError(
            .reading(OnePool.self, PoolConverter.self, settings: ["pool": "any"]))
        #expect(error.faults.map(\.code) == [.settingConversion])
        #expect(error.description.contains("smallest 5 is more than 4"))
    }
}
