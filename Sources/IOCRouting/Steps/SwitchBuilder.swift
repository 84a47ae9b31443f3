/// Chooses between steps when the route is planned: the first case that applies, in the order of their addition.
@MainActor public struct SwitchBuilder<Output: RoutedScreen, Input> {
    private struct Case {
        let shape: StepShape.Case
        let choose: @MainActor (Input, ScreenTree<Output.Base>) throws -> BoundStep<Output.Base>?
    }

    private let name: String
    private var cases: [Case] = []

    /// Creates a switch without cases.
    public init(named name: String? = nil) {
        self.name = name ?? "switch to \(Output.self)"
    }

    /// Adds a case that applies if a condition is true.
    public func addingCase(
        when label: String = "condition", _ condition: @escaping @MainActor (Input) throws -> Bool,
        from step: Step<Output, Input>
    ) -> SwitchBuilder {
        adding(label, step) { input, _ in try condition(input) }
    }

    /// Adds a case that applies if a finder finds its screen, and continues from another step.
    public func addingCase<F: Finder>(when finder: F, from step: Step<Output, Input>) -> SwitchBuilder
    where F.Input == Input, F.Output.Base == Output.Base {
        adding("\(label(finder)) finds", step) { input, tree in try finder.find(with: input, in: tree) != nil }
    }

    /// Adds a case that applies if a finder finds its screen, and continues from that screen.
    public func addingCase<F: Finder>(_ finder: F) -> SwitchBuilder where F.Input == Input, F.Output == Output {
        addingCase(when: finder, from: StepBuilder(finder: finder, factory: NoFactory<Output, Input>()).build())
    }

    /// Adds the case that applies if no case before it does.
    public func otherwise(_ step: Step<Output, Input>) -> SwitchBuilder {
        adding("otherwise", step) { _, _ in true }
    }

    /// The switch as a step. A navigation fails if no case applies.
    public func build() -> Step<Output, Input> {
        let shape = StepShape(
            name: name, screenType: String(describing: Output.self), cases: cases.map(\.shape))
        let cases = cases
        return Step(shape: shape) { input in
            BoundStep(
                shape: shape,
                kind: .choice { tree in
                    for candidate in cases {
                        if let step = try candidate.choose(input, tree) { return (step, candidate.shape.label) }
                    }
                    return nil
                })
        }
    }

    private func adding(
        _ label: String, _ step: Step<Output, Input>,
        _ applies: @escaping @MainActor (Input, ScreenTree<Output.Base>) throws -> Bool
    ) -> SwitchBuilder {
        var copy = self
        copy.cases.append(
            Case(shape: .init(label: label, step: step.shape)) { try applies($0, $1) ? step.bind($0) : nil })
        return copy
    }
}
