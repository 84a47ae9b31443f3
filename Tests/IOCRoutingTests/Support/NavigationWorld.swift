import IOCRoutingTesting
import TestSupport
import Testing

@testable import IOCRouting

/// A random tree whose host, interceptors, factories and tasks dawdle, fail and navigate themselves.
///
/// Every navigation, wherever it is started, is watched: which record it ran under, how it ended, and which of the
/// host's changes were made for it.
@MainActor final class NavigationWorld {
    /// One call of `navigate`.
    final class Call {
        let name: String
        var record: NavigationRecord?
        var outcome: Result<NavigationResult<HeadlessScreen>, any Error>?

        init(name: String) { self.name = name }

        var error: RoutingError? {
            if case .failure(let error) = outcome { error as? RoutingError } else { nil }
        }
    }

    /// The tree when a navigation that is inside no other began.
    struct Beginning {
        let call: Call
        let shape: TreeShape
        let exposed: Set<ObjectIdentifier>
    }

    /// A change that the host is at.
    struct Operation {
        let id: Int
        let text: String
        let activity: Activity?
        @MainActor var record: NavigationRecord? { activity?.navigation }

        /// Whether this was asked for within another one.
        @MainActor func isWithin(_ other: Operation) -> Bool {
            var next = activity
            while let activity = next {
                if activity === other.activity { return true }
                next = activity.navigation.parent
            }
            return false
        }
    }

    let host: HeadlessHost
    let router: Router<HeadlessScreen>
    let stepper = Stepper()
    let clock = ManualClock()
    var random: SplitMix
    private(set) var calls: [Call] = []
    private(set) var beginnings: [Beginning] = []
    private(set) var faults: [String] = []
    private(set) var tasks: [Task<Void, Never>] = []
    private(set) var unfinished = 0
    private(set) var nestedCount = 0
    /// The events in order, to find the reason of a failure.
    private(set) var story: [String] = []
    private var atWork: [Operation] = []
    private var operations = 0
    private var navigationsLeft: Int
    private var failuresLeft: Int
    /// Whether the host has failed, as it may while it undoes.
    private(set) var hasFailed = false

    init(seed: UInt64) {
        var generator = TreeGenerator(seed: seed)
        host = HeadlessHost(root: generator.tree(size: generator.random.number(2...12)))
        random = generator.random
        router = Router(host: host)
        router.configuration.clock = clock
        navigationsLeft = random.number(1...10)
        failuresLeft = random.number(0...2)
        host.beforeOperation = { [unowned self] in try await work($0) }
    }

    private func fault(_ text: String) { faults.append(text) }

    private func note(_ text: String) { story.append(text) }

    // MARK: Navigating

    /// Navigates somewhere and watches what comes of it.
    func navigate(policy: QueuePolicy? = nil) async throws {
        let call = Call(name: "navigation \(calls.count)")
        calls.append(call)
        note(
            "\(call.name) asked in \(CurrentNavigation.activity.map { "\($0.kind) \($0.name) of \($0.navigation.name)" } ?? "-")"
        )
        let target = destination(for: call)
        do {
            let result = try await router.navigate(to: target, policy: policy)
            finish(call, .success(result))
        } catch {
            finish(call, .failure(error))
            throw error
        }
    }

    private func finish(_ call: Call, _ outcome: Result<NavigationResult<HeadlessScreen>, any Error>) {
        call.outcome = outcome
        note("\(call.name) ended: \(outcome)")
        guard let record = call.record else { return }
        if record.state == .running { fault("\(call.name) ended, and is said to run") }
        for other in calls where other.record?.isWithin(record) == true && other.record?.state == .running {
            fault("\(other.name) still ran when \(call.name), around it, had ended")
        }
        for operation in atWork where operation.record?.isWithin(record) == true {
            fault("the host was still at \(operation.text) when \(call.name) had ended")
        }
    }

    /// Navigates in a separate task.
    @discardableResult
    func start(policy: QueuePolicy? = nil) -> Task<Void, Never> {
        unfinished += 1
        let task = Task { @MainActor in
            try? await navigate(policy: policy)
            unfinished -= 1
        }
        tasks.append(task)
        return task
    }

    /// Navigates within something else, in one of the ways that code has for it.
    private func nested() async throws {
        guard navigationsLeft > 0 else { return }
        navigationsLeft -= 1
        nestedCount += 1
        let policy: QueuePolicy? = random.pick([nil, .reject, .enqueue])
        switch random.number(0...5) {
        case 0: try await navigate(policy: policy)
        case 1: try? await navigate(policy: policy)
        case 2:
            async let one: Void = navigate(policy: policy)
            async let other: Void = navigate()
            _ = try await (one, other)
        case 3: await start(policy: policy).value
        default: start(policy: policy)
        }
    }

    // MARK: Routes

    private func destination(for call: Call) -> AnyDestination<HeadlessScreen> {
        let name = call.name
        var step = StepBuilder(
            finder: ClosureFinder<HeadlessScreen, Void> { [unowned self] _, _ in
                begin(call)
                return nil
            },
            factory: ClosureFactory<HeadlessScreen, Void> { [unowned self] in
                maybeStart()
                if fails(5) { throw Refusal(reason: "factory") }
                return HeadlessScreen(named: name)
            }, named: name)
        for _ in 0..<random.pick([0, 0, 1, 1, 2]) {
            let limit: Duration? = random.chance(40) ? .seconds(random.number(1...4)) : nil
            step = step.adding(
                ClosureInterceptor(timeLimit: limit) { [unowned self] _ in try await answer() })
        }
        if random.chance(20) { step = step.adding(ClosureInputTask { [unowned self] _, _ in maybeStart() }) }
        if random.chance(20) { step = step.adding(ClosurePostTask { [unowned self] _, _, _ in maybeStart() }) }
        let start = Step<HeadlessScreen, Void>.self
        switch random.number(0...4) {
        case 0: return step.using(Present(.sheet)).from(start.current()).build().erasedDestination
        case 1: return step.using(ReplaceRoot()).from(start.root()).build().erasedDestination
        case 2:
            let stacks = start.custom("a stack") { tree in tree.screens.first { $0 is HeadlessStack } ?? tree.root }
            return step.using(random.chance(50) ? AnyPush.push : .pushAsRoot)
                .from(stacks.expectingContainer(HeadlessStack.self)).build().erasedDestination
        case 3:
            let tabs = start.custom("tabs") { tree in tree.screens.last { $0 is HeadlessTabs } ?? tree.topmost }
            return step.using(AddTab()).from(tabs.expectingContainer(HeadlessTabs.self)).build().erasedDestination
        default:
            // A stack of its own, presented at whatever shows.
            let stack = StepBuilder(
                finder: NoFinder<HeadlessStack, Void>(), factory: ClassFactory<HeadlessStack, Void>())
            return step.using(Push()).from(stack).using(Present()).from(start.current()).build().erasedDestination
        }
    }

    private func begin(_ call: Call) {
        guard call.record == nil, let record = CurrentNavigation.activity?.navigation else { return }
        call.record = record
        // A redirection goes on with what began.
        guard record.depth == 0, !beginnings.contains(where: { $0.call.record === record }) else { return }
        let exposed = router.tree.screens.filter { router.tree.isExposed($0) }
        beginnings.append(
            Beginning(call: call, shape: router.tree.shape, exposed: Set(exposed.map { ObjectIdentifier($0) })))
    }

    private func answer() async throws -> InterceptorAnswer {
        let isStubborn = random.chance(10)
        for _ in 0..<random.number(0...2) { try await stepper.wait(isStubborn: isStubborn) }
        if random.chance(60) { try await nested() }
        if random.chance(30) { try await stepper.wait(isStubborn: isStubborn) }
        if random.chance(25) { try await nested() }
        switch random.number(0...9) {
        case 0: return .stop("enough")
        case 1: return .fail(Refusal(reason: "interceptor"))
        case 2: throw Refusal(reason: "interceptor")
        case 3: return .redirect(destination(for: Call(name: "redirection")))
        default: return .proceed
        }
    }

    private func maybeStart() {
        guard navigationsLeft > 0, random.chance(25) else { return }
        navigationsLeft -= 1
        nestedCount += 1
        start(policy: random.pick([nil, .enqueue]))
    }

    private func fails(_ percent: Int) -> Bool {
        guard failuresLeft > 0, random.chance(percent) else { return false }
        failuresLeft -= 1
        return true
    }

    // MARK: The host

    private func work(_ operation: HeadlessOperation) async throws {
        operations += 1
        let new = Operation(id: operations, text: "\(operation)", activity: CurrentNavigation.activity)
        if let last = atWork.last, !new.isWithin(last) {
            fault("\(operation) began while the host was at \(last.text)")
        }
        for call in calls where call.outcome != nil && call.record.map({ new.record?.isWithin($0) == true }) == true {
            fault("\(operation) was asked for after \(call.name) had ended")
        }
        note(
            "op \(new.id) begins: \(operation) for \(new.record?.name ?? "-") state \(new.record.map { "\($0.state)" } ?? "")"
        )
        atWork.append(new)
        defer {
            atWork.removeAll { $0.id == new.id }
            note("op \(new.id) ends")
        }
        if random.chance(50) { try await stepper.wait(isStubborn: random.chance(50)) }
        do {
            if random.chance(15) { try await nested() }
            if fails(15) { throw HeadlessFault("injected") }
        } catch {
            hasFailed = true
            throw error
        }
    }
}

/// Either of two ways onto a stack.
private enum AnyPush: ContainerAction {
    typealias Role = StackRole
    case push, pushAsRoot

    func embed<Element>(_ element: Element, in contained: inout [Element]) throws {
        switch self {
        case .push: try Push().embed(element, in: &contained)
        case .pushAsRoot: try PushAsRoot().embed(element, in: &contained)
        }
    }
}
