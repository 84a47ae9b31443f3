import IOC
import IOCBase
import Testing

private let evaluations = Guarded(0)

@Suite("Defaults of settings are evaluated as Swift evaluates them", .serialized)
struct DefaultEvaluationTests {
    @Component(.scope(.prototype))
    final class Numbered {
        @Injected(setting: "number", default: DefaultEvaluationTests.next()) let number: Int
    }
    @Component(.scope(.prototype))
    final class Passed {
        let next: Int
        init(@Named(setting: "next") next: Int = DefaultEvaluationTests.next()) { self.next = next }
    }
    static func next() -> Int {
        evaluations.withLock {
            $0 += 1
            return $0
        }
    }

    @Test("Each instance that needs the default gets its own, a given setting evaluates none, and neither does a check")
    func each() throws {
        let before = evaluations.withLock(\.self)
        let configuration = ContextConfiguration.reading(Numbered.self, Passed.self)
        _ = try ApplicationContext.check(configuration)
        let context = try ApplicationContext(configuration)
        #expect(evaluations.withLock(\.self) == before)
        #expect(try context.component(Passed.self).next == before + 1)
        #expect(try context.component(Passed.self).next == before + 2)
        #expect(try context.component(Numbered.self).number == before + 3)
        let given = try ApplicationContext(configuration.with { $0.settings = ["number": 5, "next": 6] })
        #expect(try given.component(Numbered.self).number == 5 && given.component(Passed.self).next == 6)
        #expect(evaluations.withLock(\.self) == before + 3)
    }
}
