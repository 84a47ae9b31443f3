import Foundation
import IOCRoutingTesting
import Testing

@testable import IOCRouting

@MainActor @Suite("Host conformance") struct ConformanceTests {
    func fixture() -> ScreenHostFixture<HeadlessScreen> {
        ScreenHostFixture(
            host: HeadlessHost(), makeScreen: { HeadlessScreen(named: $0) },
            containers: [
                .init("stack") { HeadlessStack(children: $0) }, .init("tabs") { HeadlessTabs(children: $0) },
                .init("split") { HeadlessSplit(children: $0) },
                .init("collapsed split") { HeadlessSplit(named: "split", children: $0, isCollapsed: true) },
                .init("panes") { Panes($0) },
            ])
    }

    @Test("The headless host keeps every promise") func headless() async {
        let failures = await ScreenHostConformance.failures { fixture() }
        #expect(failures == [])
    }

    @Test("A host that fails is told on") func broken() async {
        let failures = await ScreenHostConformance.failures {
            let fixture = fixture()
            (fixture.host as? HeadlessHost)?.fail { operation in
                if case .dismiss = operation { return true }
                if case .select = operation { return true }
                return false
            }
            return fixture
        }
        #expect(failures.contains { $0.hasPrefix("dismissing two at once should succeed") })
        #expect(failures.contains { $0.hasPrefix("tabs: revealing should succeed") })
        #expect(!failures.contains { $0.hasPrefix("stack: revealing") })
    }

    func small(_ host: AppHost = AppHost()) -> ScreenHostFixture<AppScreen> {
        ScreenHostFixture(
            host: host, makeScreen: { AppScreen(named: $0) },
            containers: [.init("stack") { AppStack(children: $0) }, .init("tabs") { AppTabs(children: $0) }])
    }

    @Test("The smallest host keeps every promise") func smallest() async {
        #expect(await ScreenHostConformance.failures { small() } == [])
    }

    @Test(
        "A host that leaves out a rule is told which",
        arguments: [
            (FaultyHost.Fault.acceptsCircles, "stack: in no tree, holding the container that holds it should throw"),
            (.stealsContained, "stack: in no tree, holding another's screen should throw"),
            (.stealsPresented, "stack: in no tree, holding a presented screen should throw"),
            (.takesTheRoot, "stack: in no tree, holding the root should throw"),
        ])
    func faulty(fault: FaultyHost.Fault, failure: String) async {
        let failures = await ScreenHostConformance.failures { small(FaultyHost(fault)) }
        #expect(failures.contains(failure), "\(failures)")
        #expect(failures.contains(failure.replacing("stack", with: "tabs")), "\(failures)")
    }

    @Test("Tabs that forget which one was selected are told of") func forgetful() async {
        let failures = await ScreenHostConformance.failures {
            var fixture = small()
            fixture.containers = [.init("tabs") { ForgetfulTabs($0) }]
            return fixture
        }
        #expect(failures.contains("tabs: screen 2 of 3 still shows when others come, go or change places"))
    }

    @Test(
        "A host that says or does one thing wrongly is told all that is wrong then",
        arguments: [
            (
                .tellsNoParent,
                ["stack: what it holds knows its parent", "tabs: an added screen knows its parent"]
            ),
            (.tellsNoPresenter, ["a presented screen knows its presenter"]),
            (
                .tellsNothingPresented,
                ["the presenter knows what it presents", "the last presented screen is the topmost"]
            ),
            (.isAlwaysLive, ["a dismissed screen is detached"]),
            (
                .leavesAbove,
                ["dismissing takes what lies above along", "a screen dismissed along knows no presenter"]
            ),
            (.dropsPresented, ["a former root comes back with all it contained and presented"]),
            (.keepsRoot, ["the root can be none"]),
        ] as [(WrongHost.Fault, [String])])
    func wrong(fault: WrongHost.Fault, promises: [String]) async {
        let failures = await ScreenHostConformance.failures { small(WrongHost(fault)) }
        #expect(Set(failures).isSuperset(of: promises), "\(failures)")
    }

    @Test(
        "Of several containers each that does one thing wrongly is told of, with all that is wrong then",
        arguments: [
            (.turnsRound, ["it holds what it was made with", "it holds what it was told to, in order"]),
            (.keepsParents, ["a removed screen has no parent"]),
            (
                .losesTheLast,
                [
                    "it holds what it was made with", "what it holds knows its parent",
                    "an added screen knows its parent",
                ]
            ),
            (.showsTheLast, ["after a change it shows what it says", "a revealed screen shows"]),
            (.neverEmpties, ["an empty container shows nothing"]),
        ] as [(WrongContainer.Fault, [String])])
    func wrongContainer(fault: WrongContainer.Fault, promises: [String]) async {
        let failures = await ScreenHostConformance.failures {
            var fixture = small()
            fixture.containers = ["one", "two"].map { name in .init(name) { WrongContainer(fault, $0) } }
            fixture.containers.insert(.init("tabs") { AppTabs(children: $0) }, at: 1)
            return fixture
        }
        for name in ["one", "two"] {
            #expect(Set(failures).isSuperset(of: promises.map { "\(name): \($0)" }), "\(failures)")
        }
        #expect(!failures.contains { $0.hasPrefix("tabs:") }, "\(failures)")
    }

    @Test("Routes work on the smallest host") func route() async throws {
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

    @Test("The page on writing a host shows the smallest one whole, as it is compiled here") func page() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let source = try String(contentsOf: tests.appending(path: "Support/AppHost.swift"), encoding: .utf8)
        let page = try String(
            contentsOf: tests.appending(path: "../../Sources/IOCRouting/IOCRouting.docc/WritingAHost.md"),
            encoding: .utf8)
        #expect(page.contains("```swift\n" + source + "```\n"))
    }
}
