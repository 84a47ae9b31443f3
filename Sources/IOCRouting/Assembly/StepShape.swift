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

    /// All steps that may come before this one, with how many steps lie between.
    var before: [ObjectIdentifier: Int] {
        var result: [ObjectIdentifier: Int] = [:]
        var next = [self]
        var distance = 0
        while !next.isEmpty {
            next = next.flatMap { [$0.previous].compactMap { $0 } + $0.cases.map(\.step) }
                .filter { result.updateValue(distance, forKey: ObjectIdentifier($0)) == nil }
            distance += 1
        }
        return result
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
