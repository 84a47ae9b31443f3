/// The faults of components with an `async` initializer.
extension Fault.Kind {
    package static func notStarted(component: String) -> Self {
        let state = "does not exist yet: its initializer is async, so it is created when the context starts"
        return Self(
            .notStarted,
            { $0.point.map { "\($0.label) needs \(component), which \(state)" } ?? "\(component) \(state)" },
            do: { _ in
                "start the context first; in a test, write .applicationContext(…, starting: true). What needs it while it "
                    + "is created itself takes it as a parameter of its initializer, or says .dependsOn(\"\(component)\") if a "
                    + "closure of an assembly creates it, and is then created after it"
            })
    }

    package static func asyncNeedsSingleton(name: String, scope: String) -> Self {
        Self(
            .asyncNeedsSingleton, in: .classes,
            "\(name) has an async initializer and the scope '\(scope)', but only the start of the context can wait for an "
                + "initializer",
            do: "make it a singleton, or make the initializer synchronous and wait in start()")
    }

    package static func cycleAsync(_ steps: [Fault.CycleStep], component: String) -> Self {
        Self(
            .cycleAsync,
            "\(component) has an async initializer and is part of a circle, so nothing in the circle can start first",
            do:
                "let one of them ask with a Provider after the start, or make the initializer synchronous and wait in start()",
            cycle: steps)
    }
}
