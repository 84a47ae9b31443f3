import IOC
import Testing

@Suite("The hooks of prototypes")
struct PrototypeHookTests {
    class Hooked: @unchecked Sendable {
        // Sound: each instance stays with the test that asked for it.
        var calls: [String] = []
        required init() {}
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
    }
    final class Unhooked: Hooked, IOCComponent, @unchecked Sendable {}
    final class First: Hooked, IOCComponent, @unchecked Sendable {
        func willInject() { calls.append("will") }
    }
    final class Last: Hooked, IOCComponent, @unchecked Sendable {
        func didInject() { calls.append("did") }
    }
    final class Both: Hooked, IOCComponent, @unchecked Sendable {
        func willInject() { calls.append("will") }
        func didInject() { calls.append("did") }
    }

    @Test("Each instance of a prototype has its hooks called")
    func all() throws {
        let types: [any IOCComponent.Type] = [Unhooked.self, First.self, Last.self, Both.self]
        let context = try ApplicationContext(ContextConfiguration(classes: types.map { String(reflecting: $0) }))
        for _ in 0..<3 {
            #expect(try context.component(Unhooked.self).calls == [])
            #expect(try context.component(First.self).calls == ["will"])
            #expect(try context.component(Last.self).calls == ["did"])
            #expect(try context.component(Both.self).calls == ["will", "did"])
        }
    }
}
