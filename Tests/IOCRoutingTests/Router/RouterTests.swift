import IOCRouting
import IOCRoutingTesting
import Testing

@MainActor @Suite("Router", .timeLimit(.minutes(30))) struct RouterTests {
    nonisolated static let layers = "tabs[stack[list chat:u] settings]/sheet[sheetRoot sheetTop]/top"

    @Test("Changes before a failure of the host are undone, presented screens with their styles")
    func undone() async throws {
        let world = World(Self.layers)
        world.fail("set", times: 1)
        let error = await routingError { try await world.router.navigate(to: ChatRoutes().chat, with: "other") }
        #expect(error?.code == .hostFailed && error?.cause is HeadlessFault && error?.notUndone == [])
        #expect(world.isUnchanged && world.sketch == Self.layers)
        #expect(world.log == ["dismiss sheet from tabs", "present sheet on tabs", "present top on sheet"])
        #expect((world["Chat"] as? ChatScreen)?.setUps == 0)
    }

    @Test("A selected tab is selected again when a navigation is undone") func selected() async throws {
        let world = World("tabs[stack[list] settings* other]")
        world.fail("push", times: 1)
        let error = await routingError { try await world.router.navigate(to: ChatRoutes().chat, with: "u") }
        #expect(error?.code == .hostFailed && error?.notUndone == [])
        #expect(world.isUnchanged && world.sketch == "tabs[stack[list] settings* other]")
    }

    @Test("Changes that could not be undone are reported") func notUndone() async throws {
        let world = World(Self.layers)
        world.fail("set")
        world.fail("present")
        let error = await routingError { try await world.router.navigate(to: ChatRoutes().chat, with: "other") }
        #expect(error?.notUndone.count == 1)
        #expect(error?.notUndone.first?.hasPrefix("presenting sheet, top again: failed as requested") == true)
        #expect(error?.description.contains("not undone: presenting sheet") == true)
    }

    @Test("A stop whose changes cannot be undone is an error") func stopNotUndone() async throws {
        let world = World("stack[list]")
        let step = guarded("top: present new") {
            try await world.go(ChatRoutes.login)
            world.fail("dismiss")
            return .stop("no")
        }
        let error = await world.error(step)
        #expect(error?.code == .rollbackIncomplete && error?.notUndone.count == 1)
    }

    @Test("A slow host is awaited") func latency() async throws {
        let clock = ManualClock()
        let world = World("stack[list]")
        world.host.delay(by: .seconds(1), clock: clock)
        let navigation = world.start(route("root: push new"))
        await clock.untilTaskSleeps()
        #expect(world.log.isEmpty)
        clock.advance(by: .seconds(1))
        #expect(await navigation.value == nil && world.sketch == "stack[list new]")
    }

    @Test("An error shows its place, facts, near misses and remedy") func errorText() {
        var error = RoutingError(
            .containerMissing, path: ["chat", "list"], wanted: "a stack", found: "tabs", nearMisses: ["tabs: no stack"],
            action: "push elsewhere", cause: Refusal(), notUndone: ["dismissing login"])
        #expect(
            error.description == """
                routing fault: container-missing
                  at: chat > list
                  wanted: a stack
                  found: tabs
                  near miss: tabs: no stack
                  cause: Refusal(reason: "refused")
                  not undone: dismissing login
                  do: push elsewhere
                """)
        error = RoutingError(.routerBusy, wanted: "w", found: "f", action: "a")
        #expect(error.description == "routing fault: router-busy\n  wanted: w\n  found: f\n  do: a")
    }
}
