import IOCRouting
import IOCRoutingTesting
import Testing

@MainActor @Suite("A navigation in a task that is canceled already", .timeLimit(.minutes(30)))
struct CanceledNavigationTests {
    @Test(
        "It takes nobody's place, whatever its policy",
        arguments: [QueuePolicy.latestWins, .reject, .coalesce, .enqueue])
    func takesNoPlace(policy: QueuePolicy) async throws {
        let (host, _, router) = stackWorld([ListScreen()])
        let latch = Latch()
        let chat = ChatRoutes.held(at: latch).chat
        let running = Task { try await router.navigate(to: chat, with: "u").screen?.user }
        await latch.arrived()
        let canceled = Task {
            while !Task.isCancelled { await Task.yield() }
            return await routingError { try await router.navigate(to: chat, with: "b", policy: policy) }
        }
        canceled.cancel()
        #expect(await canceled.value?.code == .navigationCanceled)
        latch.open()
        #expect(try await running.value == "u")
        #expect(host.log.count == 1)
    }
}
