import Testing

@testable import IOCRouting

final class Panes: HeadlessContainer, ContainerScreen {
    enum Role: ContainerRole {
        static var behaviour: ContainerBehaviour { .panes }
    }

    init(_ children: [HeadlessScreen]) { super.init(behaviour: .panes, children: children) }
}

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
}
