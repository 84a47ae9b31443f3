extension Fault {
    /// A phase of a component's life in which the context calls the component's own code.
    package enum LifePhase: String, Sendable {
        case create, start, ready, run, stop

        var call: String { self == .create ? "its initializer" : "\(self)()" }
    }
}

extension Fault.Kind {
    /// Creates the fault of a component whose own code has thrown.
    package static func componentFailed(_ component: String, in call: String) -> Self {
        Self(.componentFailed, "\(component) failed in \(call)", do: "see the cause")
    }

    /// Creates the fault of a component whose own code has thrown in a phase of its life.
    /// - Parameters:
    ///   - isStarting: True if the context is starting.
    ///   - attempts: The errors of all attempts.
    package static func failed(
        _ phase: Fault.LifePhase, component: String, isStarting: Bool = false,
        attempts: FailedAttempts = FailedAttempts()
    ) -> Self {
        let (code, order): (IOCError.Code, Fault.Phase) =
            switch phase {
            case .create, .start: (.startFailed, .start)
            case .ready: (.readyFailed, .points)
            case .run: (.serviceFailed, isStarting ? .startedService : .points)
            case .stop: (.stopFailed, .points)
            }
        let call = phase == .create ? "while the start created it" : "in \(phase.call)"
        let situation = phase == .run && isStarting ? " while the context started" : ""
        return Self(
            code, in: order,
            "\(component) failed \(call)\(situation)"
                + (attempts.count > 1 ? ", at all \(attempts.count) attempts" : ""),
            do: "see the cause", details: attempts.count > 1 ? attempts.lines : [])
    }

    /// Creates the fault of a component whose own code has exceeded its time limit.
    /// - Parameters:
    ///   - creating: The words for the code that creates the component; nil unless the phase is `create`.
    ///   - services: Services whose `run()` has not begun, and for which the component may have waited.
    ///   - attempts: The errors of the previous attempts.
    package static func overran(
        _ phase: Fault.LifePhase, component: String, seconds: Double, creating: String? = nil,
        services: [String] = [], attempts: FailedAttempts = FailedAttempts()
    ) -> Self {
        let call = creating ?? phase.call
        let raise = "or raise ContextConfiguration."
        switch phase {
        case .create, .start:
            let names = services.map { "\"\($0)\"" }.joined(separator: ", ")
            let waiting =
                names.isEmpty
                ? "" : "if \(call) waits for what is not running, let \(component) say .dependsOn(\(names)); else "
            return Self(
                .startTimeout, in: .start,
                "\(component) \(phase == .create ? "was not created" : "did not start") within \(seconds) s and is abandoned",
                do: "\(waiting)let \(call) end when its task is cancelled, \(raise)startTimeout",
                details: services.map { ("not running", "\($0), a service that \(component) does not start after") }
                    + attempts.lines)
        case .ready:
            return Self(
                .readyTimeout, "\(component) runs, and its ready() did not return within \(seconds) s",
                do:
                    "see whether what ready() waits for can be reached; if it can, let ready() return once others may use "
                    + "the service, \(raise)startTimeout")
        case .run, .stop:
            return Self(
                phase == .run ? .serviceTimeout : .stopTimeout,
                "\(component) was still in \(call) \(seconds) s after it was asked to end, and is abandoned",
                do: "let \(call) end when its task is cancelled, \(raise)stopTimeout")
        }
    }

    /// - Parameter retry: The retry as it is declared.
    package static func retryImpossible(component: String, _ retry: StartRetry) -> Self {
        Self(
            .retryImpossible, in: .classes,
            "the retry of \(component) has \(retry.attempts) attempts, a delay of \(retry.delay) and the factor \(retry.factor)",
            do: "use at least one attempt, a delay that is not negative, and a finite factor of at least 1")
    }

    package static func serviceEnded(component: String) -> Self {
        Self(
            .serviceEnded, in: .startedService, "\(component) returned from run() before all components had started",
            do:
                "let run() work until its task is cancelled; work that ends before the program serves belongs in start()"
        )
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
