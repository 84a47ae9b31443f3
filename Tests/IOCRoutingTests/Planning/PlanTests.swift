import Foundation
import IOCRouting
import IOCRoutingTesting
import TestSupport
import Testing

/// A tree and a route with the plan and the tree that it leads to, from `Text/plans.txt`.
///
/// In the file `##` precedes a rule and an empty line ends a case. A case is a tree (``Sketch``) and a route, the plan's
/// description, and after `=` the tree after the navigation. A route that can't be planned has the error instead.
/// `IOC_UPDATE_GOLDEN=1` writes the answers anew.
struct PlanCase: CustomTestStringConvertible, Sendable {
    static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Text/plans.txt")

    static let all: [PlanCase] = {
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "## ").flatMap { part in
            let parts = part.split(separator: "\n\n")
            return parts.dropFirst().map {
                PlanCase($0.trimmingCharacters(in: .newlines), rule: String(parts[0]))
            }
        }
    }()

    let rule: String
    let tree: String
    let route: String
    let answer: String

    init(_ text: String, rule: String) {
        let lines = text.split(separator: "\n", maxSplits: 1).map(String.init)
        let question = lines[0].components(separatedBy: " | ")
        self.rule = rule
        tree = question[0] == "nothing" ? "" : question[0]
        route = question[1]
        answer = lines.dropFirst().joined()
    }

    var testDescription: String { "\(tree) | \(route)" }

    /// Plans the route, and follows it.
    @MainActor func run() async throws -> String {
        let world = World(tree)
        let step = IOCRoutingTests.route(route)
        let plan: RoutePlan
        do {
            plan = try world.router.plan(to: step)
        } catch let error as RoutingError {
            #expect(await world.error(step)?.description == error.description)
            #expect(world.isUnchanged && world.log.isEmpty)
            return error.description
        }
        #expect(world.isUnchanged && world.log.isEmpty, "a plan changes nothing")
        let result = try await world.go(step)
        #expect(result.operations == plan.operations && result.plans == 1)
        #expect(result.screen.map(world.tree.isExposed) == true)
        #expect(isSound(world.tree))
        return "\(plan)\n= \(world.sketch)"
    }
}

@MainActor @Suite("Plans") struct PlanTests {
    @Test(
        "A plan lists the steps, the new screens and the changes with their reasons, and the route makes these changes",
        arguments: PlanCase.all)
    func plans(test: PlanCase) async throws {
        #expect(try await test.run() == test.answer)
    }

    @Test(
        "The plans are written anew",
        .ifGoldenFilesAreUpdated)
    func update() async throws {
        var text = ""
        var rule = ""
        for test in PlanCase.all {
            if test.rule != rule { text += "\(text.isEmpty ? "" : "\n")## \(test.rule)\n" }
            rule = test.rule
            text += "\n\(test.tree.isEmpty ? "nothing" : test.tree) | \(test.route)\n\(try await test.run())\n"
        }
        try text.write(to: PlanCase.file, atomically: true, encoding: .utf8)
    }

    @Test("A plan reports the chosen case of a switch, and the interceptors") func choice() throws {
        let step = SwitchBuilder<HeadlessScreen, Void>(named: "place")
            .addingCase(when: "never", { false }, from: route("root: present one"))
            .otherwise(guarded("top: present two") { .stop("must not run") }).build()
        #expect(
            try World("first").router.plan(to: step).description == """
                route to place
                  place: otherwise: two
                  two: not in the tree: made by its factory, then Present from current
                  current: starts at first
                  ask ClosureInterceptor<()>
                  make two
                  present two on first (automatic): two is presented by its step
                """)
    }

    @Test("A plan reports a screen that a finder finds, and needs no change if it shows") func found() throws {
        let world = World("tabs[stack[list chat:b] settings*]")
        let plan = try world.router.plan(to: ChatRoutes().chat, with: "u")
        #expect(
            plan.description == """
                route to chat
                  chat: not in the tree: made by ClosureFactory<ChatScreen, String>, then Push from list
                  list: found in the tree: list
                  make chat
                  reveal stack in tabs: tabs does not show stack
                  set stack to [list, chat]: chat is embedded by its step's Push
                """)
        #expect(plan.made == ["chat"] && plan.considerations.map(\.step) == ["chat", "list"])
        let known = try world.router.plan(to: ChatRoutes().chat, with: "b")
        #expect(known.operations == [.reveal(screen: "stack", in: "tabs")])
        let list = try World("stack[list]").router.plan(to: ChatRoutes().list)
        #expect(list.description.hasSuffix("nothing to change"))
    }

    // MARK: Refusals

    nonisolated static let whole = "tabs[stack[a inner=stack[b c] d] other]/sheet[e f]/top"

    @Test(
        "Each screen that would be removed is asked, and no other one",
        arguments: [
            ("root: root new", "tabs stack a inner b c d other sheet e f top"),
            ("@a: pushRoot new", "a inner b c d sheet e f top"),
            ("@a: push new", "inner b c d sheet e f top"),
            ("@b: present new", "c d sheet e f top"),
            ("@sheet: present new", "top"),
        ])
    func asked(sketch: String, removed: String) async throws {
        let removed = removed.split(separator: " ").map(String.init)
        for name in World(Self.whole).tree.screens.map(\.name) {
            let world = World(Self.whole)
            let before = world.tree.screens
            world[name].isDismissible = false
            let error = await world.error(route(sketch))
            if removed.contains(name) {
                #expect(error?.code == .notDismissible)
                #expect(error?.wanted.hasPrefix("\(name) to go, as ") == true, "\(name)")
                #expect(world.isUnchanged && world.log.isEmpty)
            } else {
                #expect(error == nil, "\(name)")
                #expect(before.filter { !world.tree.contains($0) }.map(\.name) == removed)
            }
        }
    }

    @Test("A screen is asked once whether it may go") func askedOnce() throws {
        let world = World("first/asked=asked")
        _ = try world.router.plan(to: route("root: root new"))
        #expect((world["asked"] as? Asked)?.count == 1)
    }

    @Test("All screens that cover the destination are dismissed") func covers() async throws {
        let world = World("panes[a/overA b/overB c d/overD]")
        let result = try await world.go(route("@c: present new"))
        #expect(
            Set(world.log.dropLast())
                == ["dismiss overA from a", "dismiss overB from b", "dismiss overD from d"])
        #expect(world.log.last == "present new on c" && result.operations.count == 4)
    }

    @Test("A container that the host does not treat as one is an error") func unknownContainer() {
        let router = Router<HeadlessScreen>(host: PlainHost(World("stack[first]").host))
        let error = #expect(throws: RoutingError.self) { try router.plan(to: route("root: push new")) }
        #expect(error?.code == .containerMissing && error?.nearMisses == ["HeadlessStack: is no container"])
    }

    @Test("A screen that is found in another tree counts as new") func foundElsewhere() async throws {
        let world = World("stack[first]")
        let step = StepBuilder(
            finder: NoFinder<SettingsScreen, Void>(),
            factory: FinderFactory(ClassFinder<SettingsScreen, Void>(), in: World("settings").host), named: "found"
        ).using(Push()).from(.root(in: HeadlessStack.self)).build()
        let plan = try world.router.plan(to: step)
        #expect(plan.description.contains("\n  make found\n  set stack to [first, found]: "))
        #expect(try await world.router.navigate(to: step).operations == plan.operations)
        #expect(world.sketch == "stack[first settings]")
    }

    @Test("Each change is animated if the navigation is", arguments: [true, false]) func animated(animated: Bool)
        async throws
    {
        let host = AnimatedHost(World("tabs[stack[a] b]").host)
        let router = Router<HeadlessScreen>(host: host)
        try await router.navigate(to: route("@a: push new"), animated: animated)
        try await router.navigate(to: Destination(route("@b")), animated: animated)
        let numbered = route("root: present sheet").adaptingInput { (_: Int) in () }
        try await router.navigate(to: numbered, with: 1, animated: animated)
        try await router.navigate(to: route("@a").erasedDestination, animated: animated)
        try await router.navigate(to: route("root: root new"), animated: animated)
        let changes = ["set", "reveal", "present", "dismiss", "reveal", "reveal", "replace"]
        #expect(host.log == changes.map { "\($0) \(animated)" })
    }
}
