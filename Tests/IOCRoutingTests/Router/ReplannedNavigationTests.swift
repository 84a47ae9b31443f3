import IOCRouting
import Testing

@testable import IOCRoutingTesting

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
        let own = Diary()
        router.add(DiaryInterceptor<Any>(name: "router", diary: own))
        router.add(DiaryTask<HeadlessScreen, Any>(name: "task", diary: own))
        let result = try await router.navigate(to: chat, with: "u")
        #expect(result.plans > 1)
        #expect(counting.prepared == 1 && counting.performed == 1)
        #expect(own.entries.filter { $0.hasPrefix("prepare") } == ["prepare router", "prepare task"])
    }

    @Test(
        "What was made for a plan that was given up is made anew, and what only stays in its place is not asked again")
    func madeAnew() async throws {
        let (base, stack, _) = stackWorld([ListScreen()])
        let host = EagerHost(base)
        let router = Router<HeadlessScreen>(host: host)
        var calls: [String] = []
        func step(_ name: String) -> StepBuilder<HeadlessScreen, Void> {
            StepBuilder(
                finder: NoFinder<HeadlessScreen, Void>(),
                factory: ClosureFactory<HeadlessScreen, Void> {
                    calls.append(name)
                    return HeadlessScreen(named: name)
                }, named: name)
        }
        let pushed = step("pushed").using(Push()).from(.root(in: HeadlessStack.self)).build()
        // Somebody takes the screen away as soon as it is there.
        host.navigate = { base.hold([stack.contained[0]], in: stack) }
        let result = try await router.navigate(to: pushed)
        #expect(result.plans == 2 && calls == ["pushed", "pushed"])
        #expect(stack.contained.map(\.name) == ["ListScreen", "pushed"])

        router.configuration.planLimit = 1
        host.navigate = { base.hold([stack.contained[0]], in: stack) }
        let error = await routingError { try await router.navigate(to: pushed) }
        #expect(error?.code == .treeUnstable)
        #expect(error?.found.contains("; at last something else came to show:\n") == true)
    }

    @Test(
        "A navigation that its own interceptor cancels asks no other, and is not planned anew",
        arguments: [true, false])
    func canceledByInterceptor(changesTree: Bool) async throws {
        let (host, stack, router) = stackWorld([ListScreen()])
        var calls: [String] = []
        let step = StepBuilder(
            finder: NoFinder<HeadlessScreen, Void>(),
            factory: ClosureFactory<HeadlessScreen, Void> {
                calls.append("made")
                return HeadlessScreen()
            }
        )
        .adding(
            ClosureInterceptor<Void> {
                if changesTree { host.hold(stack.contained + [HeadlessScreen()], in: stack) }
                router.gate.cancelAll()
                return .proceed
            })
        let two = step.adding(
            ClosureInterceptor<Void> {
                calls.append("asked")
                return .proceed
            })
        for builder in changesTree ? [step, two] : [two] {
            let route = builder.using(Present()).from(.root()).build()
            #expect(await routingError { try await router.navigate(to: route) }?.code == .navigationCanceled)
        }
        #expect(calls == [])
    }
}
