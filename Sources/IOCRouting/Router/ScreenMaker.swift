/// Creates the screens of a plan's pending steps, before the tree changes.
@MainActor struct ScreenMaker<Screen: RoutedScreen> where Screen.Base == Screen {
    let tree: ScreenTree<Screen>
    let plan: Plan<Screen>
    /// The screens that factories returned for earlier plans and that stay where they are, by step.
    let taken: [ObjectIdentifier: Screen]
    /// Called with each new screen and the screens inside it.
    let screenPrepared: (@MainActor (Screen, [Screen]) throws -> Void)?

    /// The screens, by the index of their step.
    func run() throws -> [Screen] {
        var made: [Int: Screen] = [:]
        for index in plan.walk.pending.indices { try make(index, into: &made) }
        let screens = try plan.walk.pending.indices.map { index in
            guard let screen = made[index] else { throw nothing(index) }
            return screen
        }
        try prepare(screens)
        return screens
    }

    private func make(_ index: Int, into made: inout [Int: Screen]) throws {
        guard made[index] == nil else { return }
        let step = plan.walk.pending[index]
        if let screen = taken[step.id] {
            made[index] = screen
            return
        }
        do {
            switch step.maker {
            case .none: throw nothing(index)
            case .screen(_, let build): made[index] = try build()
            case .container(_, _, let build):
                var children = Children<Screen>()
                for embedding in plan.absorbed[index] ?? [] {
                    try make(embedding.index, into: &made)
                    guard let screen = made[embedding.index] else { throw nothing(embedding.index) }
                    children.items.append((screen, embedding.action))
                }
                made[index] = try build(children)
            }
        } catch {
            throw RoutingError.wrapping(
                error, as: .factoryFailed, at: step.shape.name,
                wanted: "a \(step.shape.screenType) from \(step.shape.factory ?? "its factory")",
                action: "look at the cause: the factory threw it")
        }
    }

    private func prepare(_ screens: [Screen]) throws {
        guard let screenPrepared else { return }
        var seen: Set<ObjectIdentifier> = []
        for (index, screen) in screens.enumerated() where !tree.contains(screen) {
            guard seen.insert(ObjectIdentifier(screen)).inserted else { continue }
            let children = tree.subtree(of: screen).dropFirst().filter { seen.insert(ObjectIdentifier($0)).inserted }
            do {
                try screenPrepared(screen, Array(children))
            } catch {
                let name = plan.walk.pending[index].shape.name
                throw RoutingError.wrapping(
                    error, as: .preparationFailed, at: name, wanted: "\(name) to be prepared",
                    action: "look at the cause: `screenPrepared` threw it")
            }
        }
    }

    private func nothing(_ index: Int) -> RoutingError {
        let step = plan.walk.pending[index]
        return RoutingError(
            .screenNotFound, path: [step.shape.name], wanted: "a \(step.shape.screenType)", found: "nothing makes it",
            action: "give the step a factory")
    }
}
