import IOCRouting
import IOCRoutingTesting
import Testing

@MainActor @Suite("The checklist for hosts") struct ScreenHostChecklistTests {
    @Test("The headless host passes") func headless() async {
        let checklist = ScreenHostChecklist<HeadlessScreen>(
            makeHost: { HeadlessHost() }, makeScreen: { HeadlessScreen(named: $0) },
            containers: [
                "stack": { HeadlessStack(children: $0) }, "tabs": { HeadlessTabs(children: $0) },
                "split": { HeadlessSplit(children: $0) },
                "collapsed split": { HeadlessSplit(named: "split", children: $0, isCollapsed: true) },
                "panes": { Panes($0) },
            ])
        #expect(await checklist.failures() == [])
    }

    @Test("The host of the documentation passes") func smallest() async {
        let checklist = ScreenHostChecklist(
            makeHost: { AppHost() }, makeScreen: { AppScreen(named: $0) },
            containers: ["stack": { AppStack(children: $0) }, "tabs": { AppTabs(children: $0) }])
        #expect(await checklist.failures() == [])
    }

    @Test(
        "A rule that a host breaks is reported",
        arguments: [
            (.stealsScreens, "replacing the root by a presented screen should throw"),
            (.stealsScreens, "stack: containing another's screen should throw"),
            (.hidesParents, "stack: a contained screen knows its parent"),
            (.isAlwaysLive, "a dismissed screen is detached"),
            (.leavesAbove, "a dismissed screen presents nothing"),
            (.dropsPresented, "a former root keeps what it presents"),
        ] as [(WrongHost.Fault, String)])
    func wrongHost(fault: WrongHost.Fault, rule: String) async {
        let checklist = ScreenHostChecklist(
            makeHost: { WrongHost(fault) }, makeScreen: { AppScreen(named: $0) },
            containers: ["stack": { AppStack(children: $0) }])
        let failures = await checklist.failures()
        #expect(failures.contains(rule), "\(failures)")
    }

    @Test(
        "A rule that one kind of container breaks is reported with its name",
        arguments: [
            (.reverses, "it contains the given screens, in their order"),
            (.keepsParents, "a removed screen has no parent"),
            (.forgetsSelection, "the selected screen stays selected"),
        ] as [(WrongTabs.Fault, String)])
    func wrongContainer(fault: WrongTabs.Fault, rule: String) async {
        let checklist = ScreenHostChecklist(
            makeHost: { AppHost() }, makeScreen: { AppScreen(named: $0) },
            containers: ["stack": { AppStack(children: $0) }, "wrong": { WrongTabs(fault, $0) }])
        let failures = await checklist.failures()
        #expect(failures.contains("wrong: \(rule)") && !failures.contains { $0.hasPrefix("stack:") }, "\(failures)")
    }

    @Test("Routes work on the host of the documentation") func route() async throws {
        let host = AppHost()
        let list = StepBuilder(
            finder: NoFinder<AppScreen, Void>(), factory: ClosureFactory<AppScreen, Void> { AppScreen(named: "list") }
        )
        .using(Push())
        .from(StepBuilder(finder: NoFinder<AppStack, Void>(), factory: ClassContainerFactory<AppStack, Void>()))
        .using(ReplaceRoot()).from(Step<AppScreen, Void>.root()).build()
        #expect(try await Router<AppScreen>(host: host).navigate(to: list).hasArrived)
        #expect((host.root as? AppStack)?.contained.map(\.name) == ["list"])
    }
}
