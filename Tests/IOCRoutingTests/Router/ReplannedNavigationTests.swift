import IOCRouting
import IOCRoutingTesting
import Testing

@MainActor @Suite("A navigation that is planned anew", .timeLimit(.minutes(10)))
struct ReplannedNavigationTests {
    /// Counts what it is asked.
    final class Counting: RoutingInterceptor {
        private(set) var prepared = 0
        private(set) var performed = 0
        func prepare(with input: String) throws { prepared += 1 }
        func perform(with input: String) async throws -> InterceptorAnswer {
            performed += 1
            return .proceed
        }
    }

    @Test("Each step is prepared once, however often the route is planned")
    func preparedOnce() async throws {
        let (host, _, router) = stackWorld([ListScreen()])
        let counting = Counting()
        var changes = 0
        let changing = ClosureInterceptor<String> { _ in
            changes += 1
            if changes == 1 { try await host.replaceRoot(HeadlessScreen(named: "welcome"), animated: false) }
            return .proceed
        }
        let chat = StepBuilder(
            finder: ClassWithInputFinder<ChatScreen>(),
            factory: ClosureFactory<ChatScreen, String> { ChatScreen(user: $0) }
        )
        .adding(InputSettingTask()).adding(changing).adding(counting)
        .using(Push()).from(ChatRoutes().list.expectingContainer(HeadlessStack.self), input: { _ in () })
        .build()
        let result = try await router.navigate(to: chat, with: "u")
        #expect(result.plans > 1)
        #expect(counting.prepared == 1)
    }
}
