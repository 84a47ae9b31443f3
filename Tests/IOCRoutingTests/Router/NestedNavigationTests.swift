import IOCRouting
import IOCRoutingTesting
import Testing

/// A navigation that another one starts ends with it. ``NavigationWorldTests`` combines the ways in which either ends.
@MainActor @Suite("Navigations inside navigations", .timeLimit(.minutes(30)))
struct NestedNavigationTests {
    @Test("Two navigations of one interceptor run one after the other") func siblings() async throws {
        let world = World("stack[base]")
        let slow = world.slowDown(at: "push")
        let step = guarded("root: push three") {
            async let first = world.go(route("root: push one")).hasArrived
            async let second = world.go(route("root: push two")).hasArrived
            let both = try await (first, second)
            return both == (true, true) ? .proceed : .stop("one was lost")
        }
        let navigation = Task { try await world.go(step).operations.count }
        await slow.arrived()
        await settle()
        #expect(world.log == [])
        slow.open()
        #expect(try await navigation.value == 3)
        let names = world.container("stack").contained.map(\.name)
        #expect(Set(names) == ["base", "one", "two", "three"] && names.last == "three")
    }

    @Test("A navigation that outlives its interceptor is canceled and undone before the route continues")
    func leftBehind() async throws {
        let world = World("stack[base]")
        let slow = world.slowDown(at: "present login")
        let step = guarded("top: present settings") {
            Task { try await world.go(ChatRoutes.login) }
            await slow.arrived()
            return .proceed
        }
        let navigation = Task { try await world.go(step).operations.map(\.description) }
        await slow.arrived()
        await settle()
        #expect(world.log == [])
        slow.open()
        #expect(try await navigation.value == ["present settings on stack (automatic)"])
        #expect(
            world.log == ["present login on stack", "dismiss login from stack", "present settings on stack"])
    }

    @Test("A navigation is refused after its interceptor has ended", arguments: ["proceed", "stop", "fail"])
    func late(answer: String) async throws {
        let world = World("stack[base]")
        let latch = Latch()
        var late: Task<RoutingError?, Never>?
        let step = guarded("top: present settings") {
            late = Task {
                try? await latch.wait()
                return await world.error(ChatRoutes.login, policy: .enqueue)
            }
            return answer == "proceed" ? .proceed : answer == "stop" ? .stop("no") : .fail(Refusal())
        }
        _ = await world.error(step)
        let log = world.log
        latch.open()
        let error = try #require(await late?.value)
        #expect(error.code == .ownerEnded && error.path == ["login"])
        #expect(error.found.contains("ClosureInterceptor<()>") && error.found.contains("settings"), "\(error)")
        #expect(world.log == log && !world.router.gate.isNavigating)
    }

    @Test("Changes of another router with another gate are undone too")
    func otherGate() async throws {
        let world = World("stack[base]")
        let other = Router<HeadlessScreen>(host: world.host)
        let step = guarded("top: present settings") {
            let hasArrived = try await other.navigate(to: route("root: push inner")).hasArrived
            #expect(hasArrived && !other.gate.isNavigating)
            return .stop("enough")
        }
        try await world.go(step)
        #expect(world.isUnchanged && world.log.count == 2)
    }

    @Test("A navigation inside another one still follows the policy of another gate") func otherGateBusy()
        async throws
    {
        let (world, other) = (World("stack[base]"), World("stack[base]"))
        let latch = Latch()
        let outside = other.start(
            guarded("root: push new") {
                try await latch.wait()
                return .proceed
            })
        await latch.arrived()
        var busy: RoutingError?
        try await world.go(
            guarded("top: present settings") {
                busy = await other.error(ChatRoutes.login)
                return .stop("enough")
            })
        #expect(busy?.code == .routerBusy)
        latch.open()
        #expect(await outside.value == nil)
    }

    @Test("A navigation stays part of the first one across a navigation of another tree")
    func aroundAnotherTree() async throws {
        let (world, other) = (World("stack[base]"), World("stack[base]"))
        let there = guarded("root: push there") {
            let hasArrived = try await world.go(route("root: push inner"), policy: .enqueue).hasArrived
            #expect(hasArrived)
            return .proceed
        }
        let step = guarded("top: present settings") {
            let hasArrived = try await other.go(there).hasArrived
            #expect(hasArrived)
            try await world.go(route("root: push last"))
            return .stop("enough")
        }
        try await world.go(step)
        #expect(world.isUnchanged && other.sketch == "stack[base there]")
    }

    @Test("A detached task belongs to no navigation, and waits for its turn") func detached() async throws {
        let world = World("stack[base]")
        let inner = route("root: push inner")
        var busy: RoutingError?
        var turn: Task<RoutingError?, Never>?
        let step = guarded("root: push step") {
            busy = await Task.detached { await world.error(inner) }.value
            turn = Task.detached { await world.error(inner, policy: .enqueue) }
            return .stop("enough")
        }
        try await world.go(step)
        #expect(busy?.code == .routerBusy)
        let waiting = try #require(turn)
        #expect(await waiting.value == nil)
        #expect(world.sketch == "stack[base inner]")
    }

    // MARK: Results

    @Test("The result lists every change of its tree in order, and none of another tree")
    func operations() async throws {
        let world = World("stack[base]")
        let other = World("other=stack[]")
        let sharing = Router<HeadlessScreen>(host: other.host, gate: world.router.gate)
        let elsewhere = guarded("root: push elsewhere") {
            try await world.go(route("root: push three"))
            return .proceed
        }
        let step = guarded("root: push four") {
            try await world.go(route("root: push one"))
            try await world.go(route("root: push two"))
            let there = try await sharing.navigate(to: elsewhere)
            #expect(there.operations == [.setContained(container: "other", screens: ["elsewhere"])])
            return .proceed
        }
        let result = try await world.go(step)
        let contents = ["one", "one, two", "one, two, three", "one, two, three, four"]
        #expect(result.operations.map(\.description) == contents.map { "set stack to [base, \($0)]" })
        #expect(world.log == ["one", "two", "three", "four"].map { "push \($0) in stack" })
        #expect(result.plans == 2 && other.log == ["push elsewhere in other"])
    }

    private let notUndone = "dismissing login from stack: failed as requested: dismiss login from stack"

    @Test(
        "Undoing is tried again by the navigation around, and a lasting failure is reported once",
        arguments: [true, false])
    func triedAgain(isLasting: Bool) async throws {
        let world = World("stack[base]")
        var reported: [String]?
        let inner = guarded("root: push inner") {
            try await world.go(ChatRoutes.login)
            // Each navigation tries twice.
            world.fail("dismiss", times: isLasting ? .max : 2)
            throw Refusal()
        }
        let outer = guarded("root: push outer") {
            let error = await world.error(inner)
            reported = error?.notUndone
            throw error ?? RoutingError(.hostFailed, wanted: "", found: "", action: "")
        }
        let error = await world.error(outer)
        #expect(reported == [notUndone])
        #expect(error?.path.first == "outer" && error?.notUndone == (isLasting ? [notUndone] : []))
        #expect(world.isUnchanged == !isLasting)
    }

    @Test("Failures to undo in two trees are reported together")
    func bothTrees() async throws {
        let (world, other) = (World("stack[base]"), World("other=stack[there]"))
        let sharing = Router<HeadlessScreen>(host: other.host, gate: world.router.gate)
        world.fail("dismiss")
        other.fail("dismiss")
        let inner = guarded("root: push inner") {
            try await sharing.navigate(to: ChatRoutes.login)
            throw Refusal()
        }
        let outer = guarded("root: push outer") {
            try await world.go(ChatRoutes.login)
            try await sharing.navigate(to: inner)
            return .proceed
        }
        let error = await world.error(outer)
        #expect(error?.notUndone == [notUndone.replacing("stack", with: "other"), notUndone])
    }
}
