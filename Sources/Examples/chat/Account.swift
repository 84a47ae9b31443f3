import IOCRouting

/// Who is logged in, and who waits for that.
@MainActor final class Account {
    var isLoggedIn = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Waits until somebody logs in or declines, or the task is cancelled.
    func login() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiting.append($0) }
        } onCancel: {
            Task { @MainActor in self.resume() }
        }
    }

    func finishLogin(_ succeeded: Bool) {
        isLoggedIn = succeeded
        resume()
    }

    private func resume() {
        let all = waiting
        waiting = []
        for continuation in all { continuation.resume() }
    }
}

/// Shows the login screen to whoever is not logged in, and lets the navigation go on afterwards.
final class LoginInterceptor: RoutingInterceptor {
    typealias Context = String

    private let app: ChatApp

    init(app: ChatApp) { self.app = app }

    func perform(with context: String) async throws -> InterceptorAnswer {
        guard !app.account.isLoggedIn else { return .proceed }
        try await app.router.navigate(to: app.routes.login)
        await app.account.login()
        try Task.checkCancellation()
        return app.account.isLoggedIn ? .proceed : .stop("the login was cancelled")
    }
}
