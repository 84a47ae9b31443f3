import Dispatch
import IOC
import IOCBase
import Testing

@Suite("Waits for another thread's construction", .timeLimit(.minutes(30)))
struct ConstructionWaitTests {
    /// The signals of two threads to each other.
    final class Signals: IOCComponent {
        let reportHasBegun = Door()
        let ledgerHasBegun = Door()
        let hasAnswer = DispatchSemaphore(value: 0)
        let answer = Guarded<Result<Ledger, any Error>?>(nil)
    }
    /// Asks for a ledger while another thread makes it.
    final class Report: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        static var traits: [ComponentTrait] { [.lazy] }
        @Autowired var signals: Signals
        @Autowired var ledger: Provider<Ledger>
        func didInject() {
            signals.reportHasBegun.open()
            signals.ledgerHasBegun.pass()
            let answer = Result { try ledger() }
            signals.answer.withLock { $0 = answer }
            signals.hasAnswer.signal()
        }
    }
    final class Ledger: IOCComponent {
        static var traits: [ComponentTrait] { [.lazy] }
        required init() {
            guard let signals = try? ApplicationContext.current.component(Signals.self) else { return }
            signals.ledgerHasBegun.open()
            // A thread that wrongly gets a circle has its error now; a waiting thread has no answer before this returns.
            _ = signals.hasAnswer.wait(timeout: .now() + .milliseconds(50))
        }
    }

    @Test("A thread that gave up a wait can be waited for, and no false cycle is reported")
    func afterTimeout() throws {
        // The ledger's context waits long, the report's gives up at once.
        let parent = try boot(Signals.self, Ledger.self)
        let child = try ApplicationContext(
            ContextConfiguration(Report.self).with { $0.constructionTimeout = .milliseconds(1) }, parent: parent)
        let signals = try parent.component(Signals.self)
        let codes = try onThreads(2) { number -> IOCError.Code? in
            if number == 0 {
                _ = try child.component(Report.self)
                return nil
            }
            signals.reportHasBegun.pass()
            let error = #expect(throws: IOCError.self) { try child.component(Report.self) }
            _ = try parent.component(Ledger.self)
            return error?.code
        }
        #expect(codes == [nil, .constructionTimeout])
        let answer = try #require(signals.answer.withLock { $0 })
        #expect(try answer.get() === parent.component(Ledger.self))
    }
}
