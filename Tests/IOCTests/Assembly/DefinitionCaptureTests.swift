import IOC
import Synchronization
import Testing

@Suite("Captures of a definition's closure", .serialized)
struct DefinitionCaptureTests {
    private final class Paper: Sendable {
        let text = "paper"
    }

    private final class Letter {
        let text: String
        init(_ text: String) { self.text = text }
    }

    private final class Desk: Assembly {
        static let paper = Mutex<Paper?>(nil)

        let plain: Definition<Desk, Letter>
        let addressed: Definition<Desk, Letter, String, Int>
        let number: Definition<Desk, Int>

        init() {
            let paper = Self.paper.withLock { $0 }
            plain = Definition(.prototype) { _ in Letter(paper?.text ?? "none") }
            addressed = Definition(.prototype) { _, name, copies in Letter("\(paper?.text ?? "none") \(name) \(copies)")
            }
            number = Definition { _ in paper?.text.count ?? 0 }
        }
    }

    @Test("stays as long as the assembly, is used by each call, and goes with it")
    func lifetime() throws {
        weak var paper: Paper?
        do {
            let made = Paper()
            paper = made
            Desk.paper.withLock { $0 = made }
        }
        var desk: Desk? = try Desk.activated()
        Desk.paper.withLock { $0 = nil }
        for round in 0..<3 {
            #expect(try desk?.plain().text == "paper")
            #expect(try desk?.addressed("Ada", round).text == "paper Ada \(round)")
            #expect(try desk?.number() == 5)
        }
        #expect(paper != nil)
        desk = nil
        #expect(paper == nil)
    }

    @Test("goes with an assembly that was never activated")
    func neverActivated() {
        weak var paper: Paper?
        do {
            let made = Paper()
            paper = made
            Desk.paper.withLock { $0 = made }
            let desk = Desk()
            Desk.paper.withLock { $0 = nil }
            withExtendedLifetime(desk) {}
        }
        #expect(paper == nil)
    }
}
