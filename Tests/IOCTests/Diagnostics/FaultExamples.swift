import IOC

// A program for each code of an error. `FaultExampleTests` boots each, and keeps its source with the message in `Golden/Faults`.
//
// Each enumeration is a module `Shop` of its own in what is kept. No message may name what other tests declare, because they are
// part of the same process.
enum FaultExamples {
    enum ArgumentIncomparable: LoneFaultProgram {
        struct Size: Sendable { let inches: Int }
        final class Frame: Sendable {}
        final class Kit: Assembly { let frame = Define(.singleton) { (_: Kit, _: Size) in Frame() } }
        static func main() throws { _ = try Kit.activated().frame(Size(inches: 20)) }
    }
    enum ArgumentMisused {
        @Component final class Mapper {}
        final class Desk: ConstructedComponent {
            init(mapper: Mapper) {}
            static var constructor: Constructor {
                Constructor(Parameter<Mapper>("mapper")) { try Desk(mapper: $0[1] as Mapper) }
            }
        }
    }
    enum ArgumentsNeeded {
        final class Session: Sendable {}
        final class Kit: Assembly { let session = Define { (_: Kit, _: String) in Session() } }
        @Component final class Desk { @Injected("session") let session: Session }
    }
    enum AsyncAtBoot {
        @Component final class Tracer: InstancePostProcessor {
            init() async {}
            func process(_ instance: Any, named name: String) -> Any { instance }
        }
    }
    enum AsyncNeedsSingleton {
        @Component(.scope(.prototype)) final class Database { init() async {} }
    }
    enum BindingTargetDoesNotFit {
        protocol Gateway: Sendable {}
        @Component("stripe") final class Stripe: Gateway {}
        @Component("log") final class Log {}
    }
    enum BindingTargetUnknown {
        protocol Gateway: Sendable {}
        @Component("stripe") final class Stripe: Gateway {}
    }
    enum BindingTypeUnknown {
        protocol ExampleGateway: Sendable {}
        @Component("stripe") final class Stripe: ExampleGateway {}
    }
    enum ClassAmbiguous {
        enum Mail { @Component final class ExampleSender {} }
        enum Print { @Component final class ExampleSender {} }
    }
    enum ClassDoesNotConform {
        protocol Check: Sendable {}
        @Component final class AgeCheck: Check {}
        final class CityCheck: Check {}
        @Component final class Form { let checks: [any Check] }
    }
    enum ClassIsGeneric {
        class Store<Item>: IOCComponent, @unchecked Sendable { required init() {} }
        @Component final class Desk {}
    }
    enum ClassUnknown {
        @Component final class ExampleMapper {}
    }
    enum ComponentFailed {
        struct Offline: Error {}
        @Component final class Database { init() throws { throw Offline() } }
    }
    enum ComponentNeverStarted {
        @Component(.scope(.prototype)) final class Database: Startable { func start() async throws {} }
    }
    enum ConditionCycle {
        protocol Mail: Sendable {}
        protocol Log: Sendable {}
        @Component(.whenMissing((any Log).self)) final class Mailer: Mail {}
        @Component(.whenMissing((any Mail).self)) final class Logger: Log {}
    }
    enum ConditionNotMet {
        @Component(.profile("production")) final class Mailer {}
    }
    enum ConstructionCycle {
        @Component final class Hen { let egg: Egg }
        @Component final class Egg { let hen: Hen }
    }
    enum CycleAsync {
        @Component final class Hen {
            @Autowired var egg: Egg
            init() async {}
        }
        @Component final class Egg { let hen: Hen }
    }
    enum CycleForbidden {
        @Component final class Hen { @Autowired var egg: Egg }
        @Component final class Egg { @Autowired var hen: Hen }
    }
    enum CycleUnkept {
        @Component(.scope(.prototype)) final class Hen { let egg: Egg }
        @Component(.scope(.prototype)) final class Egg { @Autowired var hen: Hen }
    }
    enum DefinitionNotStored {
        final class Clock: Sendable {}
        final class Kit: Assembly { let clocks = [Define { _ in Clock() }] }
    }
    enum DependencyAmbiguous {
        protocol Gateway: Sendable {}
        @Component final class PayPal: Gateway {}
        @Component final class Stripe: Gateway {}
        @Component final class Checkout { let gateway: any Gateway }
    }
    enum DependencyCaptive {
        @Component(.scope(.request)) final class User {}
        @Component final class Desk { let user: User }
    }
    enum DependencyMissing {
        protocol Gateway: Sendable {}
        final class Stripe: Gateway {}
        @Component final class Checkout { let gateway: any Gateway }
    }
    enum DependsOnCycle {
        @Component("database", .dependsOn("server")) final class Database {}
        @Component("server", .dependsOn("database")) final class Server {}
    }
    enum DependsOnUnknown {
        @Component("example-database") final class Database {}
        @Component(.dependsOn("example-databse")) final class Server {}
    }
    enum InjectionPointShared {
        @Component final class Log { init(point: InjectionPoint) {} }
        @Component final class Desk { let log: Log }
    }
    enum NameAmbiguous {
        enum Mail { @Component final class Log {} }
        enum Print { @Component final class Log {} }
        @Component final class Desk { @Injected("Log") let log: Mail.Log }
    }
    enum NameBlank {
        @Component("") final class Mailer {}
    }
    enum NameRepeated {
        @Component("mail") final class Sender {}
        @Component("mail") final class Receiver {}
    }
    enum NotPostProcessed {
        @Component final class Log {}
        @Component final class Tracer: InstancePostProcessor {
            let log: Log
            func process(_ instance: Any, named name: String) throws -> Any { instance }
        }
    }
    enum PlaceholderUnresolved {
        @Component final class Server { @Injected(setting: "example.url") let url: String }
    }
    enum PointMisstated {
        @Component("wall") final class WallClock {}
        @Component("sun") final class SunDial {}
        @Component final class Desk {
            @Autowired("wall") var clock: WallClock
            init() { _clock = Autowired("sun") }
        }
    }
    enum PrefixWithoutMatch {
        final class Mailer: Sendable {}
    }
    enum ProcessorNeedsInjection {
        @Component final class Log {}
        @Component final class Renamer: DefinitionPostProcessor {
            @Autowired var log: Log
            func process(_ definition: inout DefinitionDescription) throws {}
        }
    }
    enum ProfileUnknown {
        @Component(.profile("production")) final class Mailer {}
        @Component final class Desk {}
    }
    enum QualifierUnknown {
        protocol Mail: Sendable {}
        @Component("smtp", .profile("production")) final class SMTP: Mail {}
        @Component final class Desk { @Injected("smtp") let mail: any Mail }
    }
    enum RetryImpossible {
        @Component(.retry(attempts: 0)) final class Broker: Startable { func start() async throws {} }
    }
    enum ScopeNameTaken {
        struct Store: ScopeStore { var instances: ScopeInstances? { nil } }
        @Component(.scope(.custom(named: "request", store: Store()))) final class Session {}
    }
    enum ScopeNeedsClass {
        @Component(.scope(.weakSingleton)) struct Rate {}
    }
    enum SettingConversion {
        @Component final class Server { @Injected(setting: "example.port") let port: Int }
    }
    enum SettingMissing {
        @Component final class Server { @Injected(setting: "example.port") let port: Int }
    }
    enum SettingOfAbsent {
        @Component(.profile("production")) final class Mailer { @Injected(setting: "example.host") let host: String }
        @Component final class Desk {}
    }
    enum SettingUnread {
        @Component final class Server { @Injected(setting: "example.port", default: 80) let port: Int }
    }
    enum SettingSourceFailed {
        struct Vault: SettingSource {
            struct Sealed: Error {}
            let name = "the vault"
            func setting(at key: SettingKey, as kind: SettingKind) throws -> SourcedSetting? { throw Sealed() }
        }
        @Component final class Server { @Injected(setting: "example.port") let port: Int }
    }
    enum SubjectUnknown {
        @Component final class Gateway {}
    }
    enum ShapeMeaningless {
        @Component final class Log {}
        @Component final class Desk { let logs: [[Log]] }
    }
    enum Unchecked {
        @Component final class Log {}
        final class Desk: IOCComponent, @unchecked Sendable {
            @Autowired var log: Log
            required init() {}
        }
    }
    enum VariableAmbiguous {
        @Component final class Server {
            @Injected(setting: "example.maxBody") let body: Int
            @Injected(setting: "example.max-body") let other: Int
        }
    }
    enum VariableUnread {
        @Component final class Server { @Injected(setting: "example.port", default: 80) let port: Int }
    }
    enum WrapperNotBound {
        @Component final class Log {}
        struct Tools: @unchecked Sendable { @Autowired var log: Log }
        final class Desk: IOCComponent {
            let tools = Tools()
            required init() {}
        }
    }
}
