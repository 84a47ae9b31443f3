import IOCRoutingTesting
import Testing

@testable import IOCRouting

@MainActor @Suite("Options in words") struct DescriptionTests {
    @Test("Every option says what it is, in words") func options() {
        let texts: [(any CustomStringConvertible, String)] = [
            (SearchOptions.current, "current"), (SearchOptions([]), "nowhere"),
            (SearchOptions.fullStack, "current, contained, presented, presenting, parent"),
            (SearchOptions.currentVisibleOnly, "current, visible"),
            (SearchStart<HeadlessScreen>.topmost, "the topmost screen"), (SearchStart<HeadlessScreen>.root, "the root"),
            (SearchStart<HeadlessScreen>.custom { _ in nil }, "a screen of choice"),
            (Search<HeadlessScreen>(.currentAllStack, from: .root), "current, contained from the root"),
            (Search<HeadlessScreen>.custom { _ in [] }, "in an order of its own"),
            (ContainerBehavior.stack, "the last screen shows, revealing one removes those after it"),
            (ContainerBehavior.tabs, "the selected screen shows, revealing keeps all"),
            (ContainerBehavior.split, "the first screen and the last show, revealing one removes those after it"),
            (ContainerBehavior.panes, "all screens show, revealing keeps all"),
            (ScreenPhase.detached, "detached"), (ScreenPhase.appearing, "appearing"), (ScreenPhase.live, "live"),
            (ScreenPhase.dismissing, "dismissing"), (RoutingOperation.Kind.setContained, "set contained"),
            (QueuePolicy.reject, "reject"), (QueuePolicy.enqueue, "enqueue"), (QueuePolicy.latestWins, "latest wins"),
            (QueuePolicy.coalesce, "coalesce"), (PresentationStyle.sheet, "sheet"),
            (Placement.present(.sheet), "presented (sheet)"), (Placement.replaceRoot, "at the root"),
            (Placement.nothing, "where it is"), (ActionSituation(origin: nil), "an empty tree"),
            (ActionSituation(origin: "list"), "list"),
            (InterceptorAnswer.proceed, "proceed"), (InterceptorAnswer.stop("no"), "stop: no"),
            (InterceptorAnswer.redirect(ChatRoutes.login.erasedDestination), "redirect to login"),
            (InterceptorAnswer.fail(Refusal()), #"fail: Refusal(reason: "refused")"#),
            (
                RouterConfiguration(policy: .latestWins, interceptorTimeLimit: .seconds(2)),
                "policy: latest wins, interceptor time limit: 2.0 seconds, cancellation grace: 1.0 seconds, "
                    + "plans: 16, redirections: 8, nesting: 8, nested wait limit: 60.0 seconds"
            ),
        ]
        for (value, text) in texts { #expect("\(value)" == text) }
    }

    @Test("A container shows as many of what it holds as its behavior says, whatever was selected") func showing() {
        let cases: [(ContainerBehavior, count: Int, selected: Int?, [Int])] = [
            (.stack, 0, nil, []), (.stack, 3, 0, [2]), (.tabs, 3, nil, [0]), (.tabs, 3, 2, [2]), (.tabs, 3, 3, [0]),
            (.tabs, 3, -1, [0]), (.tabs, 0, 0, []), (.split, 1, nil, [0]), (.split, 3, 1, [0, 2]),
            (.panes, 3, 1, [0, 1, 2]),
        ]
        for (behavior, count, selected, visible) in cases {
            #expect(behavior.visibleIndices(count: count, selected: selected) == visible)
        }
    }

    @Test("A restoration is complete where nothing failed, is missing or is there besides") func complete() {
        let error = RoutingError(.routeUnknown, wanted: "", found: "", action: "")
        #expect(RestorationReport(followed: ["a"]).isComplete)
        #expect(!RestorationReport(failures: [error]).isComplete)
        #expect(!RestorationReport(missing: ["a"]).isComplete)
        #expect(!RestorationReport(additional: ["a"]).isComplete)
    }

    @Test("An operation tells its kind, its screens, its place and its style") func operations() {
        let operations: [(RoutingOperation, RoutingOperation.Kind, [String], String?, String)] = [
            (.dismiss(screen: "a", from: "b"), .dismiss, ["a"], "b", "dismiss a from b"),
            (.reveal(screen: "a", in: "b"), .reveal, ["a"], "b", "reveal a in b"),
            (.present(screen: "a", on: "b", style: .sheet), .present, ["a"], "b", "present a on b (sheet)"),
            (.setContained(container: "b", screens: ["a", "c"]), .setContained, ["a", "c"], "b", "set b to [a, c]"),
            (.replaceRoot(screen: "a"), .replaceRoot, ["a"], nil, "replace the root by a"),
        ]
        for (operation, kind, screens, place, text) in operations {
            #expect(operation.kind == kind && operation.screens == screens && operation.place == place)
            #expect(operation.description == text)
            #expect(operation.style == (kind == .present ? .sheet : nil))
        }
        #expect(
            RoutingOperation.present(screen: "a", on: "b", style: .sheet)
                != .present(screen: "a", on: "b", style: .fullScreen))
    }
}
