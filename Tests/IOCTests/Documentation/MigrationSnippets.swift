// swift-format-ignore-file
import IOC
import IOCTesting
import Synchronization
import Testing

// The examples of the pages about coming from elsewhere, compiled and run. `DocumentationTests` checks that every block is here,
// line by line.

// MARK: From Spring

protocol LoanNotifier: Sendable {
    func send(_ text: String, to reader: String)
}

@Component(.profile("!test"))
final class LoanMailNotifier: LoanNotifier {
    func send(_ text: String, to reader: String) { /* SMTP */ }
}

struct LoanSettings: Decodable, Sendable {
    var days: Int
}

@Component
final class LoanDesk {
    let notifier: any LoanNotifier
    @Injected(setting: "loans") let settings: LoanSettings

    func lend(to reader: String) {
        notifier.send("return it in \(settings.days) days", to: reader)
    }
}

final class RecordingLoanNotifier: LoanNotifier {
    let sent = Mutex<[String]>([])
    func send(_ text: String, to reader: String) { sent.withLock { $0.append("\(reader): \(text)") } }
}

@Suite(.applicationContext(ContextConfiguration(prefixes: ["Loan"], settings: ["loans": ["days": 14]])))
struct LoanDeskTests {
    @Autowired var desk: LoanDesk
    @Autowired var notifier: any LoanNotifier

    @Test(.applicationContext { $0.replace((any LoanNotifier).self) { RecordingLoanNotifier() } })
    func remindsTheReader() throws {
        desk.lend(to: "Ada")
        let recorder = try #require(notifier as? RecordingLoanNotifier)
        #expect(recorder.sent.withLock { $0 } == ["Ada: return it in 14 days"])
    }
}

// MARK: From Swinject

protocol ForecastSource: Sendable {
    func forecast(for city: String) -> String
}

@Component
final class ForecastService: ForecastSource {
    @Injected(setting: "forecast.url", default: "https://weather.example.com") let url: String
    func forecast(for city: String) -> String { "\(city): sun, says \(url)" }
}

final class ForecastReport: Sendable {
    let text: String
    init(city: String, source: any ForecastSource) { text = source.forecast(for: city) }
}

final class ForecastAssembly: Assembly {
    let report: Define<ForecastReport, String> = Define(.prototype) { assembly, city in
        ForecastReport(city: city, source: try assembly.context.component())
    }
}

func printForecast() throws -> String {
    let forecasts = try ForecastAssembly.activated(configuration: ContextConfiguration(prefixes: ["Forecast"]))
    return try forecasts.report("Oslo").text
}

// MARK: From Factory

protocol PlayerStore: Sendable {
    func score(of player: String) -> Int
}

@Component
final class PlayerMemory: PlayerStore {
    func score(of player: String) -> Int { 0 }
}

@Component(.scope(.prototype))
final class PlayerTurn {
    let store: any PlayerStore
    @Injected(setting: "game.points", default: 10) let points: Int
    func play(_ player: String) -> Int { store.score(of: player) + points }
}

@Component
final class PlayerGame {
    let turn: Provider<PlayerTurn>
    func play(_ player: String) throws -> Int { try turn().play(player) }
}

final class RichPlayers: PlayerStore {
    func score(of player: String) -> Int { 1_000 }
}

@Suite(.applicationContext(ContextConfiguration(prefixes: ["Player"])))
struct PlayerGameTests {
    @Autowired var game: PlayerGame

    @Test func addsPoints() throws { #expect(try game.play("Ada") == 10) }

    @Test(.applicationContext { $0.replace((any PlayerStore).self) { RichPlayers() } })
    func asksTheStore() throws { #expect(try game.play("Ada") == 1_010) }
}

// MARK: From swift-dependencies

protocol ReminderClock: Sendable {
    var now: Int { get }
}

@Component
final class ReminderSystemClock: ReminderClock {
    var now: Int { Int(ContinuousClock.now.duration(to: .now) / .seconds(1)) }
}

struct ReminderClient: Sendable {
    var save: @Sendable (String) throws -> Void
}

final class ReminderAssembly: Assembly {
    let client = Define(.singleton) { _ in ReminderClient(save: { _ in /* write to disk */ }) }
}

@Component
final class ReminderModel {
    let clock: any ReminderClock
    let client: ReminderClient

    func remind(_ text: String) throws { try client.save("\(text) at \(clock.now)") }
}

struct FixedReminderClock: ReminderClock {
    let now: Int
}

@Suite(.applicationContext(
    ContextConfiguration(prefixes: ["Reminder"], assemblies: [String(reflecting: ReminderAssembly.self)])))
struct ReminderTests {
    @Autowired var model: ReminderModel

    @Test(.applicationContext {
        $0.replace((any ReminderClock).self) { FixedReminderClock(now: 42) }
        $0.replace(ReminderClient.self) { ReminderClient(save: { #expect($0 == "tea at 42") }) }
    })
    func remembersTheTime() throws { try model.remind("tea") }
}

// MARK: From Typhoon

final class Knight: @unchecked Sendable {
    // Sound: the property is set during construction, and not afterwards.
    var castle: Castle?
    let quest: any Quest
    init(quest: any Quest) { self.quest = quest }
    func ride() -> String { "\(quest.goal) from \(castle?.name ?? "nowhere")" }
}

struct Castle: Sendable { let name: String }

protocol Quest: Sendable { var goal: String { get } }
struct GrailQuest: Quest { let goal = "to the grail" }
struct DragonQuest: Quest { let goal = "to the dragon" }

final class QuestAssembly: Assembly {
    let quest: Define<any Quest> = Define(.singleton) { _ in GrailQuest() }
}

final class KnightAssembly: Assembly {
    let quests = Collaborator(QuestAssembly.self)
    let castle = Define(.singleton) { _ in Castle(name: "Camelot") }
    let knight: Define<Knight> = Define(.prototype) { assembly in Knight(quest: try assembly.quests().quest()) }
        .inject { knight, assembly in knight.castle = try assembly.castle() }
}

func ride() throws -> String {
    let knights = try KnightAssembly.activated()
    return try knights.knight().ride()
}

func rideElsewhere() throws -> String {
    let knights = try KnightAssembly.activated()
    let patched = try knights.context.patched { $0.replace((any Quest).self) { DragonQuest() } }
    return try ApplicationContext.withCurrent(patched) { try knights.knight().ride() }
}

@Suite("The examples of the pages about coming from elsewhere")
struct MigrationTests {
    @Test("A definition with an argument reports the forecast of a city")
    func swinject() throws { #expect(try printForecast() == "Oslo: sun, says https://weather.example.com") }

    @Test("The knight rides to the grail, and in a patched context to the dragon")
    func typhoon() throws {
        #expect(try ride() == "to the grail from Camelot")
        #expect(try rideElsewhere() == "to the dragon from Camelot")
    }
}
