import IOCRouting
import IOCRoutingTesting
import Testing

/// Changes that other code makes during a navigation.
@MainActor @Suite("Changes by other code", .timeLimit(.minutes(30))) struct ChangingTreeTests {
    @Test("A screen that other code pushed meanwhile is asked before it is removed") func added() async throws {
        let world = World("stack[list]/settings")
        world.before("dismiss settings") { world.hold("list stubborn!", in: "stack") }
        let error = await routingError { try await world.router.navigate(to: ChatRoutes().chat, with: "u") }
        #expect(error?.code == .notDismissible && error?.wanted.contains("stubborn") == true)
        #expect(world.sketch == "stack[list stubborn!]/settings")
        #expect(world.log == ["dismiss settings from stack", "present settings on stack"])
    }

    @Test(
        "A screen or container that other code has hidden is revealed before it changes",
        arguments: [
            ("tabs[first second]/settings", "first", "@first: present login", "present login on first"),
            ("tabs[stack[list] second]/settings", "stack", "@list: push new", "push new in stack"),
        ])
    func hidden(tree: String, start: String, sketch: String, change: String) async throws {
        let world = World(tree)
        let port = try #require(world.host.container(world["tabs"]))
        world.before("dismiss") { try await port.reveal(world["second"], animated: false) }
        let result = try await world.go(route(sketch))
        #expect(
            world.log == [
                "select second in tabs", "dismiss settings from tabs", "select \(start) in tabs", change,
            ])
        #expect(result.plans == 2)
    }

    @Test("A navigation that gives up reports what changed last") func outdated() async throws {
        let begin = "once it changed before a plan was carried out; at last "
        let asked = World("tabs[first second]", configuration: RouterConfiguration(planLimit: 1))
        let step = guarded("@first: present login") {
            asked.hold("first second third", in: "tabs")
            return .proceed
        }
        let first = await asked.error(step)
        #expect(first?.code == .treeUnstable)
        #expect(first?.found.hasPrefix(begin + "the tree changed while interceptors were asked:\n") == true)
        let hidden = World("tabs[first second]/settings", configuration: RouterConfiguration(planLimit: 1))
        let port = try #require(hidden.host.container(hidden["tabs"]))
        hidden.before("dismiss") { try await port.reveal(hidden["second"], animated: false) }
        let second = await hidden.error(route("@first: present login"))
        #expect(second?.code == .treeUnstable)
        #expect(second?.found.hasPrefix(begin + "first cannot present any more:\n") == true)
    }

    @Test("A tree that changes again and again is an error, and the route is undone") func unstable() async throws {
        let world = World("tabs[stack[list] other=stack]", configuration: RouterConfiguration(planLimit: 4))
        var changes = 0
        world.host.beforeOperation = { _ in
            changes += 1
            world.hold((1...changes).map { "new\($0)" }.joined(separator: " "), in: "other")
            throw Refusal()
        }
        let error = await world.error(route("@list: push new"))
        #expect(error?.code == .treeUnstable && error?.found.hasPrefix("4 times") == true)
        #expect(changes == 4 && error?.notUndone == [])
        #expect(world.container("stack").contained.count == 1)
    }

    // MARK: Undoing

    @Test("Undoing keeps a root that other code has set, and reports it") func root() async throws {
        let world = World("base", configuration: RouterConfiguration(planLimit: 1))
        let intruder = HeadlessScreen(named: "intruder")
        world.before("present") {
            try await world.host.replaceRoot(intruder, animated: false)
            throw Refusal()
        }
        let error = await world.error(route("root: root welcome, present login"))
        #expect(error?.notUndone == ["setting the root back to base: other code has replaced it since"])
        #expect(world.host.root === intruder)
    }

    @Test("Undoing keeps a screen that other code presented while a change failed") func presented() async throws {
        let world = World("stack[base]", configuration: RouterConfiguration(planLimit: 1))
        let slow = world.slowDown(at: "present login")
        let step = guarded("top: present settings") {
            try await world.go(ChatRoutes.login)
            return .proceed
        }
        let navigation = world.start(step)
        await slow.arrived()
        world.present("intruder", on: "stack")
        slow.open()
        let error = try #require(await navigation.value)
        #expect(error.notUndone == [], "\(error)")
        #expect(world.sketch == "stack[base]/intruder")
    }

    @Test("Undoing keeps container content that other code set while a change failed") func content() async throws {
        let world = World("stack[base]", configuration: RouterConfiguration(planLimit: 1))
        world.before("push one") {
            world.hold("base intruder", in: "stack")
            throw Refusal()
        }
        let error = try #require(await world.error(route("root: push one")))
        #expect(error.notUndone == [], "\(error)")
        #expect(world.sketch == "stack[base intruder]")
    }

    @Test("Undoing does not overwrite later changes of other code") func conflict() async throws {
        let world = World("stack[base]")
        let step = guarded("top: present new") {
            try await world.go(route("root: push nested"))
            world.hold("base other", in: "stack")
            return .fail(Refusal())
        }
        let error = await world.error(step)
        #expect(error?.code == .interceptorFailed)
        #expect(error?.notUndone == ["setting stack back to [base]: other code has changed it since"])
        #expect(world.sketch == "stack[base other]")
    }

    @Test("A navigation that is canceled between two changes does not begin the second") func canceled() async throws {
        let world = World("stack[list]/settings")
        var begun: [String] = []
        world.host.beforeOperation = { [unowned host = world.host] operation in
            begun.append("\(operation)")
            world.router.gate.cancelAll()
            host.beforeOperation = { begun.append("\($0)") }
        }
        #expect(await world.error(route("@list: push new"))?.code == .navigationCanceled)
        #expect(begun == ["dismiss settings from stack", "present settings on stack"])
        #expect(world.isUnchanged)
    }
}
