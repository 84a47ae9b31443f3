import IOCRouting
import IOCRoutingTesting

/// A route that presents settings, once these interceptors agree.
@MainActor func settingsRoute(_ interceptors: ClosureInterceptor<Void>...) -> Step<SettingsScreen, Void> {
    var builder = StepBuilder(
        finder: ClassFinder<SettingsScreen, Void>(),
        factory: ClosureFactory<SettingsScreen, Void> { SettingsScreen() }, named: "settings")
    for interceptor in interceptors { builder = builder.adding(interceptor) }
    return builder.using(Present()).from(.current()).build()
}

/// A route that pushes a screen onto the stack at the root.
@MainActor func pushRoute(
    _ name: String, _ change: (StepBuilder<HeadlessScreen, Void>) -> StepBuilder<HeadlessScreen, Void> = { $0 }
)
    -> Step<HeadlessScreen, Void>
{
    change(
        StepBuilder(
            finder: NoFinder<HeadlessScreen, Void>(),
            factory: ClosureFactory<HeadlessScreen, Void> { HeadlessScreen(named: name) }, named: name)
    ).using(Push()).from(.root(in: HeadlessStack.self)).build()
}

/// Makes a host wait at some of its changes.
@MainActor func slowDown(_ host: HeadlessHost, stubborn: Bool = true, at matches: @escaping (HeadlessOperation) -> Bool)
    -> Latch
{
    let latch = Latch()
    host.beforeOperation = { operation in
        guard matches(operation) else { return }
        if stubborn { await latch.waitStubbornly() } else { try await latch.wait() }
    }
    return latch
}

/// Lets everything that can go on go on, time included.
@MainActor func settle(_ clock: ManualClock? = nil) async {
    for _ in 0..<100 {
        await Task.yield()
        clock?.advance(by: .seconds(1))
    }
}

/// What a test learns of a navigation that a screen, factory or task started in a task of its own.
@MainActor final class OwnTask {
    var outcome: Result<Bool, any Error>?
    var task: Task<Void, Never>?

    func start(_ body: @escaping @MainActor () async throws -> Bool) {
        task = Task { @MainActor in
            do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
        }
    }
}
