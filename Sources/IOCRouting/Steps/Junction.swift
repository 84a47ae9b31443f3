/// Where a step is joined to the one before it: by which action, and how that step's input is derived.
@MainActor struct Junction<Screen: RoutedScreen, Input> where Screen.Base == Screen {
    let action: AnyAction
    let shape: StepShape
    let previous: @MainActor (Input) throws -> BoundStep<Screen>

    func describe(in step: inout StepFacts) {
        step.action = action.name
        step.previous = shape
        switch action {
        case .screen(let action): step.presents = !(action is Nothing)
        case .container(_, let role): step.wantedRole = role
        }
    }
}
