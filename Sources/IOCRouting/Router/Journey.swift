/// One attempt to reach one destination.
@MainActor final class Journey<Screen: RoutedScreen> where Screen.Base == Screen {
    enum Outcome {
        case arrived(Screen)
        case redirect(AnyDestination<Screen>)
        case stop(String)
    }

    let navigation: Navigation<Screen>
    let destination: AnyDestination<Screen>
    let animated: Bool
    private(set) var plans = 0
    /// The reason why the last plan was abandoned.
    private var outdated = ""
    private var router: Router<Screen> { navigation.router }
    private var tree: ScreenTree<Screen> { navigation.tree }
    private var prepared: Set<ObjectIdentifier> = []
    private var asked: Set<Activity.InterceptorID> = []
    /// The screens that factories returned and that stay where they are, by step. The factories are not asked again.
    private var taken: [ObjectIdentifier: Screen] = [:]
    /// The screen of the route's origin; nil if the route starts at the screen of a step.
    private var origin: Screen?
    /// The screens created so far, at most one for each step.
    private var made: [(step: BoundStep<Screen>, screen: Screen)] = []

    init(navigation: Navigation<Screen>, destination: AnyDestination<Screen>, animated: Bool) {
        self.navigation = navigation
        self.destination = destination
        self.animated = animated
    }

    func run() async throws -> Outcome {
        let bound = try destination.bound()
        while plans < router.configuration.planLimit {
            try Task.checkCancellation()
            plans += 1
            let known = Dictionary(uniqueKeysWithValues: made.map { ($0.step.id, $0.screen) })
            let walk = try Walker(tree: tree, made: known).walk(from: bound)
            let plan = try Planner.plan(walk, in: tree)
            try prepare(walk)
            let shape = tree.shape
            if let outcome = try await ask(walk) { return outcome }
            guard tree.shape == shape else {
                outdated = "the tree changed while interceptors were asked"
                continue
            }
            if let screen = try await carryOut(plan) { return .arrived(screen) }
        }
        throw RoutingError(
            .treeUnstable, wanted: "a tree that stays as it is while the route is built",
            found:
                "\(plans == 1 ? "once" : "\(plans) times") it changed before a plan was carried out; at last \(outdated):\n\(tree.outline)",
            action: "look for code that changes the tree in answer to each change")
    }

    // MARK: Before anything changes

    private func prepare(_ walk: Walk<Screen>) throws {
        let isFirst = prepared.isEmpty
        for step in walk.steps where prepared.insert(step.id).inserted {
            let place = step.shape.name
            for interceptor in step.interceptors {
                try refusing(place, interceptor.name) { try interceptor.prepare() }
            }
            for task in step.inputSetters { try refusing(place, task.name) { try task.prepare() } }
            switch step.maker {
            case .none: break
            case .screen(let prepare, _), .container(_, let prepare, _):
                try refusing(place, step.shape.factory ?? "the factory") { try prepare() }
            }
        }
        guard isFirst else { return }
        for interceptor in router.interceptors {
            try refusing("router", label(interceptor)) { try interceptor.prepare(with: destination.input) }
        }
        for task in router.inputTasks {
            try refusing("router", label(task)) { try task.prepare(with: destination.input) }
        }
    }

    private func refusing(_ place: String, _ name: String, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch {
            throw RoutingError.wrapping(
                error, as: .inputRejected, at: place, wanted: "\(name) to take the input",
                action: "navigate with an input that it takes")
        }
    }

    // MARK: Interceptors

    private func ask(_ walk: Walk<Screen>) async throws -> Outcome? {
        let input = destination.input
        for (index, interceptor) in router.interceptors.enumerated() {
            let outcome = try await ask(
                label(interceptor), .init(owner: ObjectIdentifier(router), index: index), limit: interceptor.timeLimit
            ) { try await interceptor.perform(with: input) }
            if let outcome { return outcome }
        }
        for step in walk.steps {
            for (index, interceptor) in step.interceptors.enumerated() {
                let outcome = try await ask(
                    interceptor.name, .init(owner: step.id, index: index), limit: interceptor.timeLimit,
                    interceptor.perform)
                if let outcome { return outcome }
            }
        }
        return nil
    }

    private func ask(
        _ name: String, _ id: Activity.InterceptorID, limit: Duration?,
        _ perform: @escaping @MainActor () async throws -> InterceptorAnswer
    ) async throws -> Outcome? {
        guard !navigation.record.isInside(id), asked.insert(id).inserted else { return nil }
        try Task.checkCancellation()
        let configuration = router.configuration
        let limit = limit ?? configuration.interceptorTimeLimit
        let timeout = RoutingError(
            .interceptorTimeout, path: [name], wanted: "an answer within \(limit.map { "\($0)" } ?? "any time")",
            found: "none", action: "give the interceptor a longer `timeLimit`, or let it answer sooner")
        let answer: InterceptorAnswer
        do {
            answer = try await navigation.asking(id, named: name) {
                try await Race.run(
                    limit: limit, grace: configuration.cancellationGrace, clock: configuration.clock,
                    timeout: timeout, perform)
            }
        } catch {
            throw Task.isCancelled ? RoutingError.canceled(name) : failed(name, error)
        }
        switch answer.kind {
        case .proceed: return nil
        case .stop(let reason): return .stop(reason)
        case .fail(let error): throw failed(name, error)
        case .redirect(let target):
            guard let target = target as? AnyDestination<Screen> else {
                throw RoutingError(
                    .screenOfWrongType, path: [name], wanted: "a destination of \(Screen.self)", found: target.name,
                    action: "redirect to an AnyDestination of the same host")
            }
            return .redirect(target)
        }
    }

    private func failed(_ name: String, _ error: any Error) -> RoutingError {
        RoutingError.wrapping(
            error, as: .interceptorFailed, at: name, wanted: "the interceptor to let the navigation go on",
            action: "look at the cause: the interceptor answered it")
    }

    // MARK: Carrying out

    /// Carries out a plan. Returns the screen of the destination, or nil if the tree has changed and needs another
    /// plan.
    private func carryOut(_ plan: Plan<Screen>) async throws -> Screen? {
        let screens = try ScreenMaker(
            tree: tree, plan: plan, taken: taken, screenPrepared: router.screenPrepared
        ).run()
        let walk = plan.walk
        for (step, screen) in zip(walk.pending, screens) where step.isLeftInPlace { taken[step.id] = screen }
        let isMade =
            walk.found.map { found in made.contains { $0.step.id == found.id && $0.screen === walk.base } } ?? false
        // If an earlier plan created the base, the route still starts at the origin of that plan.
        if !isMade { origin = walk.found == nil ? walk.base : nil }
        let route = (walk.found == nil ? [] : [walk.base].compactMap { $0 }) + screens
        if let origin { try check(origin, at: tree.name(of: origin)) }
        for (step, screen) in zip(walk.steps, route) {
            for task in step.inputSetters { try refusing(step.shape.name, task.name) { try task.check(screen) } }
            try check(screen, at: step.shape.name)
        }
        // A new screen replaces the screen that an earlier plan created for the same step, because that screen has left
        // the tree.
        let anew = Set(walk.pending.map(\.id))
        made.removeAll { anew.contains($0.step.id) }
        made += zip(walk.pending, screens).map { (step: $0, screen: $1) }
        let performer = PlanPerformer(navigation: navigation, plan: plan, made: screens, animated: animated)
        do {
            try await performer.run()
        } catch let error as PlanPerformer<Screen>.Outdated {
            outdated = error.reason
            return nil
        }
        try Task.checkCancellation()
        for (step, screen) in zip(walk.pending, screens) where step.isLeftInPlace && !tree.contains(screen) {
            throw RoutingError(
                .actionFailed, path: [step.shape.name],
                wanted: "a screen that is in the tree, as Nothing leaves it there",
                found: "\(tree.name(of: screen)), which is in no tree",
                action: "use an action that says where the screen goes, or a factory that gives one of the tree")
        }
        guard let arrived = route.last ?? walk.base, tree.isExposed(arrived) else {
            outdated = "something else came to show"
            return nil
        }
        commit(walk, route)
        return arrived
    }

    /// Lets the input tasks of the router check a screen.
    private func check(_ screen: Screen, at place: String) throws {
        for task in router.inputTasks {
            try refusing(place, label(task)) { try task.check(screen, with: destination.input) }
        }
    }

    /// Runs input tasks and post-routing tasks. They can't throw.
    private func commit(_ walk: Walk<Screen>, _ route: [Screen]) {
        let start: [(step: BoundStep<Screen>?, screen: Screen)] = origin.map { [(nil, $0)] } ?? []
        let steps = zip(walk.steps, route).map { (step: Optional($0), screen: $1) }
        let known = Set(walk.steps.map(\.id))
        let earlier = made.filter { !known.contains($0.step.id) && tree.contains($0.screen) }
        let input = destination.input
        for (step, screen) in start + earlier.map({ ($0.step, $0.screen) }) + steps {
            for task in router.inputTasks { task.perform(on: screen, with: input) }
            for task in step?.inputSetters ?? [] { task.perform(screen) }
        }
        // A screen that an abandoned plan created on another path is not part of the route.
        let before = walk.steps.first?.shape.before ?? [:]
        let onTheWay = earlier.compactMap { made in before[made.step.id].map { (made.step, made.screen, $0) } }
        let whole = start + onTheWay.sorted { $0.2 > $1.2 }.map { ($0.0, $0.1) } + steps
        let screens = whole.map(\.screen)
        for (step, screen) in whole {
            for task in step?.postTasks ?? [] { task(screen, screens) }
            for task in router.postTasks { task.perform(on: screen, with: input, route: screens) }
        }
    }
}

/// A race between three events: the end of some work, a time limit, and the cancellation of the caller.
@MainActor final class Race<Value: Sendable> {
    private var outcome: Result<Value, any Error>?
    private var continuation: CheckedContinuation<Result<Value, any Error>, Never>?

    func finish(_ result: Result<Value, any Error>) {
        guard outcome == nil else { return }
        outcome = result
        continuation?.resume(returning: result)
    }

    /// Waits for the outcome. There must be no outcome yet, and no other code may wait for it.
    ///
    /// `finish(_:)` runs in other jobs of the main actor, so it can't run before the continuation is stored.
    private func first() async -> Result<Value, any Error> { await withCheckedContinuation { continuation = $0 } }

    /// Runs the work. If another event comes first, the work is canceled and has the time `grace` to end. After that,
    /// this function no longer waits for it.
    static func run(
        limit: Duration?, grace: Duration, clock: any Clock<Duration>, timeout: any Error,
        _ body: @escaping @MainActor () async throws -> Value
    ) async throws -> Value {
        let race = Race()
        let ended = Race<Void>()
        let work = Task { @MainActor in
            do {
                race.finish(.success(try await body()))
            } catch {
                race.finish(.failure(error))
            }
            ended.finish(.success(()))
        }
        let timer = limit.map { limit in
            Task { @MainActor in
                try await clock.sleep(for: limit)
                race.finish(.failure(timeout))
            }
        }
        let result = await withTaskCancellationHandler {
            await race.first()
        } onCancel: {
            Task { @MainActor in race.finish(.failure(CancellationError())) }
        }
        timer?.cancel()
        if ended.outcome == nil {
            work.cancel()
            let patience = Task { @MainActor in
                try? await clock.sleep(for: grace)
                ended.finish(.success(()))
            }
            _ = await ended.first()
            patience.cancel()
        }
        return try result.get()
    }
}
