// swift-format-ignore-file
import IOC
import IOCTesting
import Testing

// What the pages about tests show, compiled and run.

final class CafeClock: IOCComponent, Clock { var now: Int { 1 } }

final class CafeMailer: IOCComponent, Mailer {
    static var traits: [ComponentTrait] { [.named("mailer")] }
    func send(_ text: String) {}
}

final class CafeTill: IOCComponent, @unchecked Sendable {
    @Autowired var clock: any Clock
    @Autowired var mailer: any Mailer
    @Value("till.currency") var currency = "EUR"
    func enter(_ text: String) { mailer.send("\(clock.now): \(text), \(currency)") }
}

@Suite(.applicationContext(ContextConfiguration(prefixes: ["Cafe"])))
struct TillTests {
    @Autowired var till: CafeTill

    @Test(.applicationContext {
        $0.replace((any Clock).self) { FixedClock(42) }
        $0.wrap(named: "mailer", as: (any Mailer).self) { RecordingMailer(around: $0) }
        $0.set("till.currency", to: "SEK")
    })
    func mailsTheReceipt() {
        till.enter("tea")
        #expect((till.mailer as? RecordingMailer)?.sent == ["42: tea, SEK"])
    }

    @Test func everythingResolves() async throws {
        try await expectEveryDefinitionResolves(in: .current)
    }
}

func fakes(_ test: inout ContextPatch) {
    test.replace((any Clock).self) { FixedClock(42) }
}

@Test(.applicationContext(ContextConfiguration(prefixes: ["Cafe"]), overrides: fakes))
func timeStandsStill() throws {
    #expect(try ApplicationContext.current.component((any Clock).self).now == 42)
}

protocol BookStorage: Sendable { func titles() async throws -> [String] }

struct MemoryStorage: BookStorage { func titles() -> [String] { [] } }

@Component final class BookDatabase: IOCService {
    func run() async throws {}
}

@Component final class StoredBooks: BookStorage {
    init(database: BookDatabase) async {}
    func titles() -> [String] { ["Emma"] }
}

@Component final class Shelf {
    let storage: any BookStorage
    func titles() async throws -> [String] { try await storage.titles() }
}

// Compiled only, because the file is that of another program.
@Suite(.disabled("the file is that of another program"))
struct ProgramFile {
    @Suite(.applicationContext(contentsOf: "config/applicationContext.json"))
    struct ProgramTests {
        @Autowired var till: CafeTill

        @Test(.applicationContext { $0.set("till.currency", to: "EUR") })
        func entersInEuros() {
            till.enter("tea")
            #expect(till.currency == "EUR")
        }

        @Test func wiring() {
            expectWiring(contentsOf: "config/applicationContext.json")
        }
    }

    @Test(.applicationContext(contentsOf: "config/applicationContext.json") {
        $0.replace((any BookStorage).self) { MemoryStorage() }
        $0.remove(BookDatabase.self)
    })
    func listsBooks() async throws {
        let shelf = try ApplicationContext.current.component(Shelf.self)
        #expect(try await shelf.titles() == [])
    }

    @Test(.applicationContext(contentsOf: "config/applicationContext.json", starting: true))
    func storesBooks() async throws {
        let shelf = try ApplicationContext.current.component(Shelf.self)
        #expect(try await shelf.titles() == ["Emma"])
    }
}
