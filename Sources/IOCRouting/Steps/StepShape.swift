/// The facts of a step that need neither an input nor a tree. The identity of the object is the identity of the step.
final class StepShape {
    /// A case of a switch.
    struct Case {
        let label: String
        let step: StepShape
    }

    let name: String
    let screenType: String
    let finder: String
    let factory: String?
    /// The role that the step's container plays; nil if its screen is not a container.
    let role: (any ContainerRole.Type)?
    let action: String?
    let previous: StepShape?
    let cases: [Case]

    init(
        name: String, screenType: String, finder: String = "", factory: String? = nil,
        role: (any ContainerRole.Type)? = nil, action: String? = nil, previous: StepShape? = nil, cases: [Case] = []
    ) {
        self.name = name
        self.screenType = screenType
        self.finder = finder
        self.factory = factory
        self.role = role
        self.action = action
        self.previous = previous
        self.cases = cases
    }

    /// All steps that may come before this one, each with the number of steps in between.
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
}
