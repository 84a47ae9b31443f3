import IOCModel

/// The result of walking a route backwards from its destination.
struct Walk<Screen: RoutedScreen> where Screen.Base == Screen {
    /// The screen at which the route meets the tree; nil if the tree is empty.
    var base: Screen?
    /// The step whose screen is the base; nil if the base is the screen of an origin.
    var found: BoundStep<Screen>?
    /// The steps whose screens must be created, the step next to the base first.
    var pending: [BoundStep<Screen>] = []
    /// The steps that the walk considered, from the destination on.
    var trail: [RoutePlan.Consideration] = []

    /// The steps from the base to the destination, without the origin.
    var steps: [BoundStep<Screen>] { (found.map { [$0] } ?? []) + pending }
}

/// Walks a route backwards, from its destination to the first screen that is in the tree.
@MainActor struct Walker<Screen: RoutedScreen> where Screen.Base == Screen {
    let tree: ScreenTree<Screen>
    /// The screens that this navigation has created earlier. They count as found as long as they are in the tree.
    var made: [ObjectIdentifier: Screen] = [:]

    func walk(from destination: BoundStep<Screen>) throws -> Walk<Screen> {
        var walk = Walk<Screen>()
        var next: BoundStep<Screen>? = destination
        while let step = next {
            switch step.kind {
            case .choice(let choose):
                next = try choice(step, choose, in: &walk)
            case .origin(let allowsEmptyTree):
                walk.base = try origin(step, allowsEmptyTree: allowsEmptyTree, in: &walk)
                return walk
            case .screen:
                if let screen = try find(step) {
                    return end(walk, at: step, screen, "found in the tree: \(tree.name(of: screen))")
                }
                if let screen = try located(by: step) {
                    let factory = step.shape.factory ?? "its factory"
                    return end(
                        walk, at: step, screen, "taken by \(factory), stays in its place: \(tree.name(of: screen))")
                }
                next = try previous(of: step, in: &walk)
            }
        }
        return walk
    }

    private func end(
        _ walk: Walk<Screen>, at step: BoundStep<Screen>, _ screen: Screen, _ verdict: String
    ) -> Walk<Screen> {
        var walk = walk
        walk.base = screen
        walk.found = step
        walk.trail.append(.init(step: step.shape.name, verdict: verdict))
        return walk
    }

    /// Returns the screen that a factory finds and that stays where it is; nil if the step has no such factory or
    /// action.
    private func located(by step: BoundStep<Screen>) throws -> Screen? {
        guard step.isLeftInPlace, let locate = step.locate else { return nil }
        do {
            return try locate(tree)
        } catch {
            throw RoutingError.wrapping(
                error, as: .factoryFailed, at: step.shape.name,
                wanted: "a \(step.shape.screenType) from \(step.shape.factory ?? "its factory")",
                action: "look at the cause: the factory's finder threw it")
        }
    }

    private func choice(
        _ step: BoundStep<Screen>,
        _ choose: (ScreenTree<Screen>) throws -> (step: BoundStep<Screen>, reason: String)?,
        in walk: inout Walk<Screen>
    ) throws -> BoundStep<Screen> {
        do {
            if let chosen = try choose(tree) {
                walk.trail.append(.init(step: step.shape.name, verdict: "\(chosen.reason): \(chosen.step.shape.name)"))
                return chosen.step
            }
        } catch {
            throw RoutingError.wrapping(
                error, as: .finderFailed, at: step.shape.name, wanted: "a case to choose",
                action: "look at the cause: a condition or finder of the switch threw it")
        }
        throw RoutingError(
            .switchWithoutMatch, path: [step.shape.name], wanted: "a case that applies", found: "none does",
            nearMisses: step.shape.cases.map { "\($0.label) (\($0.step.name)): did not apply" },
            action: "add a case, or `otherwise(_:)`")
    }

    private func origin(
        _ step: BoundStep<Screen>, allowsEmptyTree: Bool, in walk: inout Walk<Screen>
    ) throws -> Screen? {
        let screen = try find(step)
        guard let screen else {
            guard allowsEmptyTree else {
                throw RoutingError(
                    .originNotFound, path: [step.shape.name], wanted: "the screen the route starts from",
                    found: tree.outline, action: "start from .root() or .current(), or show that screen first")
            }
            walk.trail.append(.init(step: step.shape.name, verdict: "the tree is empty"))
            return nil
        }
        guard tree.contains(screen) else {
            throw RoutingError(
                .originNotFound, path: [step.shape.name], wanted: "a screen in the tree to start from",
                found: "\(tree.name(of: screen)), which is not in the tree",
                action: "let the origin's closure answer a screen that is shown")
        }
        walk.trail.append(.init(step: step.shape.name, verdict: "starts at \(tree.name(of: screen))"))
        return screen
    }

    private func find(_ step: BoundStep<Screen>) throws -> Screen? {
        if let screen = made[step.id], tree.contains(screen) { return screen }
        do {
            guard let screen = try step.find(tree) else { return nil }
            if case .origin = step.kind { return screen }
            return tree.contains(screen) ? screen : nil
        } catch {
            throw RoutingError.wrapping(
                error, as: .finderFailed, at: step.shape.name, wanted: "an answer from \(step.shape.finder)",
                action: "look at the cause: the finder threw it")
        }
    }

    private func previous(of step: BoundStep<Screen>, in walk: inout Walk<Screen>) throws -> BoundStep<Screen> {
        if case .none = step.maker {
            let near = tree.screens.map { tree.name(of: $0) }
            throw RoutingError(
                .screenNotFound, path: [step.shape.name],
                wanted: "a \(step.shape.screenType) found by \(step.shape.finder)",
                found: "none, and the step has no factory",
                nearMisses: Suggestion.nearest(to: step.shape.screenType, among: near).map {
                    ["\($0) is in the tree, but the finder passed over it"]
                } ?? [],
                action: "give the step a factory, or show the screen first")
        }
        let earlier: BoundStep<Screen>?
        do {
            earlier = try step.previous()
        } catch {
            throw RoutingError.wrapping(
                error, as: .inputRejected, at: step.shape.name, wanted: "an input for the step before",
                action: "look at the cause: the closure that derives the input threw it")
        }
        guard let earlier else {
            throw RoutingError(
                .originMissing, path: [step.shape.name], wanted: "a step to start from", found: "the chain ends here",
                action: "join the step to an origin: `.using(…).from(.root())`")
        }
        walk.trail.append(
            .init(
                step: step.shape.name,
                verdict: step.isLeftInPlace
                    ? "given by \(step.shape.factory ?? "its factory"), stays where it is then"
                    : "not in the tree: made by \(step.shape.factory ?? "its factory"), then "
                        + "\(step.shape.action ?? "placed") from \(earlier.shape.name)"))
        walk.pending.insert(step, at: 0)
        return earlier
    }
}
