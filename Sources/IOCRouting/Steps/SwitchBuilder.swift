/// Chooses between steps when the route is planned: the first case that applies, in the order they were added.
@MainActor public struct SwitchBuilder<Output: RoutedScreen, Input> {
    private struct Case {
        let facts: StepFacts.Case
        let choose: @MainActor (Input, ScreenTree<Output.Base>) throws -> BoundStep<Output.Base>?
    }

    private var name: String
    private var cases: [Case] = []

    /// A switch without cases yet.
    public init(named name: String? = nil) {
        self.name = name ?? "switch to \(Output.self)"
    }

    /// A case that applies when a condition holds.
    public func addingCase(
        when label: String = "condition", _ condition: @escaping @MainActor (Input) throws -> Bool,
        from step: Step<Output, Input>
    ) -> SwitchBuilder {
        adding(label, key: nil, isUnconditional: false, step) { input, _ in try condition(input) }
    }

    /// A case that applies when a finder finds its screen, and goes on from another step then.
    public func addingCase<F: Finder>(when finder: F, from step: Step<Output, Input>) -> SwitchBuilder
    where F.Input == Input, F.Output.Base == Output.Base {
        let key = (finder as? any RecognizableFinder)?.key
        return adding("\(label(finder)) finds", key: key, isUnconditional: false, step) { input, tree in
            try finder.find(with: input, in: tree) != nil
        }
    }

    /// A case that applies when a finder finds its screen, and goes on from that screen.
    public func addingCase<F: Finder>(_ finder: F) -> SwitchBuilder where F.Input == Input, F.Output == Output {
        let step = StepBuilder(finder: finder, factory: NoFactory<Output, Input>()).build()
        return addingCase(when: finder, from: step)
    }

    /// The case that applies when none before it does.
    public func otherwise(_ step: Step<Output, Input>) -> SwitchBuilder {
        adding("otherwise", key: nil, isUnconditional: true, step) { _, _ in true }
    }

    /// The switch as a step. Navigating throws where no case applies.
    public func build() -> Step<Output, Input> {
        var facts = StepFacts(name: name, kind: .choice, screenType: String(describing: Output.self))
        facts.cases = cases.map(\.facts)
        let shape = StepShape(facts)
        let cases = cases
        return Step(shape: shape) { input in
            BoundStep(
                shape: shape,
                kind: .choice { tree in
                    for candidate in cases {
                        if let step = try candidate.choose(input, tree) { return (step, candidate.facts.label) }
                    }
                    return nil
                })
        }
    }

    private func adding(
        _ label: String, key: String?, isUnconditional: Bool, _ step: Step<Output, Input>,
        _ applies: @escaping @MainActor (Input, ScreenTree<Output.Base>) throws -> Bool
    ) -> SwitchBuilder {
        var copy = self
        copy.cases.append(
            Case(facts: .init(label: label, key: key, isUnconditional: isUnconditional, step: step.shape)) {
                try applies($0, $1) ? step.bind($0) : nil
            })
        return copy
    }
}
