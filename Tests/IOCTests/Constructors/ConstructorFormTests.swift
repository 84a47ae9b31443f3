import IOC
import Testing

@Suite("What an annotated initializer is passed")
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
        /// Its own affair.
        let calls = 3
        @Autowired var wrapped: Mapper
    }

    @Component struct DeskValue {
        let sink: any Sink
        @Injected("audit") let log: any Sink
        let missing: Missing?
        let sinks: [any Sink]
        let named: [String: any Sink]
        let job: Provider<Job>
        let context: ApplicationContext
        @Injected(setting: "limit", default: 100) let limit: Int
        @Injected(setting: "key") let key: Secret<String>
    }

    @Component actor DeskActor {
        let sink: any Sink
        @Injected("audit") let log: any Sink
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
                prefixes: ["IOCTests.ConstructorFormTests"],
                settings: .object(own.merging(settings) { $1 })))
    }

    @Test("A class's constants may be of every form that a property may have")
    func classes() throws {
        let context = try context()
        let desk = try context.component(Desk.self)
        #expect(desk.mapper === desk.hidden && desk.mapper === desk.wrapped)
        #expect(desk.sink.name == "console" && desk.both is Console && desk.log.name == "audit")
        #expect(desk.maybeLog?.name == "audit" && desk.missing == nil)
        #expect(desk.sinks.map(\.name) == ["audit", "console"] && desk.named.keys.sorted() == ["audit", "console"])
        #expect(try desk.job() !== desk.job())
        #expect(try desk.note().job !== desk.note().job)
        #expect(try desk.later() === desk)
        #expect(try desk.laterLog().name == "audit" && desk.maybeLater() == nil)
        #expect(try desk.sinksLater().count == 2 && desk.namedLater().count == 2)
        #expect(try desk.context.component(Desk.self) === desk)
    }

    @Test("Settings are read with their defaults, and what a source says wins over those")
    func settings() throws {
        let desk = try context().component(Desk.self)
        #expect(desk.limit == 100 && desk.title == "T" && desk.none == nil && desk.size == Size(width: 3, height: 2))
        #expect(desk.hosts == [] && desk.routes == [:] && desk.patience == .seconds(5))
        #expect(desk.key.revealed == "secret" && "\(desk.key)" == "<secret>")
        let said = try context([
            "limit": 1, "none": "some", "hosts": ["a"], "patience": "2s", "routes": ["r": ["width": 1, "height": 1]],
        ])
        .component(Desk.self)
        #expect(said.limit == 1 && said.none == "some" && said.hosts == ["a"] && said.patience == .seconds(2))
        #expect(said.routes == ["r": Size(width: 1, height: 1)])
    }

    @Test("So may those of structures and actors, and the parameters of an enumeration's initializer")
    func others() async throws {
        let context = try context()
        let value = try context.component(DeskValue.self)
        #expect(value.sink.name == "console" && value.log.name == "audit" && value.missing == nil)
        #expect(
            value.sinks.count == 2 && value.named.count == 2 && value.limit == 100 && value.key.revealed == "secret")
        #expect(try value.job() !== value.job())
        #expect(try value.context.component(Mapper.self) === context.component(Mapper.self))
        let actor = try context.component(DeskActor.self)
        #expect(actor.sink.name == "console" && actor.log.name == "audit" && actor.sinks.count == 2)
        #expect(try actor.limit == 100 && actor.own() === actor)
        guard
            case .logging(let log, let mapper, let sinks, let limit, let size) = try context.component(DeskChoice.self)
        else { return }
        #expect(log.name == "audit" && sinks.count == 2 && limit == 7 && size.width == 3)
        #expect(try mapper === context.component(Mapper.self))
    }

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
        init(mapper: Mapper, @Named(setting: "fails") fails: Bool = false) throws { if fails { throw Broken() } }
    }
    struct Broken: Error {}

    @Test("A subclass is made by what it inherits, or asks again for what its superclass needs")
    func subclasses() throws {
        let context = try context()
        let below = try context.component(named: "below", as: Base.self)
        #expect(type(of: below) == Below.self && below.limit == 1)
        let asking = try context.component(Asking.self)
        #expect(asking.log.name == "audit" && asking.limit == 2 && asking.mapper === below.mapper)
    }

    @Test("The marked initializer is called, private ones too, and `@Autowired` stands beside it")
    func choice() throws {
        let context = try context()
        let both = try context.component(Both.self)
        #expect(try !both.late && both.mapper === context.component(Mapper.self) && both.log.name == "console")
        #expect(try context.component(Hidden.self).mapper === both.mapper)
    }

    @Test("What an annotated initializer throws is its component's failure, with the cause")
    func throwing() throws {
        let error = try #require(throws: IOCError.self) { try context(["fails": true]) }
        #expect(error.faults.map(\.code) == [.componentFailed])
        #expect(error.faults.first?.cause is Broken)
    }
}
