import IOC
import IOCManagement

/// Waits until a context is ready for requests, or no longer is.
/// - Throws: ``NeverCame``.
func untilReady(_ context: ApplicationContext, _ isReady: Bool = true) async throws {
    let pages = ContextPages(context)
    for _ in 0..<Patience.turns {
        let status = await pages.page(at: "/health/ready", host: "localhost").status
        if (status == 200) == isReady { return }
        try await Task.sleep(for: .milliseconds(1))
    }
    throw NeverCame(what: isReady ? "readiness" : "the end of readiness")
}
