import FoundationEssentials
import IOC

// Other forms of a message: an enumeration has the name of the code, followed by what is different.
extension FaultExamples {
    enum DependencyMissingOfProperty {
        final class Mapper: Sendable {}
        @Component final class Desk { @Autowired var mapper: Mapper }
    }
    enum DependencyMissingOfProtocol {
        protocol Gateway: Sendable {}
        @Component final class Desk { @Autowired var gateway: any Gateway }
    }
    enum DependencyMissingOfGeneric {
        final class Box<Item: Sendable>: Sendable {}
        @Component final class Shelf { @Autowired var box: Box<Int> }
    }
    enum DependencyMissingOfStructure {
        struct Settings: Sendable {}
        @Component final class Desk { @Autowired var settings: Settings }
    }
    enum DependencyMissingOfNumber {
        @Component final class Desk { @Autowired var limit: UInt16 }
    }
    enum DependencyMissingOfConstant {
        @Component final class Desk { let limit: UInt16 }
    }
    enum DependencyMissingOfForeign {
        @Component final class Desk { let decoder: JSONDecoder }
    }
    enum DependencyMissingForeign {
        protocol Source: Sendable {}
        @Component final class Desk { let source: any Source }
    }
    enum DependencyMissingUnlisted {
        protocol Mail: Sendable {}
        final class Plain: Mail {}
        @Component("example-unlisted") final class Mailer: Mail {}
        @Component final class Desk { let mail: any Mail }
    }
    enum DependencyMissingInAssembly {
        protocol Clock: Sendable {}
        final class Quartz: Clock {}
        final class Kit: Assembly { let clock: Define<any Clock> = Define(.singleton) { _ in Quartz() } }
        @Component final class Desk { @Autowired var clock: any Clock }
    }
    enum DependencyMissingValue {
        struct Limit: Sendable {}
        final class Kit: Assembly { let limit = Define(.singleton) { _ in Limit() } }
        @Component final class Desk { @Autowired var limit: Limit }
    }
    enum DependencyMissingConditional {
        protocol Mail: Sendable {}
        @Component(.when(setting: "example.hots")) final class Mailer: Mail {}
        @Component final class Desk { let mail: any Mail }
    }
    enum DependencyMissingLookup: FaultProgram {
        protocol Gateway: Sendable {}
        @Component final class Log {}
        static func main(_ context: ApplicationContext) throws { _ = try context.component((any Gateway).self) }
    }
    enum DependencyMissingArguments: FaultProgram {
        final class Session: Sendable {}
        final class Kit: Assembly { let session = Define { (_: Kit, _: String) in Session() } }
        static func main(_ context: ApplicationContext) throws { _ = try context.component(Session.self) }
    }
    enum DependencyAmbiguousPrimary {
        protocol Gateway: Sendable {}
        @Component(.primary) final class First: Gateway {}
        @Component(.primary) final class Second: Gateway {}
        @Component(.fallback) final class Third: Gateway {}
        @Component final class Desk { @Autowired var gateway: any Gateway }
    }
    enum DependencyCaptiveThrough {
        @Component(.scope(.request)) final class User {}
        @Component(.scope(.prototype)) final class Session { let user: User }
        @Component final class Desk { let session: Session }
    }
    enum ArgumentsNeededByObject: FaultProgram {
        @Component final class Log {}
        final class Session: @unchecked Sendable { @Autowired var log: Log }
        final class Kit: Assembly { let session = Define { (_: Kit, _: String) in Session() } }
        static func main(_ context: ApplicationContext) throws { try context.inject(into: Session()) }
    }
}

// Names.
extension FaultExamples {
    enum AssemblyUnknownMisspelt {
        final class ExampleKit: Assembly {}
    }
    enum BindingTargetUnknownAbsent {
        protocol Mail: Sendable {}
        @Component("example-smtp", .profile("test & production")) final class Mailer: Mail {}
        @Component final class Desk { let mail: any Mail }
    }
    enum ClassUnknownAbsent: FaultProgram {
        @Component(.profile("production")) final class Mailer {}
        @Component final class Log {}
        static func main(_ context: ApplicationContext) throws {
            _ = try context.component(ofClass: "IOCTests.FaultExamples.ClassUnknownAbsent.Mailer")
        }
    }
    enum DependsOnUnknownAbsent {
        @Component("example-first", .profile("production")) final class First {}
        @Component(.dependsOn("example-first")) final class Second {}
    }
    enum DependsOnUnknownType {
        @Component(.profile("production")) final class First {}
        @Component(.dependsOn(First.self)) final class Second {}
    }
    enum PrefixWithoutMatchExcluded {
        @Component final class ExampleLog {}
        @Component final class Desk {}
    }
    enum PrefixWithoutMatchMisspelt {
        @Component final class ExampleSMTP {}
    }
    enum QualifierUnknownMisspelt {
        @Component("example-stripe") final class Stripe {}
        @Component final class Desk { @Autowired("example-strip") var stripe: Stripe }
    }
    enum QualifierUnknownOtherType {
        @Component final class Mapper {}
        @Component("example-visa") final class Visa {}
        @Component final class Desk { @Autowired("example-visa") var mapper: Mapper }
    }
    enum QualifierUnknownPlain {
        protocol Mail: Sendable {}
        final class Mailer: Mail {}
        @Component final class Desk { @Injected("Mailer") let mail: any Mail }
    }
    enum QualifierUnknownInAssembly {
        final class Clock: Sendable {}
        final class Kit: Assembly { let exampleClock = Define { _ in Clock() } }
        @Component final class Desk { @Injected("exampleClock") let clock: Clock }
    }
    enum QualifierUnknownExcluded: FaultProgram {
        @Component("example-desk") final class Desk {}
        @Component final class Log {}
        static func main(_ context: ApplicationContext) throws {
            _ = try context.component(named: "example-desk", as: Desk.self)
        }
    }
    enum QualifierUnknownOfInstance: FaultProgram {
        @Component final class Log {}
        final class Desk: IOCComponent, @unchecked Sendable {
            static var traits: [ComponentTrait] { [.lazy] }
            @Autowired var first: Log
            @Value("example.size") var size: Int
            init() { _first = Autowired("example-one") }
        }
        static func main(_ context: ApplicationContext) throws { _ = try context.component(Desk.self) }
    }
}

// Settings, scopes and classes.
extension FaultExamples {
    enum ClassDoesNotConformListed {
        final class Mapper: Sendable {}
    }
    enum ClassDoesNotConformOptional {
        protocol Extra: Sendable {}
        protocol Kept: Sendable {}
        final class Spare: Extra, Kept {}
        @Component final class Keeper: Kept {}
        @Component final class Desk {
            let extra: (any Extra)?
            let kept: (any Kept)?
        }
    }
    enum ComponentFailedInHook {
        struct Down: Error, CustomStringConvertible { let description = "the first line\nthe second line" }
        @Component final class Database { func didInject() throws { throw Down() } }
    }
    enum StartFailedCreation: FaultProgram {
        struct Down: Error {}
        @Component final class Database { init() async throws { throw Down() } }
        static func main(_ context: ApplicationContext) async throws { try await context.start() }
    }
    enum ComponentNeverStartedMethods {
        @Component final class Cache {
            @Autowired var helper: Helper
            func start() async throws {}
            func stop() {}
            func health() async throws -> String { "" }
        }
        @Component final class Helper: Startable { func start() async throws {} }
        class Service: IOCService, @unchecked Sendable { func run() async throws {} }
    }
    enum PlaceholderUnresolvedAsKey {
        @Component final class Server { @Value("${server.port:8080}") var port: Int }
    }
    enum PlaceholderUnresolvedBesideDefault {
        @Component final class Server { @Value("${server.host}") var host = "localhost" }
    }
    enum ProfileUnknownArgument {
        @Component("till", .profile("production")) final class Till {}
        @Component final class Desk {}
    }
    enum ScopeInactiveProperty: FaultProgram {
        @Component(.scope(.request)) final class User {}
        @Component(.scope(.prototype)) final class Desk { @Autowired var user: User }
        static func main(_ context: ApplicationContext) throws { _ = try context.component(Desk.self).$user.get() }
    }
    enum SettingConversionArgument {
        @Component final class Server { @Value("example.port") var port = 80 }
    }
    enum SettingConversionVariable {
        @Component final class Server { @Value("example.port") var port: Int }
    }
    enum SettingMissingObject: FaultProgram {
        @Component final class Log {}
        final class Desk { @Value("example.size") var size: Int }
        static func main(_ context: ApplicationContext) throws {
            _ = try ApplicationContext.withCurrent(context) { try Desk().$size.get() }
        }
    }
    enum SettingMissingVariable {
        @Component final class Server { @Value("example.port") var port: Int }
    }
    enum ArgumentUnknownSetting {
        @Component final class Server { @Value("example.port") var port = 80 }
    }
    enum StartFailedProgram {
        struct Refused: Error {}
        @Component final class Broker: Startable { func start() async throws { throw Refused() } }
    }
    enum UncheckedUnreadable {
        @Component final class Log {}
        @Component final class Desk {
            @Autowired var log: Log
            let other = Desk.wired()
            static func wired() -> Autowired<Log> { Autowired<Log>() }
        }
    }
}

extension JSONEncoder: FaultExamples.DependencyMissingForeign.Source {}
