import FoundationEssentials
import IOC
import IOCBase
import Testing

private let evaluations = Guarded(0)
private func next() -> Int {
    evaluations.withLock {
        $0 += 1
        return $0
    }
}

@Suite("Defaults of settings are evaluated as Swift evaluates them", .serialized)
struct DefaultEvaluationTests {
    @Component(.scope(.prototype))
    final class Numbered {
        @Injected(setting: "number", default: next()) let number: Int
    }
    @Component(.scope(.prototype))
    final class Identified {
        let id: UUID
        let next: Int

        init(
            @Named(setting: "id") id: UUID = UUID(), @Named(setting: "next") next: Int = DefaultEvaluationTests.number()
        ) {
            self.id = id
            self.next = next
        }
    }
    static func number() -> Int { next() }

    @Test("Each instance that needs the default gets its own, a given setting evaluates none, and neither does a check")
    func each() throws {
        let before = evaluations.withLock(\.self)
        let configuration = ContextConfiguration.reading(Numbered.self, Identified.self)
        _ = try ApplicationContext.check(configuration)
        let context = try ApplicationContext(configuration)
        #expect(evaluations.withLock(\.self) == before)
        let (one, two) = try (context.component(Identified.self), context.component(Identified.self))
        #expect(one.id != two.id && two.next == one.next + 1)
        #expect(try context.component(Numbered.self).number == two.next + 1)
        let given = try ApplicationContext(
            configuration.with { $0.settings = ["number": 5, "next": 6, "id": .string("\(one.id)")] })
        #expect(try given.component(Numbered.self).number == 5 && given.component(Identified.self).id == one.id)
        #expect(evaluations.withLock(\.self) == before + 3)
    }
}
