import IOCRoutingTesting
import TestSupport

@testable import IOCRouting

/// Makes the screen of a step, after `making` was called with the name of the screen.
struct Made: ScreenFactory, CustomStringConvertible {
    let name: String
    var kind = ""
    var making: @MainActor (String) throws -> Void = { _ in }

    var description: String { "its factory" }

    func build(with input: Void) throws -> HeadlessScreen {
        try making(name)
        return Sketch.make(name, kind)
    }
}

typealias Opening = StepBuilder<HeadlessScreen, Void>

/// A route in one line: its origin, and what each step does with which screen.
///
/// `@a: push one, tab t=tabs+` starts at the screen `a`, pushes `one` and adds the tab `t`. Origins are `root`, `top`, a name in
/// the tree (`@a`), and a screen outside it (`@?a`). Names are those of a ``Sketch``. A container is filled after it is in the
/// tree; with `+` its factory takes in the steps that follow, with `#` too, and it has a screen already.
/// - Parameters:
///   - changing: Completes the builder of each step, by its name.
///   - making: Is called whenever a factory makes a screen.
@MainActor func route(
    _ text: String, changing: (String, Opening) -> Opening = { $1 },
    making: @escaping @MainActor (String) throws -> Void = { _ in }
) -> Step<HeadlessScreen, Void> {
    let parts = text.split(separator: ": ").map(String.init)
    var step = origin(parts[0])
    for part in parts.dropFirst().joined().split(separator: ", ") {
        let words = part.split(separator: " ").map(String.init)
        let name = words[1].prefix { !"=+#".contains($0) }.description
        let written = words[1].drop { $0 != "=" }.dropFirst().prefix { !"+#".contains($0) }.description
        let kind = written.isEmpty ? Sketch.kind(of: name) : written
        let filling = words[1].last.flatMap { "+#".contains($0) ? $0 : nil }
        switch kind {
        case "stack": step = joined(container(HeadlessStack.self, name, filling), by: words[0], to: step)
        case "tabs": step = joined(container(HeadlessTabs.self, name, filling), by: words[0], to: step)
        case "split": step = joined(container(HeadlessSplit.self, name, filling), by: words[0], to: step)
        default:
            let factory = Made(name: name, kind: kind, making: making)
            let builder = StepBuilder(finder: NoFinder<HeadlessScreen, Void>(), factory: factory, named: name)
            step = joined(changing(name, builder), by: words[0], to: step)
        }
    }
    return step
}

/// A route whose destination has an interceptor.
@MainActor func guarded(
    _ text: String, limit: Duration? = nil, _ body: @escaping @MainActor () async throws -> InterceptorAnswer
) -> Step<HeadlessScreen, Void> {
    let last = text.split(separator: " ").last.map(String.init)
    return route(text) { name, step in
        name == last ? step.adding(ClosureInterceptor<Void>(timeLimit: limit) { try await body() }) : step
    }
}

@MainActor private func origin(_ text: String) -> Step<HeadlessScreen, Void> {
    switch text {
    case "root": return .root()
    case "top": return .current()
    default:
        let name = text.drop { "@?".contains($0) }.description
        if text.hasPrefix("@?") { return .custom(name) { _ in HeadlessScreen(named: name) } }
        return .custom(name) { tree in tree.screens.first { $0.name == name } }
    }
}

/// A container that is filled later, or whose factory takes in steps.
@MainActor private func container<Output: PrefilledContainer & InitializableScreen>(
    _ type: Output.Type, _ name: String, _ filling: Character?
) -> StepBuilder<Output, Void> where Output.Base == HeadlessScreen {
    let finder = NoFinder<Output, Void>()
    switch filling {
    case "+": return StepBuilder(finder: finder, factory: ClassContainerFactory<Output, Void>(), named: name)
    case "#":
        let factory = ClosureContainerFactory<Output, Void>(prebuiltCount: 1) { _, children in
            Output(children: try children.integrated(into: [HeadlessScreen(named: "first of \(name)")]))
        }
        return StepBuilder(finder: finder, factory: factory, named: name)
    default: return StepBuilder(finder: finder, factory: ClassFactory<Output, Void>(), named: name)
    }
}

/// Adds its screen zero or two times, which no action should do.
struct Lose: ContainerAction {
    typealias Role = StackRole
    let times: Int

    func embed<Element>(_ element: Element, in contained: inout [Element]) throws {
        contained += Array(repeating: element, count: times)
    }
}

/// The actions of random routes, as often as they occur.
private let actions = [
    "push", "push", "push", "pushRoot", "pushLast", "tab", "tab", "tabFirst", "tabReplacing", "primary", "primary",
    "details",
    "detailsOn", "root", "present", "present",
]

@MainActor private func joined<Output: RoutedScreen>(
    _ builder: StepBuilder<Output, Void>, by action: String, to previous: Step<HeadlessScreen, Void>
) -> Step<HeadlessScreen, Void> where Output.Base == HeadlessScreen {
    let stack = previous.expectingContainer(HeadlessStack.self)
    let tabs = previous.expectingContainer(HeadlessTabs.self)
    let split = previous.expectingContainer(HeadlessSplit.self)
    let chain =
        switch action {
        case "push": builder.using(Push()).from(stack)
        case "pushRoot": builder.using(PushAsRoot()).from(stack)
        case "pushLast": builder.using(PushReplacingLast()).from(stack)
        case "lose": builder.using(Lose(times: 0)).from(stack)
        case "double": builder.using(Lose(times: 2)).from(stack)
        case "tab": builder.using(AddTab()).from(tabs)
        case "tabFirst": builder.using(AddTab(at: 0)).from(tabs)
        case "tabReplacing": builder.using(AddTab(replacing: 0)).from(tabs)
        case "primary": builder.using(SetAsPrimary()).from(split)
        case "details": builder.using(PushToDetails()).from(split)
        case "detailsOn": builder.using(PushToDetails(replacing: false)).from(split)
        case "pane": builder.using(AddPane()).from(previous.expectingContainer(Panes.self))
        case "root": builder.using(ReplaceRoot()).from(previous)
        case "present": builder.using(Present()).from(previous)
        case "sheet": builder.using(Present(.sheet)).from(previous)
        case "full": builder.using(Present(.fullScreen)).from(previous)
        case "stay": builder.using(Nothing()).from(previous)
        default: fatalError("no action '\(action)'")
        }
    let step = chain.build()
    return Step(shape: step.shape, bind: step.bind)
}

/// Makes routes of one to six steps from a screen of a tree: all kinds of screens, by all kinds of actions.
@MainActor struct RouteGenerator {
    var random: SplitMix
    let router: Router<HeadlessScreen>

    /// A route that can be planned, except perhaps for its last step.
    mutating func route() -> Step<HeadlessScreen, Void> {
        let base = random.pick(router.tree.screens)
        var route = Step<HeadlessScreen, Void>.custom("base") { _ in base }
        let length = random.number(1...6)
        for index in 0..<length {
            var longer = step("s\(index)", after: route)
            for _ in 0..<20 where !isPlannable(longer) { longer = step("s\(index)", after: route) }
            route = longer
            if !isPlannable(longer) { break }
        }
        return route
    }

    private func isPlannable(_ step: Step<HeadlessScreen, Void>) -> Bool { (try? router.plan(to: step)) != nil }

    private mutating func step(
        _ name: String, after previous: Step<HeadlessScreen, Void>
    ) -> Step<HeadlessScreen, Void> {
        let action = random.pick(actions)
        let filling: Character? = random.chance(50) ? nil : "+"
        switch random.number(0...9) {
        case 0...2: return joined(container(HeadlessStack.self, name, filling), by: action, to: previous)
        case 3...5: return joined(container(HeadlessTabs.self, name, filling), by: action, to: previous)
        case 6: return joined(container(HeadlessSplit.self, name, filling), by: action, to: previous)
        default:
            let builder = StepBuilder(
                finder: NoFinder<HeadlessScreen, Void>(), factory: Made(name: name), named: name)
            return joined(builder, by: action, to: previous)
        }
    }
}
