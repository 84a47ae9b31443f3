import Dispatch
import IOC
import IOCBase
import Testing

@Suite("Waits for another thread's construction", .timeLimit(.minutes(30)))
struct ConstructionWaitTests {
    // MARK: Timeouts

    /// The signals of two threads to each other.
    final class Signals: IOCComponent {
        let reportHasBegun = Door()
        let ledgerHasBegun = Door()
        let hasAnswer = DispatchSemaphore(value: 0)
        let answer = Guarded<Result<Ledger, any Error>?>(nil)
    }
    /// Asks for a ledger while another thread creates it.
    @Component(.lazy) final class Report {
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
    @Component(.lazy) final class Ledger {
        init() {
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
            if number == 0 { return code { _ = try child.component(Report.self) } }
            signals.reportHasBegun.pass()
            let found = code { _ = try child.component(Report.self) }
            _ = try parent.component(Ledger.self)
            return found
        }
        #expect(codes == [nil, .constructionTimeout])
        let answer = try #require(signals.answer.withLock { $0 })
        #expect(try answer.get() === parent.component(Ledger.self))
    }

    @Component("librarian", .lazy) final class Librarian {
        @Autowired var shelf: Provider<Shelf>
        let error = Guarded<IOCError?>(nil)
        func didInject() {
            // Another thread needs what this one constructs, and this one waits for it.
            let found = outcomesOnThreads(1) { [shelf] _ in try shelf() }[0]
            if case .failure(let failure) = found { error.withLock { $0 = failure as? IOCError } }
        }
    }
    @Component("shelf", .lazy) final class Shelf {
        @Autowired var librarian: Librarian
        func didInject() throws { _ = try $librarian.get() }
    }

    @Test("A wait outside of the container ends in a timeout, which names what the other thread is constructing")
    func timeout() throws {
        let context = try ApplicationContext(
            ContextConfiguration(Librarian.self, Shelf.self).with { $0.constructionTimeout = .milliseconds(20) })
        let error = try #require(try context.component(Librarian.self).error.withLock(\.self))
        #expect(error.code == .constructionTimeout)
        #expect(error.description.contains("for librarian, while another thread is constructing librarian"))
    }

    // MARK: Two contexts

    /// The component of one context, which finds that of the other.
    final class Partner: @unchecked Sendable { var found: Partner? }
    final class Partners: Assembly {
        let other = Locked<Partners?>(nil)
        let partner: Define<Partner>
        init(_ meeting: Meeting) {
            partner = Define(.lazySingleton) { _ in Partner() }.didInject { [other] partner in
                meeting.attend()
                partner.found = try other.withLock { $0 }?.partner()
            }
        }
        convenience init() { self.init(Meeting(of: 1)) }
    }

    @Test("If two contexts look each other up from both ends at once, one lookup fails at once with both paths")
    func bothEnds() throws {
        for _ in 0..<20 {
            // Both are being created before either asks for the other.
            let meeting = Meeting(of: 2)
            let (one, two) = (Partners(meeting), Partners(meeting))
            try one.activate()
            try two.activate()
            one.other.withLock { $0 = two }
            two.other.withLock { $0 = one }
            let errors = outcomesOnThreads(2) { try ($0 == 0 ? one : two).partner() }.compactMap { outcome in
                if case .failure(let error) = outcome { error as? IOCError } else { nil }
            }
            // The other lookup has found both, after this one had given up.
            #expect(errors.map(\.code) == [.constructionCycle])
            #expect(errors.first?.description.contains("another thread constructs") == true)
            for partners in [one, two] {
                partners.other.withLock { $0 = nil }
                try? partners.partner().found = nil
            }
        }
    }
}
