import IOCRouting
import Testing

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
            (ContainerBehaviour.stack, "the last screen shows, revealing one removes those after it"),
            (ContainerBehaviour.tabs, "the selected screen shows, revealing keeps all"),
            (ContainerBehaviour.split, "the first screen and the last show, revealing one removes those after it"),
            (ContainerBehaviour.panes, "all screens show, revealing keeps all"),
            (QueuePolicy.reject, "reject"), (QueuePolicy.enqueue, "enqueue"), (QueuePolicy.latestWins, "latest wins"),
            (QueuePolicy.coalesce, "coalesce"), (PresentationStyle.sheet, "sheet"),
            (Placement.present(.sheet), "presented (sheet)"), (Placement.replaceRoot, "at the root"),
            (Placement.nothing, "where it is"), (ActionSituation(origin: nil), "an empty tree"),
            (ActionSituation(origin: "list"), "list"),
            (ActionSituation(origin: "list", isPresenting: true), "list, which presents a screen"),
            (InterceptorAnswer.proceed, "proceed"), (InterceptorAnswer.stop("no"), "stop: no"),
            (InterceptorAnswer.redirect(ChatRoutes.login.destination), "redirect to login"),
            (InterceptorAnswer.fail(Refusal()), #"fail: Refusal(reason: "refused")"#),
            (
                RouterConfiguration(policy: .latestWins, interceptorTimeLimit: .seconds(2)),
                "policy: latest wins, interceptor time limit: 2.0 seconds, cancellation grace: 1.0 seconds, "
                    + "plans: 16, redirections: 8, nesting: 8"
            ),
        ]
        for (value, text) in texts { #expect("\(value)" == text) }
    }
}
