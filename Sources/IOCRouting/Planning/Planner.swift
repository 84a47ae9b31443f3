/// A planner computes the changes that show the destination of a ``Walk``. It makes none of them, and throws if a
/// change is not possible.
@MainActor struct Planner<Screen: RoutedScreen> where Screen.Base == Screen {
    let tree: ScreenTree<Screen>
    private var plan: Plan<Screen>
    /// The containers of the screens that steps will create, by the index of the step.
    private var parents: [Int: PlannedScreen<Screen>] = [:]
    /// The content of changed containers after the changes so far.
    private var holdings: [PlannedScreen<Screen>: [PlannedScreen<Screen>]] = [:]
    /// The number of planned changes when the screen of a step was placed, by the index of the step.
    private var placed: [Int: Int] = [:]
    /// The root after the changes so far, if one of them replaces it.
    private var newRoot: PlannedScreen<Screen>?
    private var departing: Set<ObjectIdentifier> = []
    /// The screen that was selected in a container before its last change, or that was revealed in the container later.
    private var shown: [PlannedScreen<Screen>: PlannedScreen<Screen>] = [:]

    init(tree: ScreenTree<Screen>, walk: Walk<Screen>) {
        self.tree = tree
        plan = Plan(walk: walk)
    }

    static func plan(_ walk: Walk<Screen>, in tree: ScreenTree<Screen>) throws -> Plan<Screen> {
        var planner = Planner(tree: tree, walk: walk)
        try planner.run()
        return planner.plan
    }

    private mutating func run() throws {
        let pending = plan.walk.pending
        if pending.isEmpty, let base = plan.walk.base { try expose(base) }
        for index in pending.indices {
            do {
                try place(index)
                placed[index] = plan.changes.count
            } catch {
                throw RoutingError.wrapping(
                    error, as: .actionFailed, at: pending[index].shape.name,
                    wanted: "a place for \(pending[index].shape.name)",
                    action: "look at the cause: the action \(pending[index].action?.name ?? "") threw it")
            }
        }
        if let last = pending.indices.last { try revealMade(.pending(last), reason: "the destination shows") }
    }

    private mutating func place(_ index: Int) throws {
        let previous: PlannedScreen<Screen>? = index > 0 ? .pending(index - 1) : plan.walk.base.map { .existing($0) }
        switch plan.walk.pending[index].action {
        case .container(let action, let role):
            try embed(index, by: action, role, from: previous)
        case .screen(let action):
            try place(index, by: action, from: previous)
        case nil:
            throw RoutingError(
                .originMissing, wanted: "an action", found: "a step that is not joined to the one before",
                action: "say how the screen enters the tree: `.using(…).from(…)`")
        }
    }

    // MARK: Actions on screens

    private mutating func place(_ index: Int, by action: any ScreenAction, from previous: PlannedScreen<Screen>?) throws
    {
        switch try action.placement(from: previous.map { plan.name(of: $0, in: tree) }) {
        case .present(let style):
            guard let previous else {
                throw RoutingError(
                    .actionFailed, wanted: "a screen to present on", found: "an empty tree",
                    action: "use ReplaceRoot if there may be no root yet")
            }
            if case .existing(let screen) = previous { try expose(screen) }
            try revealMade(previous, reason: "it is about to present")
            add(.present(.pending(index), on: previous, style: style), "\(name(index)) is presented by its step")
        case .replaceRoot:
            let root = newRoot ?? tree.root.map { .existing($0) }
            if case .existing(let screen)? = root {
                try expose(screen)
                try remove(tree.subtree(of: screen), reason: "the root is replaced")
            }
            newRoot = .pending(index)
            add(.replaceRoot(.pending(index), expected: root), "\(name(index)) becomes the root by its step")
        case .nothing:
            if case .existing(let screen)? = previous { try expose(screen) }
        }
    }

    // MARK: Actions on containers

    private mutating func embed(
        _ index: Int, by action: any ContainerAction, _ role: any ContainerRole.Type,
        from previous: PlannedScreen<Screen>?
    ) throws {
        guard let container = container(for: previous, role) else { throw noContainer(role, for: index, previous) }
        parents[index] = container
        // The factory of a new container embeds the screens of the steps that directly follow. After another change,
        // embedding a screen is a change of its own.
        if case .pending(let owner) = container, case .container(let prebuilt, _, _) = plan.walk.pending[owner].maker,
            placed[owner] == plan.changes.count
        {
            var held = holdings[container] ?? (0..<prebuilt).map { .prebuilt($0) }
            try apply(action, index, to: &held)
            holdings[container] = held
            plan.absorbed[owner, default: []].append(Embedding(index: index, action: action))
            return
        }
        if case .contain(var change)? = plan.changes.last?.change, change.container == container {
            try apply(action, index, to: &change.result)
            change.embeddings.append(Embedding(index: index, action: action))
            try finish(change, at: plan.changes.count - 1)
            return
        }
        shown[container] = selected(in: container)
        let held = holdings[container]
        var expected: [PlannedScreen<Screen>]?
        var kept = 0
        var result = held ?? []
        if case .existing(let screen) = container, let port = tree.host.container(screen) {
            try expose(screen, branchOf: plan.walk.base)
            let contained = held ?? port.contained.map { .existing($0) }
            expected = contained
            // `held` already leaves out the screens that earlier changes of this plan remove.
            kept = held?.count ?? keptCount(in: port, port.contained, below: screen)
            result = Array(contained.prefix(kept))
        } else {
            try revealMade(container, reason: "it is about to take in a screen")
        }
        try apply(action, index, to: &result)
        let change = ContainerChange(
            container: container, expected: expected, kept: kept,
            embeddings: [Embedding(index: index, action: action)], result: result)
        add(.contain(change), "\(name(index)) is embedded by its step's \(label(action))")
        try finish(change, at: plan.changes.count - 1)
    }

    private func apply(_ action: any ContainerAction, _ index: Int, to held: inout [PlannedScreen<Screen>]) throws {
        try action.embed(.pending(index), in: &held)
        guard held.filter({ $0 == .pending(index) }).count == 1 else {
            throw RoutingError(
                .actionFailed, wanted: "\(label(action)) to put \(name(index)) into its container once",
                found: "[\(held.map { plan.name(of: $0, in: tree) }.joined(separator: ", "))]",
                action: "let the action's `embed` add the screen it is given")
        }
    }

    private mutating func finish(_ change: ContainerChange<Screen>, at index: Int) throws {
        plan.changes[index].change = .contain(change)
        holdings[change.container] = change.result
        let staying = Set(change.result)
        for case .existing(let screen) in change.expected ?? [] where !staying.contains(.existing(screen)) {
            try remove(tree.subtree(of: screen), reason: "its container changes")
        }
    }

    /// Returns the number of screens that stay in a container when a screen is added to the branch with the base. If
    /// the container hides this branch and truncates when it reveals a screen, the screens after the branch don't stay.
    private func keptCount(in port: any ContainerPort<Screen>, _ contained: [Screen], below container: Screen) -> Int {
        guard port.behavior.revealing == .truncates, let base = plan.walk.base else { return contained.count }
        let path = Set(([base] + tree.ancestors(of: base)).map { ObjectIdentifier($0) })
        guard let branch = contained.firstIndex(where: { path.contains(ObjectIdentifier($0)) }),
            !port.visible.contains(where: { $0 === contained[branch] })
        else { return contained.count }
        return branch + 1
    }

    private func container(
        for element: PlannedScreen<Screen>?, _ role: any ContainerRole.Type
    ) -> PlannedScreen<Screen>? {
        upwards(from: element).first { self.role(of: $0).map { $0 == role } ?? false }
    }

    /// Returns a screen, its container, that container's container, and so on. Presenters are not included.
    private func upwards(from element: PlannedScreen<Screen>?) -> [PlannedScreen<Screen>] {
        guard let element else { return [] }
        return Array(
            sequence(first: element) { next in
                switch next {
                case .existing(let screen): tree.parent(of: screen).map { .existing($0) }
                case .pending(let index): parents[index]
                case .prebuilt: nil
                }
            })
    }

    private func role(of element: PlannedScreen<Screen>) -> (any ContainerRole.Type)? {
        switch element {
        case .existing(let screen):
            guard tree.host.container(screen) != nil else { return nil }
            return containerRole(of: type(of: screen))
        case .pending(let index): return plan.walk.pending[index].shape.role
        case .prebuilt: return nil
        }
    }

    private func noContainer(
        _ role: any ContainerRole.Type, for index: Int, _ previous: PlannedScreen<Screen>?
    ) -> RoutingError {
        let near = upwards(from: previous).map { next in
            "\(plan.name(of: next, in: tree)): \(self.role(of: next).map { "plays \($0)" } ?? "is no container")"
        }
        return RoutingError(
            .containerMissing, path: [name(index)],
            wanted:
                "a container of \(role), as \(plan.walk.pending[index].action?.name ?? "the action") needs",
            found: "\(previous.map { plan.name(of: $0, in: tree) } ?? "the empty tree") is in no \(roleInWords(role))",
            nearMisses: near, action: "start the step from one whose screen such a container holds")
    }

    // MARK: Showing and removing

    /// Dismisses the screens that cover a screen, and reveals the path to it.
    private mutating func expose(_ screen: Screen, branchOf base: Screen? = nil) throws {
        for cover in tree.covers(of: base ?? screen) where !departing.contains(ObjectIdentifier(cover.screen)) {
            try remove(
                tree.subtree(of: cover.screen), reason: "it covers \(tree.name(of: base ?? screen))")
            add(
                .dismiss(cover.screen, from: cover.presenter),
                "\(tree.name(of: cover.screen)) covers \(tree.name(of: base ?? screen))")
        }
        for hidden in tree.hiding(screen) {
            let (element, container) = (PlannedScreen.existing(hidden.screen), PlannedScreen.existing(hidden.container))
            guard shown[container] != element else { continue }
            try removeWhatRevealing(element, removesFrom: container)
            shown[container] = element
            add(
                .reveal(element, in: container),
                "\(tree.name(of: hidden.container)) does not show \(tree.name(of: hidden.screen))")
        }
    }

    /// Reveals a new screen in its containers, unless they show it already.
    private mutating func revealMade(_ element: PlannedScreen<Screen>, reason: String) throws {
        var reveals: [PlannedChange<Screen>] = []
        var current = element
        while case .pending(let index) = current, let parent = parents[index] {
            if !shows(current, in: parent), shown[parent] != current {
                try removeWhatRevealing(current, removesFrom: parent)
                shown[parent] = current
                reveals.insert(.reveal(current, in: parent), at: 0)
            }
            current = parent
        }
        for reveal in reveals { add(reveal, reason) }
    }

    /// Records the removal of the screens after a screen, if the container removes them when it reveals the screen.
    private mutating func removeWhatRevealing(
        _ element: PlannedScreen<Screen>, removesFrom container: PlannedScreen<Screen>
    ) throws {
        guard behavior(of: container)?.revealing == .truncates else { return }
        let held = holdings[container] ?? contained(in: container)
        guard let index = held.firstIndex(of: element) else { return }
        holdings[container] = Array(held[...index])
        for case .existing(let screen) in held[(index + 1)...] {
            try remove(tree.subtree(of: screen), reason: "\(plan.name(of: element, in: tree)) is revealed")
        }
    }

    /// Returns the screen that is selected in a container after the changes so far.
    private func selected(in container: PlannedScreen<Screen>) -> PlannedScreen<Screen>? {
        var former = shown[container]
        if former == nil, case .existing(let screen) = container {
            former = tree.host.container(screen)?.visible.first.map { .existing($0) }
        }
        let held = holdings[container] ?? contained(in: container)
        return held.first { $0 == former } ?? held.first
    }

    private func contained(in container: PlannedScreen<Screen>) -> [PlannedScreen<Screen>] {
        guard case .existing(let screen) = container else { return [] }
        return tree.host.container(screen)?.contained.map { .existing($0) } ?? []
    }

    private func behavior(of container: PlannedScreen<Screen>) -> ContainerBehavior? {
        switch container {
        case .existing(let screen): tree.host.container(screen)?.behavior
        case .pending(let index): plan.walk.pending[index].shape.role?.behavior
        case .prebuilt: nil
        }
    }

    private func shows(_ element: PlannedScreen<Screen>, in container: PlannedScreen<Screen>) -> Bool {
        let held = holdings[container] ?? []
        guard let index = held.firstIndex(of: element), let behavior = behavior(of: container) else { return false }
        let selected = selected(in: container).flatMap { held.firstIndex(of: $0) }
        return behavior.visibleIndices(count: held.count, selected: selected).contains(index)
    }

    private mutating func remove(_ screens: [Screen], reason: String) throws {
        for screen in screens where departing.insert(ObjectIdentifier(screen)).inserted {
            guard tree.host.canDismiss(screen) else {
                throw RoutingError(
                    .notDismissible, wanted: "\(tree.name(of: screen)) to go, as \(reason)",
                    found: "it does not agree to be dismissed",
                    action: "finish what the screen is about, then navigate again")
            }
        }
    }

    private func name(_ index: Int) -> String { plan.walk.pending[index].shape.name }

    private mutating func add(_ change: PlannedChange<Screen>, _ reason: String) {
        plan.changes.append((change, reason))
    }
}
