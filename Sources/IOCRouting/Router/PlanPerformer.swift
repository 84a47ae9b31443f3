/// A performer makes the changes of a plan. The journal records each change before the host makes it.
@MainActor struct PlanPerformer<Screen: RoutedScreen> where Screen.Base == Screen {
    /// The error that abandons a plan, because the tree has changed since the plan was made.
    struct Outdated: Error {
        let reason: String
    }

    let navigation: Navigation<Screen>
    let plan: Plan<Screen>
    /// The screens of the pending steps, by the index of their step.
    let made: [Screen]
    let animated: Bool
    private var tree: ScreenTree<Screen> { navigation.tree }
    private var journal: Journal<Screen> { navigation.journal }

    init(navigation: Navigation<Screen>, plan: Plan<Screen>, made: [Screen], animated: Bool) {
        self.navigation = navigation
        self.plan = plan
        self.made = made
        self.animated = animated
    }

    /// Makes the changes in order. Throws ``Outdated`` if the tree has changed since the plan was made.
    func run() async throws {
        for (change, reason) in plan.changes {
            try Task.checkCancellation()
            let operation = plan.operation(for: change, in: tree)
            let shape = tree.shape
            do {
                if try await perform(change, operation) { navigation.record.operations.append(operation) }
            } catch let error as Outdated {
                throw error
            } catch {
                try Task.checkCancellation()
                // A change that throws leaves the tree unchanged. If the tree differs, other code has changed it.
                guard tree.shape == shape else { throw Outdated(reason: "the tree changed during \(operation)") }
                throw RoutingError(
                    .hostFailed, path: ["\(operation)"], wanted: "the host to \(operation), as \(reason)",
                    found: "it threw \(type(of: error))", action: "look at the cause: the host threw it", cause: error)
            }
        }
    }

    /// Makes one change. Returns false if there is nothing to change.
    private func perform(_ change: PlannedChange<Screen>, _ operation: RoutingOperation) async throws -> Bool {
        let name = "the host's change “\(operation)”"
        switch change {
        case .dismiss(let screen, let presenter):
            guard tree.contains(presenter), tree.presented(by: presenter) === screen else {
                throw Outdated(reason: "\(tree.name(of: screen)) is not presented any more")
            }
            try await navigation.changing(.dismissed(journal.presentations(from: presenter)), named: name) {
                try await tree.host.dismissPresented(from: presenter, animated: animated)
            }
        case .reveal(let element, let container):
            return try await reveal(try screen(element), in: try screen(container), name)
        case .present(let element, let on, let style):
            let presenter = try screen(on)
            guard tree.isExposed(presenter) else {
                throw Outdated(reason: "\(tree.name(of: presenter)) cannot present any more")
            }
            let new = try screen(element)
            try await navigation.changing(.presented(new, on: presenter), named: name) {
                try await tree.host.present(new, on: presenter, style: style, animated: animated)
            }
        case .contain(let change):
            try await contain(change, name)
        case .replaceRoot(let element, let expected):
            let former = try expected.map { try screen($0) }
            guard tree.root === former else { throw Outdated(reason: "the root is another one") }
            let new = try screen(element)
            try await navigation.changing(.replacedRoot(former: former, new: new), named: name) {
                try await tree.host.replaceRoot(new, animated: animated)
            }
        }
        return true
    }

    private func reveal(_ screen: Screen, in container: Screen, _ name: String) async throws -> Bool {
        guard let port = tree.host.container(container), tree.contains(container),
            port.contained.contains(where: { $0 === screen })
        else { throw Outdated(reason: "\(tree.name(of: container)) does not hold \(tree.name(of: screen)) any more") }
        guard !port.visible.contains(where: { $0 === screen }) else { return false }
        let change = Journal<Screen>.Change.revealed(
            screen, in: container, contained: port.contained, visible: port.visible)
        try await navigation.changing(change, named: name) { try await port.reveal(screen, animated: animated) }
        return true
    }

    private func contain(_ change: ContainerChange<Screen>, _ name: String) async throws {
        let container = try screen(change.container)
        guard let port = tree.host.container(container) else {
            throw RoutingError(
                .containerMissing, wanted: "the host to treat \(tree.name(of: container)) as a container",
                found: "it answers no port for it", action: "answer one from the host's `container(_:)`")
        }
        let contained = port.contained
        if let expected = change.expected {
            guard contained.elementsEqual(try expected.map { try screen($0) }, by: ===) else {
                throw Outdated(reason: "\(tree.name(of: container)) holds other screens")
            }
        }
        guard tree.isExposed(container) else {
            throw Outdated(reason: "\(tree.name(of: container)) does not show any more")
        }
        var result = change.expected == nil ? contained : Array(contained.prefix(change.kept))
        for embedding in change.embeddings { try embedding.action.embed(made[embedding.index], in: &result) }
        let entry = Journal<Screen>.Change.filled(
            container: container, with: result, contained: contained, visible: port.visible)
        try await navigation.changing(entry, named: name) { try await port.setContained(result, animated: animated) }
    }

    private func screen(_ element: PlannedScreen<Screen>) throws -> Screen {
        switch element {
        case .existing(let screen): return screen
        case .pending(let index): return made[index]
        case .prebuilt: throw Outdated(reason: "a prebuilt screen is not known by itself")
        }
    }
}

/// A maker creates the screens of a plan's pending steps, before the tree changes.
@MainActor struct ScreenMaker<Screen: RoutedScreen> where Screen.Base == Screen {
    let tree: ScreenTree<Screen>
    let plan: Plan<Screen>
    /// The screens that factories returned for earlier plans and that stay where they are, by step.
    let taken: [ObjectIdentifier: Screen]
    /// The closure that is called with each new screen and the screens inside it.
    let screenPrepared: (@MainActor (Screen, [Screen]) throws -> Void)?

    /// Creates the screens. Returns them in the order of the pending steps.
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
