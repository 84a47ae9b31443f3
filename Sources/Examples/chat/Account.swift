import IOCRouting

/// The state of the login, and the tasks that wait until a login is answered.
@MainActor final class Account {
    var isLoggedIn = false
    /// True if the last login has been answered. The user may answer before a task waits.
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

/// An interceptor that shows the login screen unless a user is logged in. It stops the navigation if the user cancels
/// the login.
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
