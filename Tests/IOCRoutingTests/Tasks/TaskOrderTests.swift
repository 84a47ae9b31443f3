import IOCRouting
import IOCRoutingTesting
import Testing

@MainActor @Suite("The order of interceptors, factories and tasks") struct TaskOrderTests {
    /// What is asked, in order, and what refuses.
    @MainActor final class Log {
        var entries: [String] = []
        var refused: String?

        func add(_ entry: String) throws {
            entries.append(entry)
            if entry == refused { throw Refusal(reason: entry) }
        }
    }

    struct Asked<Input>: RoutingInterceptor, CustomStringConvertible {
        let description: String
        let log: Log

        func prepare(with input: Input) throws { try log.add("allow \(self) \(input)") }

        func perform(with input: Input) async throws -> InterceptorAnswer {
            try log.add("ask \(self) \(input)")
            return .proceed
        }
    }

    struct SetUp<Input>: InputTask, CustomStringConvertible {
        let description: String
        let log: Log

        func prepare(with input: Input) throws { try log.add("prepare \(self) \(input)") }

        func check(_ screen: HeadlessScreen, with input: Input) throws {
            try log.add("check \(self) \(input) \(screen.name)")
        }

        func perform(on screen: HeadlessScreen, with input: Input) {
            log.entries.append("set up \(self) \(input) \(screen.name)")
        }
    }

    struct Reporting<Input>: PostRoutingTask, CustomStringConvertible {
        let description: String
        let log: Log

        func perform(on screen: HeadlessScreen, with input: Input, route: [HeadlessScreen]) {
            log.entries.append("report \(self) \(input) \(screen.name) of \(route.map(\.name).joined(separator: ", "))")
        }
    }

    struct Made: ScreenFactory, CustomStringConvertible {
        let description: String
        let log: Log

        func prepare(with input: Int) throws { try log.add("ready \(self) \(input)") }

        func build(with input: Int) throws -> HeadlessScreen {
            try log.add("make \(self) \(input)")
            return HeadlessScreen(named: description)
        }
    }

    private func open(_ name: String, _ log: Log) -> StepBuilder<HeadlessScreen, Int> {
        StepBuilder(
            finder: NoFinder<HeadlessScreen, Int>(), factory: Made(description: name, log: log), named: name
        )
        .adding(Asked(description: "\(name)1", log: log)).adding(SetUp(description: "\(name)1", log: log))
        .adding(Reporting(description: "\(name)1", log: log)).adding(Asked(description: "\(name)2", log: log))
        .adding(SetUp(description: "\(name)2", log: log)).adding(Reporting(description: "\(name)2", log: log))
    }

    /// Two steps and a router, each with two of everything; the first step's input is one less.
    private func world(_ log: Log) -> (World, Step<HeadlessScreen, Int>) {
        let world = World("stack[base]")
        for name in ["g1", "g2"] {
            world.router.add(Asked<Any>(description: name, log: log))
            world.router.add(SetUp<Any>(description: name, log: log))
            world.router.add(Reporting<Any>(description: name, log: log))
        }
        let route = open("b", log).using(Present()).from(open("a", log).adaptingInput { $0 - 1 })
            .using(Present()).from(Step<HeadlessScreen, Int>.root()).build()
        return (world, route)
    }

    private static let prepared = [
        "allow a1 6", "allow a2 6", "prepare a1 6", "prepare a2 6", "ready a 6", "allow b1 7", "allow b2 7",
        "prepare b1 7", "prepare b2 7", "ready b 7", "allow g1 7", "allow g2 7", "prepare g1 7", "prepare g2 7",
    ]
    private static let asked = ["ask g1 7", "ask g2 7", "ask a1 6", "ask a2 6", "ask b1 7", "ask b2 7"]
    private static let made = ["make a 6", "make b 7"]
    private static let checked = [
        "check g1 7 stack", "check g2 7 stack",
        "check a1 6 a", "check a2 6 a", "check g1 7 a", "check g2 7 a", "check b1 7 b", "check b2 7 b",
        "check g1 7 b", "check g2 7 b",
    ]
    private static let done = [
        "set up g1 7 stack", "set up g2 7 stack", "set up g1 7 a", "set up g2 7 a", "set up a1 6 a", "set up a2 6 a",
        "set up g1 7 b", "set up g2 7 b",
        "set up b1 7 b", "set up b2 7 b", "report g1 7 stack of stack, a, b", "report g2 7 stack of stack, a, b",
        "report a1 6 a of stack, a, b", "report a2 6 a of stack, a, b",
        "report g1 7 a of stack, a, b", "report g2 7 a of stack, a, b", "report b1 7 b of stack, a, b",
        "report b2 7 b of stack, a, b", "report g1 7 b of stack, a, b", "report g2 7 b of stack, a, b",
    ]

    @Test("Each part of each step and of the router runs once, from the origin on, in the order of its addition")
    func order() async throws {
        let log = Log()
        let (world, route) = world(log)
        let result = try await world.router.navigate(to: route, with: 7)
        #expect(log.entries == Self.prepared + Self.asked + Self.made + Self.checked + Self.done)
        #expect(world.log == ["present a on stack", "present b on a"] && result.screen?.name == "b")
    }

    @Test("The first refusal ends the navigation before anything changes")
    func refusals() async {
        let all = Self.prepared + Self.asked + Self.made + Self.checked
        for refused in all {
            let log = Log()
            let (world, route) = world(log)
            log.refused = refused
            let error = await routingError { try await world.router.navigate(to: route, with: 7) }
            #expect(log.entries == Array(all.prefix { $0 != refused }) + [refused])
            #expect((error?.cause as? Refusal)?.reason == refused && world.log.isEmpty)
            let words = refused.split(separator: " ").map(String.init)
            let step = words[0] == "check" ? words[3] : String(words[1].prefix(1))
            #expect(error?.found == "it threw Refusal")
            switch words[0] {
            case "ask":
                #expect(error?.code == .interceptorFailed && error?.path == ["b", words[1]])
                #expect(error?.wanted == "the interceptor to let the navigation go on")
                #expect(error?.action == "look at the cause: the interceptor answered it")
            case "make":
                #expect(error?.code == .factoryFailed && error?.path == (step == "b" ? ["b"] : ["b", "a"]))
                #expect(error?.wanted == "a HeadlessScreen from \(step)")
                #expect(error?.action == "look at the cause: the factory threw it")
            default:
                let place = step == "g" ? "router" : step
                #expect(error?.code == .inputRejected && error?.path == (place == "b" ? ["b"] : ["b", place]))
                #expect(error?.wanted == "\(words[1]) to take the input")
                #expect(error?.action == "navigate with an input that it takes")
            }
        }
    }

    @Test("Tasks of the router run for each screen of a route: the origin, a new stack and the screen in it")
    func routerTasks() async throws {
        let log = Log()
        let world = World("stack[base]")
        world.router.add(SetUp<Any>(description: "global", log: log))
        world.router.add(Reporting<Any>(description: "global", log: log))
        let stack = StepBuilder(
            finder: NoFinder<HeadlessStack, Int>(),
            factory: ClosureFactory<HeadlessStack, Int> { _ in HeadlessStack(named: "new stack") })
        let route = StepBuilder(
            finder: NoFinder<HeadlessScreen, Int>(), factory: Made(description: "screen", log: log)
        ).using(Push()).from(stack).using(Present()).from(.current()).build()
        try await world.router.navigate(to: route, with: 7)
        let screens = ["stack", "new stack", "screen"]
        #expect(log.entries.filter { $0.hasPrefix("check") } == screens.map { "check global 7 \($0)" })
        #expect(log.entries.filter { $0.hasPrefix("set up") } == screens.map { "set up global 7 \($0)" })
        let names = screens.joined(separator: ", ")
        #expect(log.entries.filter { $0.hasPrefix("report") } == screens.map { "report global 7 \($0) of \(names)" })
    }
}
