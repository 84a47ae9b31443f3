/// The known facts of a step without an input and without a tree.
struct StepFacts {
    enum Kind {
        case screen
        case origin
        case choice
    }

    /// The choice of a switch's case.
    struct Case {
        var label: String
        var key: String?
        var isUnconditional: Bool
        var step: StepShape
    }

    let name: String
    let kind: Kind
    let screenType: String
    var finder = ""
    var factory: String?
    var action: String?
    var wantedRole: (any ContainerRole.Type)?
    var providedRole: (any ContainerRole.Type)?
    var presents = false
    var previous: StepShape?
    var cases: [Case] = []
}
