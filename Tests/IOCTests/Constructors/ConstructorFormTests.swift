import IOC
import Testing

@Suite("Dependencies that are passed to an initializer")
struct ConstructorFormTests {
    protocol Sink: Sendable { var name: String { get } }
    protocol Closing: Sendable {}
    struct Size: Decodable, Sendable, Equatable {
        let width: Int
        let height: Int
    }
    final class Missing: Sendable {}

    @Component final class Mapper {}
    @Component("console", .primary) struct Console: Sink, Closing { var name: String { "console" } }
    @Component("audit") final class Audit: Sink {
        let mapper: Mapper
        var name: String { "audit" }
    }
    @Component(.scope(.prototype)) final class Job { let mapper: Mapper }
    @Component(.scope(.prototype)) struct Note { let job: Job }
    @Component(.scope(.request)) final class Visit { let later: Provider<Visit> }

    @Component final class Desk {
        let mapper: Mapper
        let sink: any Sink
        let both: any Sink & Closing
        @Injected("audit") let log: any Sink
        @Injected("audit") let maybeLog: (any Sink)?
        let missing: Missing?
        let sinks: [any Sink]
        let named: [String: any Sink]
        let job: Provider<Job>
        let note: Provider<Note>
        let later: Provider<Desk>
        @Injected("audit") let laterLog: Provider<any Sink>
        let maybeLater: Provider<Missing?>
        let sinksLater: Provider<[any Sink]>
        let namedLater: Provider<[String: any Sink]>
        let context: ApplicationContext
        @Injected(setting: "limit", default: 100) let limit: Int
        @Injected(setting: "title") let title: String
        @Injected(setting: "none") let none: String?
        @Injected(setting: "size") let size: Size
        @Injected(setting: "hosts", default: []) let hosts: [String]
        @Injected(setting: "routes", default: [:]) let routes: [String: Size]
        @Injected(setting: "key") let key: Secret<String>
        @Injected(setting: "patience", default: .seconds(5)) let patience: Duration
        fileprivate let hidden: Mapper
        /// It has a value, so it isn't injected.
        let calls = 3
        @Autowired var wrapped: Mapper
    }
    @Component struct DeskValue {
        let sink: any Sink
        @Injected("audit") let log: any Sink
        let missing: Missing?
        let named: [String: any Sink]
        let job: Provider<Job>
        @Injected(setting: "limit", default: 100) let limit: Int
    }
    @Component actor DeskActor {
        let sinks: [any Sink]
        @Injected(setting: "limit", default: 100) let limit: Int
        let own: Provider<DeskActor>
    }
    @Component enum DeskChoice {
        case logging(any Sink, Mapper?, [any Sink], Int, Size)
        init(
            @Named("audit") log: any Sink, mapper: Mapper?, sinks: [any Sink],
            @Named(setting: "limit") limit: Int = 7, @Named(setting: "size") size: Size
        ) {
            self = .logging(log, mapper, sinks, limit, size)
        }
    }

    private func context(_ settings: [String: SettingValue] = [:]) throws -> ApplicationContext {
        let own: [String: SettingValue] = ["title": "T", "size": ["width": 3, "height": 2], "key": "secret"]
        return try ApplicationContext(
            ContextConfiguration(
                prefixes: ["IOCTests.ConstructorFormTests"], settings: .object(own.merging(settings) { $1 })))
    }

    @Test("A class's constants may be of every form that a property may have")
    func classes() throws {
        let context = try context()
        let desk = try context.component(Desk.self)
        #expect(desk.mapper === desk.hidden && desk.mapper === desk.wrapped)
        #expect(desk.sink.name == "console" && desk.both is Console && desk.log.name == "audit")
        #expect(desk.maybeLog?.name == "audit" && desk.missing == nil)
        #expect(desk.sinks.map(\.name) == ["audit", "console"] && desk.named.keys.sorted() == ["audit", "console"])
        #expect(try desk.job() !== desk.job() && desk.note().job !== desk.note().job && desk.later() === desk)
        #expect(try desk.laterLog().name == "audit" && desk.maybeLater() == nil)
        #expect(try desk.sinksLater().count == 2 && desk.namedLater().count == 2)
        #expect(try desk.context.component(Desk.self) === desk)
        try withRequestScope {
            let visit = try context.component(Visit.self)
            #expect(try visit.later() === visit)
        }
    }

    @Test("Settings are read with their defaults, and a source's values win over those")
    func settings() throws {
        let desk = try context().component(Desk.self)
        #expect(desk.limit == 100 && desk.title == "T" && desk.none == nil && desk.size == Size(width: 3, height: 2))
        #expect(desk.hosts == [] && desk.routes == [:] && desk.patience == .seconds(5))
        #expect(desk.key.revealed == "secret" && "\(desk.key)" == "<secret>")
        let given = try context([
            "limit": 1, "none": "some", "hosts": ["a"], "patience": "2s", "routes": ["r": ["width": 1, "height": 1]],
        ])
        .component(Desk.self)
        #expect(given.limit == 1 && given.none == "some" && given.hosts == ["a"] && given.patience == .seconds(2))
        #expect(given.routes == ["r": Size(width: 1, height: 1)])
    }

    @Test("Constants of structures and actors, and parameters of enumerations, may be of every form, too")
    func others() async throws {
        let context = try context()
        let value = try context.component(DeskValue.self)
        #expect(value.sink.name == "console" && value.log.name == "audit" && value.missing == nil)
        #expect(value.named.count == 2 && value.limit == 100)
        #expect(try value.job() !== value.job())
        let actor = try context.component(DeskActor.self)
        #expect(try actor.sinks.count == 2 && actor.limit == 100 && actor.own() === actor)
        let choice = try context.component(DeskChoice.self)
        guard case .logging(let log, let mapper, let sinks, let limit, let size) = choice else { return }
        #expect(log.name == "audit" && sinks.count == 2 && limit == 7 && size.width == 3)
        #expect(try mapper === context.component(Mapper.self))
    }

    @Component final class Gauge {
        private enum Unit: String, Decodable { case bar, psi }
        fileprivate struct Range: Decodable { var upTo = 10 }
        @Injected(setting: "gauge.unit", default: Unit.bar) private let unit: Unit
        @Injected(setting: "gauge.range", default: Range()) fileprivate let range: Range
        @Injected(setting: "gauge.units", default: []) private let units: [Unit]
        var text: String { "\(range.upTo) \(unit) \(units)" }
    }

    @Test("A constant may have a private type of its component")
    func privateTypes() throws { #expect(try context().component(Gauge.self).text == "10 bar []") }

    // MARK: Where an initializer comes from

    @Component class Base {
        let mapper: Mapper
        @Injected(setting: "limit", default: 1) let limit: Int
    }
    @Component("below") final class Below: Base {}
    @Component final class Asking: Base {
        let log: any Sink
        @Injected init(@Named("audit") log: any Sink, mapper: Mapper) {
            self.log = log
            super.init(mapper: mapper, limit: 2)
        }
        required init(mapper: Mapper, limit: Int) {
            log = Console()
            super.init(mapper: mapper, limit: limit)
        }
    }
    @Component final class Both {
        let late: Bool
        let mapper: Mapper
        @Autowired var log: any Sink
        init() {
            late = true
            mapper = Mapper()
        }
        @Injected init(mapper: Mapper) {
            late = false
            self.mapper = mapper
        }
    }
    @Component final class Hidden {
        let mapper: Mapper
        private init(mapper: Mapper) { self.mapper = mapper }
    }
    @Component final class Throwing {
        init(mapper: Mapper, @Named(setting: "fails") fails: Bool = false) throws { if fails { throw SampleError() } }
    }

    @Test("A subclass is created by what it inherits, or asks again for what its superclass needs")
    func subclasses() throws {
        let context = try context()
        let below = try context.component(named: "below", as: Base.self)
        #expect(type(of: below) == Below.self && below.limit == 1)
        let asking = try context.component(Asking.self)
        #expect(asking.log.name == "audit" && asking.limit == 2 && asking.mapper === below.mapper)
    }

    @Test("The marked initializer is called, also a private one, and `@Autowired` works beside it")
    func choice() throws {
        let context = try context()
        let both = try context.component(Both.self)
        #expect(try !both.late && both.mapper === context.component(Mapper.self) && both.log.name == "console")
        #expect(try context.component(Hidden.self).mapper === both.mapper)
    }

    @Test("An initializer's error is the cause of component-failed")
    func throwing() throws {
        let error = try #require(throws: IOCError.self) { try context(["fails": true]) }
        #expect(error.faults.map(\.code) == [.componentFailed])
        #expect(error.cause is SampleError)
    }
}
