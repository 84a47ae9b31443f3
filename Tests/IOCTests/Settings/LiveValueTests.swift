import FoundationEssentials
import IOC
import IOCBase
import Testing

@Suite("Live values", .timeLimit(.minutes(30)))
struct LiveValueTests {
    struct Limits: Decodable, Sendable, Equatable {
        var small: Int
        var large: Int
    }
    final class Shop: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Value("level", live: true) var level: String
        @Value("isOpen", live: true) var isOpen = false
        @Value("limits", live: true) var limits: Limits
        @Value("note", live: true) var note: String?
        @Value("key", live: true) var key: Secret<String>
        @Value("copy", live: true) var copy: Int
        @Value("server.port") var port: Int
    }
    @Component final class Constants {
        @Injected(setting: "isOpen", default: Live(false)) let isOpen: Live<Bool>
        @Injected(setting: "note") let note: Live<String?>
        @Injected(setting: "number") let number: Live<Int>
    }
    @Component
    struct Passed {
        let isOpen: Live<Bool>
        let number: Live<Int>

        init(
            @Named(setting: "isOpen") isOpen: Live<Bool> = Live(false), @Named(setting: "number") number: Live<Int>
        ) {
            self.isOpen = isOpen
            self.number = number
        }
    }
    struct ByHand: ConstructedComponent {
        let isOpen: Live<Bool>
        let number: Live<Int>
        static var constructor: Constructor {
            Constructor(
                Parameter<Live<Bool>>("isOpen", setting: "isOpen", default: Live(false)),
                Parameter<Live<Int>>("number", setting: "number")
            ) { try ByHand(isOpen: $0[0], number: $0[1]) }
        }
    }
    struct Nameless: ConstructedComponent {
        let isOpen: Live<Bool>
        static var constructor: Constructor {
            Constructor(Parameter<Live<Bool>>("isOpen")) { try Nameless(isOpen: $0[0]) }
        }
    }
    /// A value that counts its instances.
    final class Counted: Decodable, Sendable {
        static let count = Guarded(0)
        let number: Int
        init(from decoder: any Decoder) throws {
            number = try decoder.singleValueContainer().decode(Int.self)
            Self.count.withLock { $0 += 1 }
        }
        deinit { Self.count.withLock { $0 -= 1 } }
    }
    @Component final class Keeper { @Value("number", live: true) var counted: Counted }
    @Component(.scope(.prototype)) final class Visit {
        @Value("number", live: true) var number: Int
        @Value("limits", live: true) var limits: Limits
    }

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ number: Int = 1, level: String = "info", port: Int = 80, _ more: String = "") throws {
        try folder.writeSettings(
            """
            { "level": "\(level)", "number": \(number), "copy": "${number}", "key": "secret-\(number)",
              "limits": { "small": \(number), "large": \(number) }, "server": { "port": \(port) }\(more) }
            """, of: [Shop.self, Constants.self, Passed.self, ByHand.self, Visit.self])
    }

    private func context(environment: [String: String] = [:]) throws -> ApplicationContext {
        try ApplicationContext(contentsOf: folder.path + "/a.json", environment: environment)
    }

    @Test("A reload keeps the context and its components if only live values differ, and all of them follow the file")
    func kept() async throws {
        try write()
        let context = try context()
        let shop = try context.component(Shop.self)
        let constants = try context.component(Constants.self)
        let passed = try context.component(Passed.self)
        let byHand = try context.component(ByHand.self)
        func all() -> Set<String> {
            [
                "\(shop.isOpen) \(shop.copy)", "\(constants.isOpen()) \(constants.number())",
                "\(passed.isOpen()) \(passed.number())", "\(byHand.isOpen()) \(byHand.number())",
            ]
        }
        #expect(all() == ["false 1"] && shop.level == "info" && shop.note == nil && constants.note() == nil)
        try write(2, level: "debug", #", "isOpen": true, "note": "there""#)
        #expect(try await context.reloading() === context)
        #expect(all() == ["true 2"] && shop.level == "debug" && shop.note == "there" && constants.note() == "there")
        #expect(shop.limits == Limits(small: 2, large: 2) && shop.key.revealed == "secret-2")
        try write(1, level: "debug")
        _ = try await context.reloading()
        #expect(all() == ["false 1"] && shop.level == "debug" && shop.note == nil)
    }

    @Test("A refresh updates live values only and lists other changes, for which a reload creates a new context")
    func others() async throws {
        try write()
        let context = try context()
        let shop = try context.component(Shop.self)
        try write(level: "debug", port: 81)
        let changes = try await context.refreshing()
        #expect(changes.changed == ["level"] && changes.pending == ["server.port"])
        #expect("\(changes)".contains("server.port changed, takes effect at the next start"))
        #expect(shop.level == "debug" && shop.port == 80)
        try write(level: "trace", port: 81)
        let next = try await context.reloading()
        #expect(next !== context && shop.level == "debug")
        #expect(try next.component(Shop.self).level == "trace")
    }

    @Test(
        "A missing or unconvertible value is reported with key and place, and all values keep what they had",
        arguments: [
            ("[2]", .settingConversion), ("null", .settingMissing),
        ] as [(String, IOCError.Code)])
    func refused(level: String, code: IOCError.Code) async throws {
        try write()
        let context = try context()
        let shop = try context.component(Shop.self)
        try write(2)
        let text = try String(decoding: Data(contentsOf: URL(filePath: folder.path + "/a.json")), as: UTF8.self)
        try folder.write("a.json", text.replacing(#""level": "info""#, with: "\"level\": \(level)"))
        let error = await #expect(throws: IOCError.self) { try await context.refreshing() }
        #expect(error?.code == code && error?.faults[0].settingKey == "level")
        #expect(error?.faults[0].injectionPoint == "Shop.level" && shop.limits.small == 1 && shop.level == "info")
    }

    @Test("A file that was refused leaves the context as it was, and the next one is read without a new context")
    func refusedFile() async throws {
        func configuration(_ key: String, _ number: Int) throws -> ContextConfiguration {
            try folder.configuration(
                "{ \"number\": \(number), \"gone\": 1 }", of: [Passed.self],
                "\"imports\": [\"b.json\"], \"\(key)\": true,", profile: #"{ "gone": null }"#)
        }
        try folder.write("b.json", #"{ "settings": { "number": 5 } }"#)
        _ = try configuration("strict", 1)
        let context = try ApplicationContext(
            contentsOf: folder.path + "/a.json", profiles: ["test"], environment: [:])
        let number = try context.component(Passed.self).number
        #expect(throws: IOCError.self) { try configuration("strikt", 2) }
        await #expect(throws: IOCError.self) { try await context.reloading() }
        #expect(number() == 1)
        _ = try configuration("strict", 3)
        #expect(try await context.reloading() === context)
        #expect(number() == 3)
        #expect(try await context.refreshing().description == "nothing changed")
    }

    @Test("A variable of the environment hides what a file says, whatever that becomes")
    func layers() async throws {
        try write()
        let context = try context(environment: ["LEVEL": "trace"])
        let shop = try context.component(Shop.self)
        try write(2, level: "debug")
        #expect(try await context.refreshing().changed.contains("copy"))
        #expect(shop.level == "trace" && shop.copy == 2)
    }

    @Test("An observer hears the newest value, and the end of the context; a constant value never changes")
    func observed() async throws {
        try write()
        var context: ApplicationContext? = try context()
        let shop = try #require(context).component(Shop.self)
        var changes = shop.$level.changes.makeAsyncIterator()
        try write(level: "debug")
        _ = try await context?.refreshing()
        #expect(await changes.next() == "debug")
        context = nil
        #expect(await changes.next() == nil)
        #expect(shop.level == "debug")
        var none = shop.$port.changes.makeAsyncIterator()
        #expect(await none.next() == nil)
        let passed = Passed(isOpen: Live(true), number: Live(3))
        #expect(passed.isOpen() && passed.number.value == 3)
        var noChanges = passed.number.changes.makeAsyncIterator()
        #expect(await noChanges.next() == nil)
    }

    @Test("A live setting of a parameter that is missing or does not convert is reported at boot, with its parameter")
    func faultsAtBoot() throws {
        for (settings, code) in [("{}", IOCError.Code.settingMissing), (#"{ "number": "many" }"#, .settingConversion)] {
            let error = try bootError(folder.configuration(settings, of: [Constants.self, ByHand.self]))
            #expect(error.faults.map(\.code) == [code, code])
            #expect(Set(error.faults.map(\.injectionPoint)) == ["ByHand.init(number:)", "Constants.init(number:)"])
        }
        let nameless = try bootError(folder.configuration("{}", of: [Nameless.self]))
        #expect(nameless.code == .dependencyMissing && nameless.faults[0].remedy.contains("@Named(setting: \"…\")"))
        #expect(!nameless.description.contains("subclass"))
    }

    @Test("Readers on many threads never see half a value, nor an older one after a newer one, while values change")
    func threads() async throws {
        let rounds = ProcessInfo.processInfo.environment["IOC_LIVE_CHANGES"].flatMap(Int.init) ?? 60
        try write()
        let context = try context()
        let shop = try context.component(Shop.self)
        let assigned = Locked(false)
        let isOver = Locked(false)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var (newest, newestLimit) = (0, 0)
                    while !isOver.withLock(\.self), !Task.isCancelled {
                        let (limits, copy) = (shop.limits, shop.copy)
                        #expect(limits.small == limits.large && copy >= newest)
                        #expect(limits.small >= newestLimit || assigned.withLock(\.self))
                        (newest, newestLimit) = (copy, limits.small)
                        // A component that is created meanwhile is as new as what was read before.
                        let visit = try context.component(Visit.self)
                        #expect(visit.number >= copy)
                        await Task.yield()
                    }
                }
            }
            for number in 2...rounds {
                try write(number)
                _ = try await context.refreshing()
                if number == rounds / 2 {
                    // A value that was assigned follows nothing.
                    assigned.withLock { $0 = true }
                    shop.limits = Limits(small: 0, large: 0)
                }
                #expect(shop.limits.small == (number < rounds / 2 ? number : 0) && shop.copy == number)
            }
            isOver.withLock { $0 = true }
            try await group.waitForAll()
        }
    }

    @Test("A live value that changes often leaves no former value behind, and none after its context")
    func freed() async throws {
        let rounds = ProcessInfo.processInfo.environment["IOC_LIVE_CHANGES"].flatMap(Int.init) ?? 50
        do {
            let path = try folder.writeSettings("{ \"number\": 0 }", of: [Keeper.self])
            let context = try ApplicationContext(contentsOf: path, environment: [:])
            let keeper = try context.component(Keeper.self)
            for number in 1...rounds {
                try folder.writeSettings("{ \"number\": \(number) }", of: [Keeper.self])
                _ = try await context.refreshing()
                #expect(keeper.counted.number == number)
            }
            #expect(Counted.count.withLock(\.self) == 1)
        }
        // The task of the last refresh may release the context on another thread.
        try await until("the end of every value") { Counted.count.withLock(\.self) == 0 }
    }

    @Component final class Reader {
        @Value("a", live: true) var a: Int
        @Value("b", live: true) var b: Int
        @Value("c", live: true) var c: String
    }

    @Test("A value that several contexts define follows the nearest one, whichever changes")
    func chain() async throws {
        let low = try TemporaryFolder()
        func boot(_ folder: TemporaryFolder, parent: ApplicationContext? = nil) throws -> ApplicationContext {
            try ApplicationContext(contentsOf: "\(folder.path)/a.json", environment: [:], parent: parent)
        }
        try folder.writeSettings(#"{ "a": 1, "b": 1, "c": "top" }"#, of: [Reader.self])
        try low.writeSettings(#"{ "b": 2, "c": "${a}${b}" }"#, of: [Reader.self])
        let parent = try boot(folder)
        let child = try boot(low, parent: parent)
        let readers = try [parent.component(Reader.self), child.component(Reader.self)]
        var seen: [String] { readers.map { "\($0.a) \($0.b) \($0.c)" } }
        #expect(seen == ["1 1 top", "1 2 12"])
        try folder.writeSettings(#"{ "a": 3, "b": 3, "c": "top" }"#, of: [Reader.self])
        _ = try await parent.refreshing()
        #expect(seen == ["3 3 top", "3 2 32"])
        for (settings, expected) in [
            (#"{ "b": 4, "c": "${a}-${b}" }"#, "3 4 3-4"), (#"{ "c": "${b}." }"#, "3 3 3."),
        ] {
            try low.writeSettings(settings, of: [Reader.self])
            _ = try await child.refreshing()
            #expect(seen == ["3 3 top", expected])
        }
    }
}
