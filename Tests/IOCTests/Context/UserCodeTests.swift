import Dispatch
import FoundationEssentials
import IOC
import IOCBase
import Testing

/// Code of a user's that the container calls back, and that asks the container in turn: itself, or on a thread that it joins.
@Suite("User code may call the container", .timeLimit(.minutes(30)))
struct UserCodeTests {
    /// The work of call-backs while a test enables it.
    final class Probe: Sendable {
        private let action = Guarded<(@Sendable () -> Void)?>(nil)
        private let calls = Guarded(0)
        let joins: Bool

        init(joins: Bool) { self.joins = joins }

        var count: Int { calls.withLock { $0 } }

        func arm(_ body: (@Sendable () -> Void)?) {
            // What the action holds goes after the lock is left, as it calls back too.
            let former = action.withLock { exchange(&$0, with: body) }
            withExtendedLifetime(former) {}
        }

        /// Asks the container; not again while it does.
        func call() {
            guard let body = action.withLock({ $0.take() }) else { return }
            defer { arm(body) }
            calls.withLock { $0 += 1 }
            guard joins else { return body() }
            let isDone = DispatchSemaphore(value: 0)
            DispatchQueue(label: "joined").async {
                body()
                isDone.signal()
            }
            if isDone.wait(timeout: .now() + 10) == .timedOut { Issue.record("the joined thread waits for a lock") }
        }
    }

    struct Key: Hashable, Sendable, CustomStringConvertible {
        let number: Int
        let probe: Probe
        static func == (left: Key, right: Key) -> Bool {
            left.probe.call()
            return left.number == right.number
        }
        func hash(into hasher: inout Hasher) {
            probe.call()
            // All have one hash, so that all are compared.
            hasher.combine(0)
        }
        var description: String {
            probe.call()
            return "\(number)"
        }
    }

    final class Made: Sendable {
        let key: Key
        init(_ key: Key) { self.key = key }
        deinit { key.probe.call() }
    }
    final class Kept: Assembly {
        let single = Define(.lazySingleton) { (_: Kept, key: Key) in Made(key) }
        let weakly = Define(.weakSingleton) { (_: Kept, key: Key) in Made(key) }
        let perRequest = Define(.request) { (_: Kept, key: Key) in Made(key) }
        // More of one graph than are gone through.
        let graph: Define<Made, Key> = Define(.objectGraph) { (kept: Kept, key: Key) in
            if key.number > 0 { _ = try kept.graph(Key(number: key.number - 1, probe: key.probe)) }
            return Made(key)
        }
        let deep: Define<Made, Key> = Define(.prototype) { (kept: Kept, key: Key) in
            if key.number > 0 { _ = try kept.deep(Key(number: key.number - 1, probe: key.probe)) }
            return Made(key)
        }
        let desk = Define(.lazySingleton) { (_: Kept, number: Int) in Leaf() }
        let visit = Define(.request) { (_: Kept, number: Int) in Leaf() }
    }

    @Test("Arguments' ==, hash(into:), description and deinit may look up components", arguments: [true, false])
    func arguments(joins: Bool) throws {
        for definition in [\Kept.single, \.weakly, \.perRequest, \.graph, \.deep] {
            let probe = Probe(joins: joins)
            try {
                let kept = try Kept.activated()
                try withRequestScope {
                    let scope = try RequestScope.hold()
                    let numbers = Guarded(0)
                    probe.arm {
                        let number = numbers.withLock { number in
                            number += 1
                            return number % 3
                        }
                        let failure = code {
                            try scope.run { _ = (try kept.desk(number), try kept.visit(number)) }
                        }
                        // What goes with its request or context finds them ended.
                        #expect([nil, .scopeEnded, .contextEnded].contains(failure))
                    }
                    func make(_ number: Int) throws -> Made {
                        try kept[keyPath: definition](Key(number: number, probe: probe))
                    }
                    let isShared = definition != \.graph && definition != \.deep
                    for number in isShared ? Array(0..<20) : [40] {
                        let made = try make(number)
                        #expect(made.key.number == number)
                        if isShared { #expect(try make(number) === made) }
                    }
                }
            }()
            probe.arm(nil)
            #expect(probe.count > 0)
        }
    }

    // MARK: Everything else that is called back

    struct Store: ScopeStore {
        let probe: Probe
        let kept = ScopeInstances()
        var instances: ScopeInstances? {
            probe.call()
            return kept
        }
    }
    struct Level: Decodable, Sendable { var name: String }
    final class Levels: IOCComponent, SettingConverter {
        let box = Guarded<Probe?>(nil)
        func converts(to type: Any.Type) -> Bool {
            box.withLock { $0 }?.call()
            return type == Level.self
        }
        func convert(_ value: SettingValue, to type: Any.Type) throws -> Any {
            box.withLock { $0 }?.call()
            return Level(name: "\(value)")
        }
    }
    struct Source: SettingSource {
        let probe: Probe
        var name: String { "probe" }
        func setting(at key: SettingKey, as kind: SettingKind) throws -> SourcedSetting? {
            probe.call()
            return nil
        }
    }
    struct Observer: ContextObserver {
        let probe: Probe
        func handle(_ event: ContextEvent) { probe.call() }
    }
    final class Wrapping: IOCComponent, InstancePostProcessor {
        let box = Guarded<Probe?>(nil)
        func process(_ instance: Any, named name: String) throws -> Any {
            box.withLock { $0 }?.call()
            return instance
        }
    }
    @Component(.scope(.prototype)) final class Reader {
        @Value("level") var level = Level(name: "none")
        @Value("other") var other = 1
        @Autowired var leaf: Leaf
        func didInject() { _ = (level, other, leaf) }
    }
    final class Sessions: Assembly {
        let probe: Probe
        let session: Define<Made>
        init(probe: Probe) {
            self.probe = probe
            session = Define(.custom(named: "session", store: Store(probe: probe))) { _ in
                Made(Key(number: 0, probe: probe))
            }
        }
        convenience init() { self.init(probe: Probe(joins: false)) }
    }

    @Test(
        "Stores, converters, sources, observers, processors and deinits may look up components",
        arguments: [true, false])
    func callbacks(joins: Bool) throws {
        let probe = Probe(joins: joins)
        let configuration = ContextConfiguration(Reader.self, Levels.self, Wrapping.self, Leaf.self).with {
            $0.settingSources = [Source(probe: probe)]
            $0.observers = [Observer(probe: probe)]
            $0.settings = ["level": "high"]
        }
        let sessions = Sessions(probe: probe)
        try {
            let context = try ApplicationContext(configuration)
            try sessions.activate()
            try context.component(Levels.self).box.withLock { $0 = probe }
            try context.component(Wrapping.self).box.withLock { $0 = probe }
            probe.arm { [weak context] in
                _ = try? context?.component(Leaf.self)
                _ = try? context?.component(Reader.self)
                _ = try? sessions.session()
            }
            #expect(try context.component(Reader.self).level.name.contains("high"))
            for _ in 0..<3 { #expect(try sessions.session() === sessions.session()) }
        }()
        #expect(probe.count > 5)
        probe.arm(nil)
    }
}
