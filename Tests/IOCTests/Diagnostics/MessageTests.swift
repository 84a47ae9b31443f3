import IOC
import Synchronization
import TestSupport
import Testing

private enum Messages {
    // Named as classes of the toolchain and of the container.
    enum Common {
        @Component final class Formatter {}
        @Component final class Work {}
        @Component final class Maker {}
    }
    enum Made {
        protocol Clock: Sendable {}
        final class Quartz: Clock {}
        final class Kit: Assembly { let clock: Define<any Clock> = Define(.singleton) { _ in Quartz() } }
        final class Forgotten: Sendable {}
        @Component final class Shop {
            @Autowired var clock: any Clock
            let spare: (any Spare)?
        }
        protocol Spare: Sendable {}
        final class SpareClock: Spare {}
    }
    enum Early {
        protocol Absent: Sendable {}
        @Component final class Reader {
            @TaskLocal static var made = Locked(0)
            @Autowired private var absent: any Absent
            init() { Self.made.withLock { $0 += 1 } }
        }
    }
    struct Boom: Error, CustomStringConvertible {
        static let described = Mutex(0)
        var description: String {
            Self.described.withLock { $0 += 1 }
            return "boom"
        }
    }
    @Component(.scope(.prototype)) final class Failing { init() throws { throw Boom() } }
    @Component(.lazy, .named("AAA")) final class Visit { @Value("early.hours") var hours = 1 }
    @Component(.lazy, .named("Visit")) final class Late { @Value("late.hours") var hours = 2 }
}

@Suite("Messages that must not mislead")
struct MessageTests {
    @Test(
        "A simple name means the component where others of the name are the toolchain's or the container's",
        arguments: ["Formatter", "Work", "Maker"])
    func common(name: String) throws {
        let context = try ApplicationContext(ContextConfiguration(classes: [name]))
        #expect(context.graph.components.map(\.name) == ["IOCTests.Messages.Common.\(name)"])
        let entered = try ApplicationContext(ContextConfiguration(components: ["mine": .init(className: name)]))
        #expect(entered.graph.components.map(\.name) == ["mine"])
    }

    @Test("An assembly's instances, excluded classes and classes that nothing asks for are no notices")
    func silence() throws {
        let prefix = "IOCTests.Messages.Made."
        var configuration = ContextConfiguration(
            prefixes: [prefix], exclude: [prefix + "SpareClock"], assemblies: [prefix + "Kit"])
        configuration.environment = [:]
        #expect(try ApplicationContext(configuration).report.notices.map(\.headline) == [])
        configuration.exclude = []
        #expect(try ApplicationContext(configuration).report.notices.map(\.code) == [.classDoesNotConform])
    }

    @Test("A missing component is reported before any initializer runs")
    func early() throws {
        let made = Locked(0)
        try Messages.Early.Reader.$made.withValue(made) {
            let error = try bootError(ContextConfiguration(components: [Messages.Early.Reader.self]))
            #expect(error.code == .dependencyMissing)
        }
        #expect(made.withLock { $0 } == 0)
    }

    @Test("A failed lookup runs no code of the program until its message is read")
    func lazy() throws {
        let context = try ApplicationContext(ContextConfiguration(components: [Messages.Failing.self]))
        // An expectation would print what it is about.
        var text = ""
        do { _ = try context.component(Messages.Failing.self) } catch {
            #expect(Messages.Boom.described.withLock(\.self) == 0)
            text = "\(error)"
        }
        #expect(text.contains("boom") && Messages.Boom.described.withLock(\.self) > 0)
    }

    struct Explaining: ContainerProgram {}

    @Test("A property is explained by the component that has its name before a class of that name")
    func explained() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            "visits.json", #"{ "classes": ["IOCTests.Messages.Visit", "IOCTests.Messages.Late"] }"#)
        let text = await programOutcome(Explaining(), ["--config", file, "--explain", "Visit.hours"]).text
        #expect(text.hasPrefix("Visit.hours reads the setting late.hours"), "\(text)")
    }
}
