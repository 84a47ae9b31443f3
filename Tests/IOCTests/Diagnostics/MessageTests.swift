import IOC
import Testing

/// One program for each message: a mistake, and texts that would mislead its author.
private enum Messages {
    enum Spring {
        @Component final class Server { @Value("${server.port:8080}") var port: Int }
    }
    enum SpringWithDefault {
        @Component final class Server { @Value("${server.host}") var host = "localhost" }
    }
    enum Generic {
        final class Box<Item: Sendable>: Sendable {}
        @Component final class Shelf { @Autowired var box: Box<Int> }
    }
    enum Plain {
        struct Settings: Sendable {}
        @Component final class Shop { @Autowired var settings: Settings }
    }
    enum Number {
        @Component final class Shop { @Autowired var limit: UInt16 }
    }
    enum Constant {
        @Component final class Shop { let host: String; init(host: String) { self.host = host } }
    }
    enum Unlisted {
        protocol Clock: Sendable {}
        final class Quartz: Clock {}
        final class Kit: Assembly { let clock: Define<any Clock> = Define(.singleton) { _ in Quartz() } }
        @Component final class Shop { @Autowired var clock: any Clock }
    }
    enum UnlistedOptional {
        struct Limit: Sendable {}
        final class Kit: Assembly { let limit = Definition(.singleton) { (_: Kit) in Limit() } }
        @Component final class Shop { @Autowired var limit: Limit }
    }
    enum LazyOne {
        @Component(.lazy) final class Cart { @Autowired var absent: any Absent }
        protocol Absent: Sendable {}
    }
    enum Misspelt {
        @Component final class Server { @Value("message.port") var port: Int }
    }
    enum Made {
        protocol Clock: Sendable {}
        final class Quartz: Clock {}
        final class Kit: Assembly { let clock: Define<any Clock> = Define(.singleton) { _ in Quartz() } }
        final class Forgotten: Sendable {}
        @Component final class Shop { @Autowired var clock: any Clock }
    }
    enum Streaming {
        @Component(.scope(.request)) final class User {}
    }
    enum Contexts {
        @Component final class Shop {
            @Autowired var context: ApplicationContext
            @Autowired var maybe: ApplicationContext?
        }
    }
    enum Arguments {
        final class Session: @unchecked Sendable {
            // Sound: the only state is wrapped.
            @Autowired var shop: Contexts.Shop
        }
        final class Kit: Assembly {
            let session = Definition(.prototype) { (_: Kit, user: Int) in Session() }
        }
    }
    final class Handler {
        @Autowired var shop: Contexts.Shop
    }
    enum Early {
        protocol Absent: Sendable {}
        @Component final class Reader {
            @TaskLocal static var heard = LifecycleRecorder()
            @Autowired private var absent: any Absent
            init() {
                do { _ = try $absent.get() } catch { Self.heard.note("\(error)") }
            }
        }
    }
    // Named as classes of the toolchain and of the container.
    enum Common {
        @Component final class Formatter {}
        @Component final class Work {}
        @Component final class Maker {}
    }
}

@Suite("Messages that must not mislead")
struct MessageTests {
    struct Message: Sendable, CustomTestStringConvertible {
        var name: String
        var configuration: ContextConfiguration
        var code: IOCError.Code
        /// The parts of the text.
        var says: [String]
        /// The parts that would mislead.
        var doesNotSay: [String] = []
        var testDescription: String { name }
    }

    private static let file = "MessageTests.swift:"

    private static func all(
        _ name: String, _ change: (inout ContextConfiguration) -> Void = { _ in }
    ) -> ContextConfiguration {
        var configuration = ContextConfiguration(prefixes: ["IOCTests.Messages.\(name)."])
        configuration.environment = [:]
        change(&configuration)
        return configuration
    }

    static let messages: [Message] = [
        Message(
            name: "A key that is a placeholder", configuration: all("Spring"), code: .placeholderUnresolved,
            says: [
                "Server.port needs the setting '${server.port:8080}', which is a placeholder, not a key", file,
                "write @Value(\"server.port\"), and a default after the property",
            ]),
        Message(
            name: "A key that is a placeholder, with a default that would hide it",
            configuration: all("SpringWithDefault"), code: .placeholderUnresolved,
            says: ["Server.host needs the setting '${server.host}'", "write @Value(\"server.host\")"]),
        Message(
            name: "A generic class", configuration: all("Generic"), code: .dependencyMissing,
            says: [
                "return IOCTests.Messages.Generic.Box<Swift.Int> from a function with @Provides, ask for a subclass",
                file,
            ], doesNotSay: ["put @Component"]),
        Message(
            name: "A struct", configuration: all("Plain"), code: .dependencyMissing,
            says: ["return IOCTests.Messages.Plain.Settings from a function with @Provides", file],
            doesNotSay: ["put @Component", "subclass"]),
        Message(
            name: "A number", configuration: all("Number"), code: .dependencyMissing,
            says: [
                "if it is a setting, write @Value(\"…\") var ", "return Swift.UInt16 from a function with @Provides",
            ],
            doesNotSay: ["put @Component"]),
        Message(
            name: "A constant that is a setting", configuration: all("Constant"), code: .dependencyMissing,
            says: [
                "fix         if it is a setting, write @Injected(setting: \"…\") let host: String, or @Named(setting: \"…\")"
            ]),
        Message(
            name: "A protocol that an unlisted assembly's definition promises",
            configuration: all("Unlisted"), code: .dependencyMissing,
            says: [
                "near miss   IOCTests.Messages.Unlisted.Kit.clock: is defined by the assembly "
                    + "IOCTests.Messages.Unlisted.Kit, which is not listed",
                "add \"IOCTests.Messages.Unlisted.Kit\" to \"assemblies\"",
            ], doesNotSay: ["put @Component on"]),
        Message(
            name: "A struct that an unlisted assembly defines", configuration: all("UnlistedOptional"),
            code: .dependencyMissing, says: ["add \"IOCTests.Messages.UnlistedOptional.Kit\" to \"assemblies\""]),
        Message(
            name: "A property of a lazy component", configuration: all("LazyOne"), code: .dependencyMissing,
            says: ["at          IOCTests/MessageTests.swift:38"]),
        Message(
            name: "A misspelt variable", configuration: all("Misspelt") { $0.environment = ["MESSAGE_PROT": "9"] },
            code: .settingMissing,
            says: ["near miss   MESSAGE_PROT: is set in the environment, and no setting maps to it", "MESSAGE_PORT"]),
        Message(
            name: "A class of a module that is not linked",
            configuration: ContextConfiguration(classes: ["Warehousing.Makr"]), code: .classUnknown,
            says: [
                "the program has no class 'Warehousing.Makr'",
                "near miss   Warehousing: the program has no such module",
                "add 'Warehousing' to the target's dependencies",
            ], doesNotSay: ["IOC.Maker"]),
        Message(
            name: "An assembly of a module that is not linked",
            configuration: ContextConfiguration(assemblies: ["Warehousing.Kti"]), code: .assemblyUnknown,
            says: [
                "near miss   Warehousing: the program has no such module",
                "add 'Warehousing' to the target's dependencies",
            ]),
        Message(
            name: "A misspelt class of a module that is there",
            configuration: ContextConfiguration(classes: ["IOCTests.Messages.Common.Workk"]), code: .classUnknown,
            says: ["did you mean 'IOCTests.Messages.Common.Work'?", "correct the name"],
            doesNotSay: ["no such module"]),
    ]

    @Test("Each says what is wrong, where, and one thing that helps", arguments: messages)
    func reported(_ message: Message) throws {
        let error = try #require(throws: IOCError.self) { try ApplicationContext(message.configuration) }
        let text = error.description + "\n"
        #expect(error.faults.map(\.code) == [message.code], "\(text)")
        for part in message.says { #expect(text.contains(part), "\(text)") }
        for part in message.doesNotSay { #expect(!text.contains(part), "\(text)") }
    }

    @Test(
        "A simple name means the component where others of the name are the toolchain's or the container's",
        arguments: ["Formatter", "Work", "Maker"])
    func common(name: String) throws {
        let qualified = "IOCTests.Messages.Common.\(name)"
        let context = try ApplicationContext(ContextConfiguration(classes: [name]))
        #expect(context.graph.components.map(\.name) == [qualified])
        let entered = try ApplicationContext(
            ContextConfiguration(components: ["mine": .init(className: name)]))
        #expect(entered.graph.components.map(\.name) == ["mine"])
    }

    @Test(
        "An assembly of a prefix, and what its definitions make, are no notices, nor is a class that nothing asks for")
    func notices() throws {
        let context = try ApplicationContext(
            Self.all("Made") { $0.assemblies = ["IOCTests.Messages.Made.Kit"] })
        #expect(context.report.notices.map(\.headline) == [])
    }

    @Test("A request component outside of its request is reported with the remedy hold()")
    func streaming() async throws {
        let context = try ApplicationContext(Self.all("Streaming"))
        let body = try await withRequestScope {
            Task.detached { try context.component(Messages.Streaming.User.self) }
        }
        let error = await #expect(throws: IOCError.self) { try await body.value }
        let text = "\(try #require(error))"
        #expect(text.contains("withRequestScope { }") && text.contains("RequestScope.hold()"), "\(text)")
    }

    @Test("A component's own context is drawn as that, and not as nothing")
    func ownContext() throws {
        let graph = try ApplicationContext(Self.all("Contexts")).graph
        #expect(graph.tree.contains("├─ context: the component's own context"))
        #expect(graph.tree.contains("└─ maybe: the component's own context"))
        #expect(graph.components[0].dependencies.map(\.kind) == [.context, .context])
        let child = try ApplicationContext(
            Self.all("Contexts"), parent: ApplicationContext(Self.all("Streaming")))
        #expect(child.graph.tree == graph.tree)
    }

    @Test("An existing object's fault does not advise to call a definition")
    func injection() throws {
        let context = try ApplicationContext(
            Self.all("Contexts") { $0.assemblies = ["IOCTests.Messages.Arguments.Kit"] })
        for name in [nil, "session"] {
            let error = try #require(throws: IOCError.self) {
                let session = Messages.Arguments.Session()
                if let name {
                    try context.inject(into: session, named: name)
                } else {
                    try context.inject(into: session)
                }
            }
            #expect(error.code == .argumentsNeeded)
            let text = error.description
            #expect(text.contains("is made from arguments, and there are none here"), "\(text)")
            #expect(text.contains("with its arguments, or name one without") && text.contains(Self.file), "\(text)")
        }
    }

    @Test("A property that init() reads is reported with its line, before any init() runs")
    func early() throws {
        let recorder = LifecycleRecorder()
        let error = Messages.Early.Reader.$heard.withValue(recorder) {
            #expect(throws: IOCError.self) { try ApplicationContext(Self.all("Early")) }
        }
        #expect(recorder.all.isEmpty)
        let text = try #require(error).description
        #expect(text.contains("dependency-missing") && text.contains(Self.file), "\(text)")
    }

    @Test("A property of an object without a context is reported with its line")
    func contextMissing() throws {
        let error = try #require(throws: IOCError.self) { try Messages.Handler().$shop.get() }
        #expect(error.code == .contextMissing)
        #expect(
            error.faults[0].headline.hasPrefix("context-missing: the property at IOCTests/\(Self.file)"), "\(error)")
        #expect(error.faults[0].injectionPoint?.hasPrefix(".") == false)
    }
}
