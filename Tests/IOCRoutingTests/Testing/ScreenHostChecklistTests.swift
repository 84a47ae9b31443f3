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
}
