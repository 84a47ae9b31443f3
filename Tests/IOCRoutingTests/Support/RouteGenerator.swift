import IOCRoutingTesting
import TestSupport

@testable import IOCRouting

/// Makes routes of one to six steps from a screen of a tree: all kinds of screens, by all kinds of actions.
@MainActor struct RouteGenerator {
    typealias Screen = HeadlessScreen

    var random: SplitMix
    let router: Router<Screen>

    /// A route that can be planned, but for its last step, maybe.
    mutating func route() -> Step<Screen, Void> {
        let base = random.pick(router.tree.screens)
        var route = Step<Screen, Void>.custom("base") { _ in base }
        let length = random.number(1...6)
        for index in 0..<length {
            var longer = step("s\(index)", after: route)
            for _ in 0..<20 where !isPlannable(longer) { longer = step("s\(index)", after: route) }
            route = longer
            if !isPlannable(longer) { break }
        }
        return route
    }

    private func isPlannable(_ step: Step<Screen, Void>) -> Bool { (try? router.plan(to: step)) != nil }

    private mutating func step(_ name: String, after previous: Step<Screen, Void>) -> Step<Screen, Void> {
        switch random.number(0...9) {
        case 0...2: joined(container(HeadlessStack.self, name), to: previous)
        case 3...5: joined(container(HeadlessTabs.self, name), to: previous)
        case 6: joined(container(HeadlessSplit.self, name), to: previous)
        default:
            joined(
                StepBuilder(finder: NoFinder<Screen, Void>(), factory: ClosureFactory { Screen() }, named: name),
                to: previous)
        }
    }

    /// A container whose factory takes in the steps that embed in it, or one that is filled later.
    private mutating func container<Output: PrefilledContainer & InitializableScreen>(
        _ type: Output.Type, _ name: String
    ) -> StepBuilder<Output, Void> {
        let finder = NoFinder<Output, Void>()
        if random.chance(50) {
            return StepBuilder(finder: finder, factory: ClassFactory<Output, Void>(), named: name)
        }
        return StepBuilder(finder: finder, factory: ClassContainerFactory<Output, Void>(), named: name)
    }

    private mutating func joined<Output: RoutedScreen>(
        _ builder: StepBuilder<Output, Void>, to previous: Step<Screen, Void>
    ) -> Step<Screen, Void> where Output.Base == Screen {
        let stack = previous.expectingContainer(HeadlessStack.self)
        let tabs = previous.expectingContainer(HeadlessTabs.self)
        let split = previous.expectingContainer(HeadlessSplit.self)
        let chain =
            switch random.number(0...15) {
            case 0...2: builder.using(Push()).from(stack)
            case 3: builder.using(PushAsRoot()).from(stack)
            case 4: builder.using(PushReplacingLast()).from(stack)
            case 5, 6: builder.using(AddTab()).from(tabs)
            case 7: builder.using(AddTab(at: 0)).from(tabs)
            case 8: builder.using(AddTab(replacing: 0)).from(tabs)
            case 9, 10: builder.using(SetAsPrimary()).from(split)
            case 11: builder.using(PushToDetails()).from(split)
            case 12: builder.using(PushToDetails(replacing: false)).from(split)
            case 13: builder.using(ReplaceRoot()).from(previous)
            default: builder.using(Present()).from(previous)
            }
        let step = chain.build()
        return Step(shape: step.shape, bind: step.bind)
    }
}
