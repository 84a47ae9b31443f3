import IOC
import Synchronization
import Testing

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
            ContextConfiguration(classes: [String(reflecting: Request.self), String(reflecting: File.self)]),
            parent: parent)
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
            ContextConfiguration(classes: [String(reflecting: Request.self), String(reflecting: File.self)]),
            parent: boot(Shared.self, Console.self))
        _ = try child.component(Request.self).shared
        #expect(try child.component(Shared.self) === child.parent?.component(Shared.self))
    }

    enum North { final class Twin: IOCComponent {} }
    enum South { final class Twin: IOCComponent {} }

    @Test("A simple name that two components of the parent have is ambiguous in the child, too")
    func ambiguousName() throws {
        let parent = try boot(North.Twin.self, South.Twin.self)
        let child = try ApplicationContext(ContextConfiguration(File.self), parent: parent)
        for context in [parent, child] {
            let error = try #require(throws: IOCError.self) {
                try context.component(named: "Twin", as: (any IOCComponent).self)
            }
            #expect(error.code == .nameAmbiguous)
            for name in ["North.Twin", "South.Twin"] { #expect(error.description.contains(name)) }
        }
        let unknown = try #require(throws: IOCError.self) {
            try child.component(named: "Twins", as: (any IOCComponent).self)
        }
        #expect(unknown.code == .qualifierUnknown)
    }

    @Test("A type that neither context provides is missing")
    func missing() throws {
        let error = try bootError(ContextConfiguration(Request.self))
        #expect(error.faults.map(\.code).contains(.dependencyMissing))
    }
}
