import IOCRouting

/// The user that is logged in, and the tasks that wait for one.
@MainActor final class Account {
    var isLoggedIn = false
    /// True if the last login has been answered. The answer may come before a task waits for it.
    private var isAnswered = true
    private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    private var count = 0

    func beginLogin() { isAnswered = false }

    /// Waits until the login is answered, or the task is canceled.
    func login() async {
        guard !isAnswered, !Task.isCancelled else { return }
        count += 1
        let index = count
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiting[index] = $0 }
        } onCancel: {
            Task { @MainActor in self.waiting.removeValue(forKey: index)?.resume() }
        }
    }

    func finishLogin(_ succeeded: Bool) {
        isLoggedIn = succeeded
        isAnswered = true
        let all = waiting.values
        waiting = [:]
        for continuation in all { continuation.resume() }
    }
}

/// Shows the login screen unless a user is logged in, and then lets the navigation continue.
final class LoginInterceptor: RoutingInterceptor {
    typealias Input = String

    private let app: ChatApp

    init(app: ChatApp) { self.app = app }

    func perform(with input: String) async throws -> InterceptorAnswer {
        guard !app.account.isLoggedIn else { return .proceed }
        // The login begins before its screen is shown, because the answer may come before `navigate` returns.
        app.account.beginLogin()
        try await app.router.navigate(to: app.routes.login)
        await app.account.login()
        try Task.checkCancellation()
        return app.account.isLoggedIn ? .proceed : .stop("the login was canceled")
    }
}
