import IOC
import Synchronization
import Testing

@Suite("How long things live")
struct LifetimeTests {
    final class Owner: IOCComponent, @unchecked Sendable {
        @Autowired var owned: Owned
        @Autowired var job: Provider<Job>
    }
    final class Owned: IOCComponent, @unchecked Sendable {
        @Autowired var owner: Owner
    }
    final class Job: IOCComponent {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
    }

    @Test("A context that is dropped frees its singletons, cycles through wrappers included")
    func dropped() throws {
        weak var context: ApplicationContext?
        weak var owner: Owner?
        weak var owned: Owned?
        do {
            let made = try boot(Owner.self, Owned.self, Job.self)
            context = made
            owner = try made.component(Owner.self)
            owned = owner?.owned
            _ = owned?.owner
            #expect(owner != nil && owned != nil)
        }
        #expect(context == nil)
        #expect(owner == nil)
        #expect(owned == nil)
    }

    @Test("A cycle that outlives its context while somebody holds it is freed when a later context goes")
    func heldCycle() throws {
        weak var owner: Owner?
        do {
            var held: Owner? = try boot(Owner.self, Owned.self, Job.self).component(Owner.self)
            owner = held
            #expect(held?.$owned.isFilled == false)
            held = nil
        }
        #expect(owner == nil)
        do {
            var context: ApplicationContext? = try boot(Owner.self, Owned.self, Job.self)
            var held = try context?.component(Owner.self)
            owner = held
            _ = held?.owned.owner
            context = nil
            #expect(held?.owned.owner === held)
            held = nil
        }
        _ = try boot(Job.self)
        #expect(owner == nil)
    }

    @Test("A prototype is not retained")
    func prototype() throws {
        let context = try boot(Job.self)
        weak let job = try context.component(Job.self)
        #expect(job == nil)
    }

    @Test("A wrapper that is read after its context is gone says so")
    func afterTheEnd() throws {
        let owner = try boot(Owner.self, Owned.self, Job.self).component(Owner.self)
        let error = try #require(throws: IOCError.self) { try owner.$owned.get() }
        #expect(error.code == .contextEnded)
        #expect(error.faults[0].injectionPoint == "Owner.owned")
    }

    @Test("A provider that is called after its context is gone throws")
    func providerAfterTheEnd() throws {
        let provider: Provider<Job> = try {
            let context = try boot(Owner.self, Owned.self, Job.self)
            return try context.component(Owner.self).job
        }()
        let error = try #require(throws: IOCError.self) { try provider() }
        #expect(error.code == .contextEnded)
    }

    @Test("A value that was read stays usable after its context is gone")
    func filledAfterTheEnd() throws {
        let owner: Owner = try {
            let context = try boot(Owner.self, Owned.self, Job.self)
            let owner = try context.component(Owner.self)
            _ = owner.owned
            return owner
        }()
        #expect(type(of: owner.owned) == Owned.self)
    }
}

@Suite("Parent contexts")
struct ParentTests {
    protocol Sink: Sendable {}
    final class Shared: IOCComponent {}
    final class Console: IOCComponent, Sink {
        static var traits: [ComponentTrait] { [.named("console"), .order(2)] }
    }
    final class File: IOCComponent, Sink {
        static var traits: [ComponentTrait] { [.named("file"), .order(1)] }
    }
    final class Request: IOCComponent, @unchecked Sendable {
        @Autowired var shared: Shared
        @Autowired var sink: any Sink
        @Autowired("console") var console: any Sink
        @Autowired var sinks: [any Sink]
        @Autowired var byName: [String: any Sink]
    }

    let parent: ApplicationContext
    let child: ApplicationContext

    init() throws {
        parent = try boot(Shared.self, Console.self)
        child = try ApplicationContext(
            Configuration(classes: [String(reflecting: Request.self), String(reflecting: File.self)]), parent: parent)
    }

    @Test("A child gets from its parent what it does not have")
    func inherited() throws {
        let request = try child.component(Request.self)
        #expect(try request.shared === parent.component(Shared.self))
        #expect(try child.component(Shared.self) === request.shared)
        #expect(request.console is Console)
        #expect(try child.component(named: "console", as: Console.self) === request.console as? Console)
        #expect(child.graph.tree.contains("shared: from the parent context"))
    }

    @Test("A child's own candidate comes before its parent's")
    func ownFirst() throws {
        #expect(try child.component(Request.self).sink is File)
    }

    @Test("Collections hold the child's and the parent's components, in order")
    func collections() throws {
        let request = try child.component(Request.self)
        #expect(request.sinks.map { "\(type(of: $0))" } == ["File", "Console"])
        #expect(Set(request.byName.keys) == ["console", "file"])
    }

    @Test("A child keeps its parent alive")
    func alive() throws {
        let child = try ApplicationContext(
            Configuration(classes: [String(reflecting: Request.self), String(reflecting: File.self)]),
            parent: boot(Shared.self, Console.self))
        _ = try child.component(Request.self).shared
        #expect(try child.component(Shared.self) === child.parent?.component(Shared.self))
    }

    @Test("What neither has is missing")
    func missing() throws {
        let error = try bootError(Configuration(Request.self))
        #expect(error.faults.map(\.code).contains(.missingDependency))
    }
}
