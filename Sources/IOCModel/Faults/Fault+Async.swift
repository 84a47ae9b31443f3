extension Fault {
    /// The state of the context at the lookup of a component that only the start of the context creates.
    package enum Unstarted: Sendable {
        case idle, starting, stopped
        /// The closure of a definition looks the component up. The state is then irrelevant.
        case closure(of: String)
    }
}

/// The faults of components with an `async` initializer or function.
extension Fault.Kind {
    /// - Parameter maker: The word for the code that creates the component: `initializer` or `function`. The parameter
    ///   means the same in the other functions.
    package static func notStarted(
        component: String, _ situation: Fault.Unstarted = .idle, maker: String = "initializer"
    ) -> Self {
        let state = "which does not exist yet: its \(maker) is async, so it is created when the context starts"
        var closure: String?
        let remedy: String
        switch situation {
        case .idle: remedy = "start the context first; in a test, write .applicationContext(…, starting: true)"
        case .starting:
            remedy =
                "let the component that asks start after it: it says .dependsOn(\"\(component)\"), or takes it as a "
                + "constant"
        case .stopped: remedy = "boot a new context, because this one was stopped before it was created"
        case .closure(let name):
            closure = "\(name) needs"
            remedy =
                "write .traits(.dependsOn(\"\(component)\")) at the definition of \(name), which then comes after it"
        }
        return Self(.notStarted, { [closure] in "\(closure ?? $0.asker) \(component), \(state)" }, do: { _ in remedy })
    }

    /// - Parameters:
    ///   - role: The protocol because of which the boot creates the component.
    ///   - driver: The async component that the component depends on; nil if the component itself is async.
    package static func asyncAtBoot(name: String, role: String, needing driver: String? = nil, maker: String) -> Self {
        let reason = driver.map { "leads to \($0), which has an async \(maker)" } ?? "has an async \(maker)"
        return Self(
            .asyncAtBoot, in: .classes,
            "\(name) is needed at boot as \(role), but \(reason), and only the start of the context can wait for that",
            do: driver.map { "ask for \($0) with a Provider after the start" }
                ?? "make the \(maker) synchronous, and wait in start()")
    }

    package static func asyncNeedsSingleton(name: String, scope: String, maker: String) -> Self {
        Self(
            .asyncNeedsSingleton, in: .classes,
            "\(name) has an async \(maker) and the scope '\(scope)', but only the start of the context can wait for "
                + "\(maker == "function" ? "a" : "an") \(maker)",
            do: "make it a singleton, or make the \(maker) synchronous and wait in start()")
    }

    package static func cycleAsync(_ steps: [Fault.CycleStep], component: String, maker: String) -> Self {
        Self(
            .cycleAsync,
            "\(component) has an async \(maker) and is part of a cycle, so nothing in the cycle can start first",
            do:
                "let one of them ask with a Provider after the start, or make the \(maker) synchronous and wait in start()",
            cycle: steps)
    }
}
