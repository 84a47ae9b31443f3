import IOC
import Testing

private enum OwnContext {
    @Component final class Plain {}
    @Component(.scope(.prototype)) final class Job {}
    @Component final class Dispatcher {
        @Autowired var context: ApplicationContext
        @Autowired var maybe: ApplicationContext?
        let called = Autowired<ApplicationContext>()
        func run() throws -> Job { try context.component(Job.self) }
    }
    final class Ending: IOCComponent, @unchecked Sendable {
        @Autowired var context: ApplicationContext
        static let gone = LifecycleRecorder()
        deinit { Self.gone.note("ended") }
    }
}

@Suite("A component's own context")
struct ContextPropertyTests {
    private static let configuration = ContextConfiguration(
        classes: ["Plain", "Job", "Dispatcher"].map { "IOCTests.OwnContext.\($0)" })

    @Test("Is given in every form, and finds what the context has")
    func forms() throws {
        let context = try ApplicationContext(Self.configuration)
        let dispatcher = try context.component(OwnContext.Dispatcher.self)
        #expect(try dispatcher.run() !== dispatcher.run())
        let plain = try context.component(OwnContext.Plain.self)
        #expect(try dispatcher.context.component(OwnContext.Plain.self) === plain)
        #expect(try dispatcher.maybe?.component(OwnContext.Plain.self) === plain)
        #expect(try dispatcher.called().component(OwnContext.Plain.self) === plain)
        #expect(try dispatcher.context.component(OwnContext.Plain.self) === plain)
    }

    @Test("Is the child's for a child's component")
    func child() throws {
        let parent = try ApplicationContext(ContextConfiguration(classes: ["IOCTests.OwnContext.Plain"]))
        let child = try ApplicationContext(
            ContextConfiguration(classes: ["IOCTests.OwnContext.Dispatcher", "IOCTests.OwnContext.Job"]), parent: parent
        )
        let dispatcher = try child.component(OwnContext.Dispatcher.self)
        _ = try dispatcher.run()
        #expect(throws: IOCError.self) { try parent.component(OwnContext.Job.self) }
    }

    @Test("Does not keep the context open, and says so when it is over")
    func ending() throws {
        var context: ApplicationContext? = try ApplicationContext(
            ContextConfiguration(classes: ["IOCTests.OwnContext.Ending"]))
        var ending = try context?.component(OwnContext.Ending.self)
        let isThere = { [weak ending] in ending != nil }
        let handle = ending?.context
        ending = nil
        #expect(isThere())
        context = nil
        #expect(!isThere())
        #expect(OwnContext.Ending.gone.all == ["ended"])
        #expect(throws: IOCError.self) { try handle?.component(OwnContext.Ending.self) }
    }
}
