/// What is known of a step without a context and without a tree: what catalogues check and draw.
final class StepShape {
    enum Kind {
        case screen
        case origin
        case choice
    }

    /// How a case of a switch is chosen.
    struct Case {
        var label: String
        var key: String?
        var isUnconditional: Bool
        var step: StepShape
    }

    let name: String
    let kind: Kind
    let screenType: String
    var finder: String = ""
    var factory: String?
    var action: String?
    var wantedRole: (any ContainerRole.Type)?
    var providedRole: (any ContainerRole.Type)?
    var presents = false
    var previous: StepShape?
    var cases: [Case] = []
    var interceptors: [String] = []

    init(name: String, kind: Kind, screenType: String) {
        self.name = name
        self.kind = kind
        self.screenType = screenType
    }

    func copy() -> StepShape {
        let copy = StepShape(name: name, kind: kind, screenType: screenType)
        copy.finder = finder
        copy.factory = factory
        copy.action = action
        copy.wantedRole = wantedRole
        copy.providedRole = providedRole
        copy.presents = presents
        copy.previous = previous
        copy.cases = cases
        copy.interceptors = interceptors
        return copy
    }
}
