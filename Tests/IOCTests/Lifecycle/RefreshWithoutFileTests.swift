import IOC
import IOCBase
import Testing

@Suite("Refreshing a context that was created in code")
struct RefreshWithoutFileTests {
    private final class Counter: SettingSource {
        let number = Guarded(1)
        let name = "counter"

        func setting(at key: SettingKey, as kind: SettingKind) -> SourcedSetting? {
            key == "number" ? SourcedSetting(.int(number.withLock(\.self)), from: "counter") : nil
        }
    }
    @Component final class Follower {
        @Value("number", live: true) var number: Int
    }

    @Test("Asks the sources again, for live values of the context and of its children")
    func asksAgain() async throws {
        let source = Counter()
        let configuration = ContextConfiguration.reading(Follower.self).with { $0.settingSources = [source] }
        let parent = try ApplicationContext(configuration)
        let child = try ApplicationContext(.reading(Follower.self), parent: parent)
        try await parent.start()
        try await child.start()
        source.number.withLock { $0 = 2 }
        #expect(try await parent.refreshing().changed == ["number"])
        #expect(try parent.component(Follower.self).number == 2 && child.component(Follower.self).number == 2)
        #expect(try await child.refreshing().changed == [])
        let error = await #expect(throws: IOCError.self) { try await parent.reloading() }
        #expect(error?.code == .reloadUnavailable)
        try await child.stop()
        try await parent.stop()
    }
}
