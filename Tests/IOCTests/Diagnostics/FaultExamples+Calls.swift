import IOC
import IOCBase

// The programs whose mistake only a call shows: `main` gets the context of the components above it, or makes its own.
extension FaultExamples {
    enum AssemblyNotActivated: LoneFaultProgram {
        final class Clock: Sendable {}
        final class Kit: Assembly { let clock = Define { _ in Clock() } }
        static func main() throws { _ = try Kit().clock() }
    }
    enum CollaboratorAmbiguous: LoneFaultProgram {
        class Base: Assembly, @unchecked Sendable {
            let port = Define(.singleton) { _ in 80 }
            required init() {}
        }
        final class Test: Base, @unchecked Sendable {}
        final class Live: Base, @unchecked Sendable {}
        final class Kit: Assembly {
            let test = Collaborator(Test.self)
            let live = Collaborator(Live.self)
            let base = Collaborator(Base.self)
        }
        static func main() throws { _ = try Kit.activated() }
    }
    enum ConstructionTimeout: FaultProgram {
        @Component(.lazy) final class Report {
            init(context: ApplicationContext) throws {
                // Another thread needs what this one is creating.
                try SmallStack.run { _ = try context.component(Report.self) }
            }
        }
        static func main(_ context: ApplicationContext) throws { _ = try context.component(Report.self) }
    }
    enum ContextEnded: LoneFaultProgram {
        @Component final class Log {}
        @Component final class Desk { let log: Provider<Log> }
        static func main() throws {
            let desk = try ApplicationContext(ContextConfiguration(components: [Desk.self, Log.self])).component(
                Desk.self)
            _ = try desk.log()
        }
    }
    enum ContextMissing: LoneFaultProgram {
        @Component final class Log {}
        final class Desk { @Autowired var log: Log }
        static func main() throws { _ = try Desk().$log.get() }
    }
    enum ContextReentered: FaultProgram {
        @Component final class Server: Startable {
            let context: ApplicationContext
            func start() async throws { try await context.start() }
        }
        static func main(_ context: ApplicationContext) async throws { try await context.start() }
    }
    enum ContextRunning: FaultProgram {
        @Component final class Server: IOCService {
            func run() async throws { try await Task.sleep(for: .seconds(3_600)) }
        }
        static func main(_ context: ApplicationContext) async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await context.run(handlingSignals: false) }
                group.addTask { try await context.run(handlingSignals: false) }
                try await group.next()
            }
        }
    }
    enum ContextStopped: FaultProgram {
        @Component final class Log {}
        static func main(_ context: ApplicationContext) async throws {
            try await context.start()
            try await context.stop()
            try await context.start()
        }
    }
    enum DefinitionUsedTwice: LoneFaultProgram {
        final class Clock: Sendable {}
        final class Kit: Assembly {
            let clock: Define<Clock> = Define { _ in Clock() }
            let watch: Define<Clock>
            init() { watch = clock }
        }
        static func main() throws { _ = try Kit.activated() }
    }
    enum GraphTooDeep {
        final class Node: Sendable { init(_ child: Node) {} }
        final class Kit: Assembly {
            let node: Define<Node, Int> = Define(.prototype) { kit, depth in Node(try kit.node(depth + 1)) }
        }
        static func main() throws {
            let kit = try Kit.activated()
            _ = try kit.node(0)
        }
    }
    enum InstanceGone: FaultProgram {
        @Component(.scope(.prototype)) final class Hen {
            @Autowired var egg: Egg
            func didInject() { _ = egg }
        }
        @Component(.scope(.prototype)) final class Egg {
            @Autowired var hen: Hen
            func didInject() { _ = hen.egg }
        }
        static func main(_ context: ApplicationContext) throws {
            let hen = try context.component(Egg.self).hen
            _ = try hen.$egg.get()
        }
    }
    enum InstanceNotBeingBuilt: LoneFaultProgram {
        final class Clock: Sendable {}
        final class Kit: Assembly { let clock = Define { _ in Clock() } }
        static func main() throws {
            let kit = try Kit.activated()
            _ = try kit.building(Clock.self)
        }
    }
    enum NotStarted: FaultProgram {
        @Component final class Database { init() async {} }
        static func main(_ context: ApplicationContext) throws { _ = try context.component(Database.self) }
    }
    enum ParentElsewhere: LoneFaultProgram {
        class Animal: @unchecked Sendable {}
        final class Dog: Animal, @unchecked Sendable {}
        final class Zoo: Assembly { let animal = AbstractDefinition(Animal.self, in: Zoo.self) }
        final class Kit: Assembly {
            let animal = AbstractDefinition(Animal.self, in: Zoo.self)
            let dog = Define { _ in Dog() }.parent(\.animal) { $0 }
        }
        static func main() throws { _ = try Kit.activated() }
    }
    enum PatchWithoutTarget: FaultProgram {
        @Component final class Mailer {}
        static func main(_ context: ApplicationContext) throws {
            _ = try context.patched { $0.replace(named: "Maler") { Mailer() } }
        }
    }
    enum ProtocolMismatch: FaultProgram {
        protocol Clock: Sendable {}
        @Component final class SystemClock: Clock {}
        final class FixedClock: Clock {}
        @Component final class Desk { let clock: SystemClock }
        static func main(_ context: ApplicationContext) throws {
            _ = try context.patched { $0.replace((any Clock).self) { FixedClock() } }
        }
    }
    enum ReloadUnavailable: LoneFaultProgram {
        @Component final class Log {}
        static func main() async throws {
            try await ApplicationContext(ContextConfiguration(components: [Log.self])).reloading()
        }
    }
    enum ScopeCannotStop: FaultProgram {
        @Component(.scope(.request)) final class Session: Stoppable { func stop() async throws {} }
        static func main(_ context: ApplicationContext) throws {
            _ = try withRequestScope { try context.component(Session.self) }
        }
    }
    enum ScopeEnded: FaultProgram {
        @Component(.scope(.request)) final class User {}
        static func main(_ context: ApplicationContext) async throws {
            let request = try await withRequestScope { try RequestScope.hold() }
            try await request.end()
            _ = try await request.run { try context.component(User.self) }
        }
    }
    enum ScopeEndedUnstopped: FaultProgram {
        @Component(.scope(.request)) final class Session: Stoppable { func stop() async throws {} }
        @Component final class Watch: ContextObserver {
            let failure = Guarded<IOCError?>(nil)
            func handle(_ event: ContextEvent) { failure.withLock { $0 = $0 ?? event.error } }
        }
        static func main(_ context: ApplicationContext) async throws {
            var request: RequestScope? = try await withRequestScope { try RequestScope.hold() }
            try await request?.run { _ = try context.component(Session.self) }
            request = nil
            if let failure = try context.component(Watch.self).failure.withLock({ $0 }) { throw failure }
        }
    }
    enum ScopeInactive: FaultProgram {
        @Component(.scope(.request)) final class User {}
        static func main(_ context: ApplicationContext) throws { _ = try context.component(User.self) }
    }
    enum TypeUnmanaged: FaultProgram {
        @Component final class Log {}
        final class Form: Sendable {}
        static func main(_ context: ApplicationContext) throws { try context.inject(into: Form()) }
    }
}

// The mistakes of a start, a run and a stop.
extension FaultExamples {
    enum ReadyFailed: FaultProgram {
        struct Refused: Error {}
        @Component final class Server: IOCService {
            func ready() async throws { throw Refused() }
            func run() async throws { try await Task.sleep(for: .seconds(3_600)) }
        }
        static func main(_ context: ApplicationContext) async throws { try await context.run(handlingSignals: false) }
    }
    enum ReadyTimeout: FaultProgram {
        @Component final class Server: IOCService {
            func ready() async throws { try await Task.sleep(for: .seconds(3_600)) }
            func run() async throws { try await Task.sleep(for: .seconds(3_600)) }
        }
        static func main(_ context: ApplicationContext) async throws { try await context.run(handlingSignals: false) }
    }
    enum ServiceEnded: FaultProgram {
        @Component final class Server: IOCService { func run() async throws {} }
        @Component(.dependsOn(Server.self)) final class Client: Startable {
            func start() async throws { try await Task.sleep(for: .seconds(3_600)) }
        }
        static func main(_ context: ApplicationContext) async throws { try await context.run(handlingSignals: false) }
    }
    enum ServiceFailed: FaultProgram {
        struct Refused: Error {}
        @Component final class Server: IOCService { func run() async throws { throw Refused() } }
        static func main(_ context: ApplicationContext) async throws { try await context.run(handlingSignals: false) }
    }
    enum ServiceTimeout: FaultProgram {
        @Component final class Server: IOCService {
            let context: ApplicationContext
            func run() async throws {
                Task { try await context.stop() }
                // A task of its own is not cancelled.
                try await Task { try await Task.sleep(for: .seconds(3_600)) }.value
            }
        }
        static func main(_ context: ApplicationContext) async throws { try await context.run(handlingSignals: false) }
    }
    enum StartFailed: FaultProgram {
        struct Refused: Error {}
        @Component final class Database: Startable { func start() async throws { throw Refused() } }
        static func main(_ context: ApplicationContext) async throws { try await context.start() }
    }
    enum StartTimeout: FaultProgram {
        @Component final class Database: Startable {
            func start() async throws { try await Task.sleep(for: .seconds(3_600)) }
        }
        static func main(_ context: ApplicationContext) async throws { try await context.start() }
    }
    enum StopFailed: FaultProgram {
        struct Refused: Error {}
        @Component final class Database: Stoppable { func stop() async throws { throw Refused() } }
        static func main(_ context: ApplicationContext) async throws {
            try await context.start()
            try await context.stop()
        }
    }
    enum StopTimeout: FaultProgram {
        @Component final class Database: Stoppable {
            func stop() async throws { try await Task.sleep(for: .seconds(3_600)) }
        }
        static func main(_ context: ApplicationContext) async throws {
            try await context.start()
            try await context.stop()
        }
    }
}
