import FoundationEssentials
import IOC
import IOCBase
import Testing

/// Is closed until a thread opens it.
private final class Flag: Sendable {
    private let state = Guarded(false)
    var isOpen: Bool { state.withLock { $0 } }
    func open() { state.withLock { $0 = true } }
}

@Suite("Live values", .timeLimit(.minutes(30)))
struct LiveValueTests {
    enum Level: String, Decodable, Sendable { case info, debug }
    struct Limits: Decodable, Sendable, Equatable {
        var small: Int
        var large: Int
    }
    final class Shop: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Value("log.level", live: true) var level: Level
        @Value("features.checkout", live: true) var checkout = false
        @Value("limits", live: true) var limits: Limits
        @Value("note", live: true) var note: String?
        @Value("key", live: true) var key: Secret<String>
        @Value("twin", live: true) var twin: Int
        @Value("copy", live: true) var copy: Int
        @Value("server.port") var port: Int
    }
    struct Passed: ConstructedComponent {
        let level: Live<Level>
        static var constructor: Constructor {
            Constructor(Parameter<Live<Level>>("level", setting: "log.level")) { try Passed(level: $0[0]) }
        }
    }

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(
        level: String = "info", checkout: String? = nil, number: Int = 1, note: String? = nil, port: Int = 80
    ) throws {
        let checkout = checkout.map { ", \"features\": { \"checkout\": \($0) }" } ?? ""
        let note = note.map { ", \"note\": \"\($0)\"" } ?? ""
        try folder.write(
            "a.json",
            """
            { "classes": ["\(String(reflecting: Shop.self))", "\(String(reflecting: Passed.self))",
                "\(String(reflecting: Visit.self))"],
              "settings": { "log": { "level": "\(level)" }\(checkout)\(note), "twin": \(number), "copy": "${twin}",
                "limits": { "small": \(number), "large": \(number) }, "key": "secret-\(number)",
                "server": { "port": \(port) } } }
            """)
    }

    private func context(environment: [String: String] = [:]) throws -> ApplicationContext {
        try ApplicationContext(contentsOf: folder.path + "/a.json", environment: environment)
    }

    @Test("If only live values differ, a reload keeps the context and its components, which read the newest values")
    func kept() async throws {
        try write()
        let context = try context()
        let shop = try context.component(Shop.self)
        let passed = try context.component(Passed.self)
        #expect(shop.level == .info && !shop.checkout && shop.note == nil && shop.limits.large == 1)
        try write(level: "debug", checkout: "true", number: 2, note: "there")
        let next = try await context.reloading()
        #expect(next === context)
        #expect(shop.level == .debug && shop.checkout && shop.note == "there")
        #expect(shop.limits == Limits(small: 2, large: 2) && shop.key.revealed == "secret-2" && shop.copy == 2)
        #expect(passed.level() == .debug)
        try write(level: "debug")
        _ = try await context.reloading()
        #expect(!shop.checkout && shop.note == nil)
    }

    @Component
    final class Log {
        @Value("log.level", live: true) var level = Level.info
        @Value("log.format") var format: String
    }

    @Test("A live value of an annotated class changes without a new context, also after a file that was refused")
    func annotated() async throws {
        func write(_ key: String, _ level: String) throws {
            try folder.write(
                "a.json",
                """
                { "\(key)": ["\(String(reflecting: Log.self))"], "imports": ["b.json"],
                  "settings": { "log": { "level": "\(level)", "format": "text" }, "database": { "path": "here" } } }
                """)
        }
        try folder.write("b.json", #"{ "settings": { "log": { "level": "debug" }, "other": 1 } }"#)
        try folder.write("a-cluster.json", #"{ "settings": { "database": { "path": null } } }"#)
        try write("classes", "info")
        let context = try ApplicationContext(
            contentsOf: folder.path + "/a.json", profiles: ["cluster"], environment: [:])
        let log = try context.component(Log.self)
        try write("clases", "info")
        await #expect(throws: IOCError.self) { try await context.reloading() }
        try write("classes", "debug")
        #expect(try await context.reloading() === context)
        #expect(log.level == .debug)
        #expect(try await context.refreshing().description == "nothing changed")
    }

    @Test("If anything else differs, a reload creates a new context, and the old one keeps its values")
    func replaced() async throws {
        try write()
        let context = try context()
        let shop = try context.component(Shop.self)
        #expect(shop.level == .info)
        try write(level: "debug", port: 81)
        let next = try await context.reloading()
        #expect(next !== context)
        #expect(shop.level == .info)
        #expect(try next.component(Shop.self).level == .debug)
    }

    @Test("A refresh updates live values only, and reports other changes")
    func refreshing() async throws {
        try write()
        let context = try context()
        let shop = try context.component(Shop.self)
        try write(level: "debug", port: 81)
        let changes = try await context.refreshing()
        #expect(changes.changed == ["log.level"])
        #expect(changes.pending == ["server.port"])
        #expect("\(changes)".contains("server.port changed, takes effect at the next start"))
        #expect(shop.level == .debug && shop.port == 80)
    }

    @Test("A missing or unconvertible value keeps all others unchanged, and is reported with key and place")
    func refused() async throws {
        try write()
        let context = try context()
        let shop = try context.component(Shop.self)
        try write(level: "loud", checkout: "true", number: 2)
        let error = await #expect(throws: IOCError.self) { try await context.reloading() }
        #expect(error?.code == .settingConversion)
        #expect(error?.description.contains("log.level") == true)
        #expect(error?.description.contains("a.json:") == true)
        #expect(shop.level == .info && !shop.checkout && shop.limits.small == 1)
        try folder.write(
            "a.json",
            """
            { "classes": ["\(String(reflecting: Shop.self))", "\(String(reflecting: Passed.self))"],
              "settings": { "twin": 1, "copy": 1, "limits": { "small": 1, "large": 1 }, "key": "k",
                "server": { "port": 80 } } }
            """)
        let missing = await #expect(throws: IOCError.self) { try await context.refreshing() }
        #expect(missing?.code == .settingMissing)
        #expect(shop.level == .info)
    }

    @Test("A variable of the environment hides what a file says, whatever that becomes")
    func layers() async throws {
        try write()
        let context = try context(environment: ["LOG_LEVEL": "debug"])
        let shop = try context.component(Shop.self)
        try write(level: "info", number: 2)
        #expect(try await context.refreshing().changed.contains("twin"))
        #expect(shop.level == .debug && shop.twin == 2)
    }

    @Test("An observer hears the newest value, and the end of the context")
    func observed() async throws {
        try write()
        var context: ApplicationContext? = try context()
        let shop = try #require(context).component(Shop.self)
        var changes = shop.$level.changes.makeAsyncIterator()
        try write(level: "debug")
        _ = try await context?.refreshing()
        #expect(await changes.next() == .debug)
        context = nil
        #expect(await changes.next() == nil)
        #expect(shop.level == .debug)
        var none = shop.$port.changes.makeAsyncIterator()
        #expect(await none.next() == nil)
    }

    @Test("A child context follows its parent's files, and a value that was assigned follows nothing")
    func child() async throws {
        try write()
        let parent = try context()
        let child = try ApplicationContext(
            ContextConfiguration(classes: [String(reflecting: Shop.self)]), parent: parent)
        let shop = try child.component(Shop.self)
        let other = try parent.component(Shop.self)
        other.level = .info
        #expect(shop.level == .info && shop.twin == 1)
        try write(level: "debug", number: 2)
        _ = try await parent.refreshing()
        #expect(shop.level == .debug && shop.twin == 2 && other.level == .info)
    }

    @Test("Readers on many threads never see half a value, nor an older value after a newer one")
    func threads() async throws {
        let rounds = ProcessInfo.processInfo.environment["IOC_LIVE_CHANGES"].flatMap(Int.init) ?? 300
        try write()
        let context = try context()
        let shop = try context.component(Shop.self)
        let isOver = Flag()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var (newest, newestLimit) = (0, 0)
                    while !isOver.isOpen, !Task.isCancelled {
                        let limits = shop.limits
                        let twin = shop.twin
                        #expect(limits.small == limits.large)
                        #expect(limits.small >= newestLimit && twin >= newest)
                        (newest, newestLimit) = (twin, limits.small)
                        await Task.yield()
                    }
                }
            }
            for number in 2...rounds {
                try write(number: number)
                _ = try await context.refreshing()
            }
            isOver.open()
            try await group.waitForAll()
        }
        #expect(shop.twin == rounds && shop.copy == rounds)
    }

    /// A value that counts how many of it there are.
    final class Counted: Decodable, Sendable {
        static let count = Guarded(0)
        let number: Int
        init(from decoder: any Decoder) throws {
            number = try decoder.singleValueContainer().decode(Int.self)
            Self.count.withLock { $0 += 1 }
        }
        deinit { Self.count.withLock { $0 -= 1 } }
    }
    final class Keeper: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Value("counted", live: true) var counted: Counted
    }

    @Test("A live value that changes often leaves no former value behind, and none after its context")
    func freed() async throws {
        let rounds = ProcessInfo.processInfo.environment["IOC_LIVE_CHANGES"].flatMap(Int.init) ?? 200
        func write(_ number: Int) throws {
            try folder.write(
                "b.json",
                "{ \"classes\": [\"\(String(reflecting: Keeper.self))\"], \"settings\": { \"counted\": \(number) } }")
        }
        try write(0)
        do {
            let context = try ApplicationContext(contentsOf: folder.path + "/b.json", environment: [:])
            let keeper = try context.component(Keeper.self)
            for number in 1...rounds {
                try write(number)
                _ = try await context.refreshing()
                #expect(keeper.counted.number == number)
            }
            #expect(Counted.count.withLock { $0 } == 1)
        }
        // The task of the last refresh may be about to let the context go, on another thread.
        try await until("the end of every value") { Counted.count.withLock { $0 } == 0 }
    }

    @Test("A flag that changes to and fro is always read as it is now")
    func toAndFro() async throws {
        try write()
        let context = try context()
        let shop = try context.component(Shop.self)
        for round in 1...60 {
            try write(level: round % 2 == 0 ? "info" : "debug", checkout: round % 3 == 0 ? nil : "\(round % 2 == 0)")
            _ = try await context.refreshing()
            for _ in 0..<2 {
                #expect(shop.level == (round % 2 == 0 ? .info : .debug))
                #expect(shop.checkout == (round % 3 != 0 && round % 2 == 0))
            }
        }
    }

    @Test("A value that is assigned while its sources change is kept; the former one may still be read")
    func assigned() async throws {
        try write()
        let context = try context()
        let shop = try context.component(Shop.self)
        #expect(shop.limits.small == 1)
        let isOver = Flag()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    while !isOver.isOpen, !Task.isCancelled {
                        let limits = shop.limits
                        #expect(limits.small == limits.large)
                        await Task.yield()
                    }
                }
            }
            for number in 2...30 {
                try write(number: number)
                _ = try await context.refreshing()
                if number == 15 { shop.limits = Limits(small: 0, large: 0) }
                #expect(shop.limits.small == (number < 15 ? number : 0) && shop.twin == number)
            }
            isOver.open()
            try await group.waitForAll()
        }
    }

    final class Visit: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        @Value("twin", live: true) var twin: Int
        @Value("limits", live: true) var limits: Limits
    }

    @Test("Components come and continue many threads while values change")
    func comings() async throws {
        try write()
        let context = try context()
        let shop = try context.component(Shop.self)
        #expect(shop.twin == 1)
        let isOver = Flag()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    while !isOver.isOpen, !Task.isCancelled {
                        let before = shop.twin
                        let visit = try context.component(Visit.self)
                        #expect(visit.twin >= before)
                        await Task.yield()
                    }
                }
            }
            for number in 2...100 {
                try write(number: number)
                _ = try await context.refreshing()
            }
            isOver.open()
            try await group.waitForAll()
        }
    }

    final class Reader: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Value("a", live: true) var a: Int
        @Value("b", live: true) var b: Int
        @Value("c", live: true) var c: String
    }

    @Test("A value that several contexts define follows the nearest one, whichever changes")
    func chain() async throws {
        func write(_ name: String, _ settings: String) throws {
            try folder.write(
                name, "{ \"classes\": [\"\(String(reflecting: Reader.self))\"], \"settings\": \(settings) }")
        }
        func boot(_ name: String, parent: ApplicationContext? = nil) throws -> ApplicationContext {
            try ApplicationContext(contentsOf: "\(folder.path)/\(name)", environment: [:], parent: parent)
        }
        try write("top.json", #"{ "a": 1, "b": 1, "c": "top" }"#)
        try write("low.json", #"{ "b": 2, "c": "${a}${b}" }"#)
        let top = try boot("top.json")
        let low = try boot("low.json", parent: top)
        let readers = try [top.component(Reader.self), low.component(Reader.self)]
        var seen: [String] { readers.map { "\($0.a) \($0.b) \($0.c)" } }
        #expect(seen == ["1 1 top", "1 2 12"])
        try write("top.json", #"{ "a": 3, "b": 3, "c": "top" }"#)
        _ = try await top.refreshing()
        #expect(seen == ["3 3 top", "3 2 32"])
        try write("low.json", #"{ "b": 4, "c": "${a}-${b}" }"#)
        _ = try await low.refreshing()
        #expect(seen == ["3 3 top", "3 4 3-4"])
        try write("low.json", #"{ "c": "${b}." }"#)
        _ = try await low.refreshing()
        #expect(seen == ["3 3 top", "3 3 3."])
    }
}
