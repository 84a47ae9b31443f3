extension Fault.Kind {
    /// - Parameters:
    ///   - isCreation: True if the start was creating it, because that has to be awaited.
    ///   - attempts: The errors of the attempts before.
    package static func startFailed(
        component: String, isCreation: Bool = false, attempts: FailedAttempts = FailedAttempts()
    ) -> Self {
        Self(
            .startFailed, in: .start,
            "\(component) failed \(isCreation ? "while the start created it" : "in start()")"
                + (attempts.count > 1 ? ", at all \(attempts.count) attempts" : ""),
            do: "see the cause", details: attempts.count > 1 ? attempts.lines : [])
    }

    /// - Parameters:
    ///   - creating: The name of what the start awaited to create it; nil if it was starting it.
    ///   - services: Services whose `run()` had not begun, which it may have waited for.
    ///   - attempts: The errors of the attempts before.
    package static func startTimeout(
        component: String, seconds: Double, creating: String? = nil, services: [String] = [],
        attempts: FailedAttempts = FailedAttempts()
    ) -> Self {
        let call = creating ?? "start()"
        let names = services.map { "\"\($0)\"" }.joined(separator: ", ")
        let waiting =
            names.isEmpty
            ? "" : "if \(call) waits for what is not running, let \(component) say .dependsOn(\(names)); else "
        return Self(
            .startTimeout, in: .start,
            "\(component) \(creating == nil ? "did not start" : "was not created") within \(seconds) s and is abandoned",
            do: waiting + "let \(call) end when its task is cancelled, or raise ContextConfiguration.startTimeout",
            details: services.map { ("not running", "\($0), a service that \(component) does not start after") }
                + attempts.lines)
    }

    /// - Parameter retry: The retry, as its declaration says it.
    package static func retryImpossible(component: String, _ retry: StartRetry) -> Self {
        Self(
            .retryImpossible, in: .classes,
            "the retry of \(component) has \(retry.attempts) attempts, a delay of \(retry.delay) and the factor \(retry.factor)",
            do: "use at least one attempt, a delay that is not negative, and a finite factor of at least 1")
    }

    package static func readyTimeout(component: String, seconds: Double) -> Self {
        Self(
            .readyTimeout, "\(component) runs, and its ready() did not return within \(seconds) s",
            do:
                "see whether what ready() waits for can be reached; if it can, let ready() return once others may use the "
                + "service, or raise ContextConfiguration.startTimeout")
    }

    package static func serviceEnded(component: String) -> Self {
        Self(
            .serviceEnded, in: .startedService, "\(component) returned from run() before all components had started",
            do:
                "let run() work until its task is cancelled; what is over before the program serves belongs into start()"
        )
    }

    /// A component's own code has thrown.
    /// - Parameter call: The call that has thrown.
    package static func failed(_ code: IOCError.Code, component: String, in call: String) -> Self {
        Self(code, "\(component) failed in \(call)", do: "see the cause")
    }

    /// A service has failed.
    /// - Parameter isStarting: True if that has ended the start of the context.
    package static func serviceFailed(component: String, isStarting: Bool) -> Self {
        Self(
            .serviceFailed, in: isStarting ? .startedService : .points,
            "\(component) failed in run()" + (isStarting ? " while the context started" : ""), do: "see the cause")
    }

    /// A component's own code has not ended in time.
    /// - Parameter call: The call that has not ended.
    package static func endTimeout(
        _ code: IOCError.Code, component: String, in call: String, seconds: Double
    ) -> Self {
        Self(
            code, "\(component) was still in \(call) \(seconds) s after it was asked to end, and is abandoned",
            do: "let \(call) end when its task is cancelled, or raise ContextConfiguration.stopTimeout")
    }

    package static let contextStopped = Fault.Kind(
        .contextStopped, "the context was stopped and can't start again", do: "boot a new context")

    package static let contextRunning = Fault.Kind(
        .contextRunning, "the context is running already", do: "call run() once")

    package static func contextReentered(call: String, inside: String) -> Self {
        Self(
            .contextReentered, "\(call) of the context was called inside \(inside), and would wait for that",
            do:
                "call it in a Task.detached that the component does not wait for; stop() may be called there, and returns at once"
        )
    }

    package static let reloadUnavailable = Fault.Kind(
        .reloadUnavailable, "the context can't be reloaded, because it was not created from a file",
        do: "create it with ApplicationContext(contentsOf:), and change the configuration in its closure")
}
