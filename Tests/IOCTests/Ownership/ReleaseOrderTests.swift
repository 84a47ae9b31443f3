import IOC
import IOCBase
import Testing

@Suite("The order of release")
struct ReleaseOrderTests {
    /// What went, in order.
    final class Ledger: Sendable {
        private let names = Guarded<[String]>([])
        func write(_ name: String) { names.withLock { $0.append(name) } }
        var all: [String] { names.withLock(\.self) }
    }

    /// Links of which each asks for the next one in its closure and keeps nothing of it, so that only the lookup shows the
    /// dependency. The names go up and down, so that neither their order nor that of making is the right one by chance.
    final class Chain: Assembly {
        final class Link: Sendable {
            let name: String
            let ledger: Ledger
            init(_ name: String, _ ledger: Ledger) {
                self.name = name
                self.ledger = ledger
            }
            deinit { ledger.write(name) }
        }

        let ledger: Ledger
        let b: Definition<Chain, Link>
        let c: Definition<Chain, Link>
        let a: Definition<Chain, Link>

        init(_ scope: Scope, _ ledger: Ledger) {
            self.ledger = ledger
            b = Definition(scope) { (chain: Chain) in
                _ = try chain.c()
                return Link("b", chain.ledger)
            }
            c = Definition(scope) { (chain: Chain) in
                _ = try chain.a()
                return Link("c", chain.ledger)
            }
            a = Definition(scope) { (chain: Chain) in Link("a", chain.ledger) }
        }

        convenience init() { self.init(.lazySingleton, Ledger()) }
    }

    @Test(
        "A looked-up instance is released after the instance that looked it up",
        arguments: [Scope.lazySingleton, .request], [["b"], ["a", "b"], ["c", "b"], ["a", "c", "b"]])
    func dependentsFirst(scope: Scope, asked: [String]) throws {
        let ledger = Ledger()
        do {
            let chain = Chain(scope, ledger)
            try chain.activate()
            try withRequestScope {
                let definitions = ["a": chain.a, "b": chain.b, "c": chain.c]
                for name in asked { _ = try definitions[name]?() }
                #expect(ledger.all.isEmpty)
            }
        }
        #expect(ledger.all == ["b", "c", "a"])
    }

    @Test(
        "A request lets go what two contexts made for it each in its own order", arguments: [true, false])
    func twoContexts(isFirstAskedFirst: Bool) throws {
        let ledgers = [Ledger(), Ledger()]
        do {
            let chains = ledgers.map { Chain(.request, $0) }
            for chain in chains { try chain.activate() }
            try withRequestScope {
                for chain in isFirstAskedFirst ? chains : chains.reversed() {
                    _ = try chain.a()
                    _ = try chain.b()
                }
            }
        }
        for ledger in ledgers { #expect(ledger.all == ["b", "c", "a"]) }
    }

    final class Helper: IOCComponent {}

    final class Processor: IOCComponent, InstancePostProcessor, @unchecked Sendable {
        @Autowired var helper: Helper
        func process(_ instance: Any, named name: String) throws -> Any { instance }
    }

    struct Size: Sendable {}

    final class Converter: IOCComponent, SettingConverter, @unchecked Sendable {
        @Autowired var helper: Helper
        func converts(to type: Any.Type) -> Bool { type == Size.self }
        func convert(_ value: SettingValue, to type: Any.Type) throws -> Any { Size() }
    }

    final class Watcher: IOCComponent, ContextObserver, @unchecked Sendable {
        @Autowired var helper: Helper
        func handle(_ event: ContextEvent) {}
    }

    @Test("Post-processors, observers and converters that are injected go with their context")
    func helpersGo() throws {
        weak var processor: Processor?
        weak var watcher: Watcher?
        weak var converter: Converter?
        weak var helper: Helper?
        do {
            let context = try boot(Processor.self, Watcher.self, Converter.self, Helper.self)
            converter = try context.component(Converter.self)
            processor = try context.component(Processor.self)
            watcher = try context.component(Watcher.self)
            helper = processor?.helper
            #expect(watcher?.helper === helper && converter?.helper === helper && helper != nil)
        }
        #expect(processor == nil && watcher == nil && converter == nil && helper == nil)
    }

    @Test("A weak singleton made from arguments is released with its last holder, and created again")
    func weakWithArguments() throws {
        final class Rooms: Assembly {
            final class Room: Sendable {}
            let room: Definition<Rooms, Room, String> = Definition(.weakSingleton) { (_: Rooms, _: String) in Room() }
        }
        let rooms = try Rooms.activated()
        var held: Rooms.Room? = try rooms.room("red")
        weak let seen = held
        #expect(try rooms.room("red") === held)
        #expect(try rooms.room("blue") !== held)
        withExtendedLifetime(held) {}
        held = nil
        #expect(seen == nil)
    }
}
