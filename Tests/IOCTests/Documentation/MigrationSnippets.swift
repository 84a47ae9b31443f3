// swift-format-ignore-file
import IOC
import IOCTesting
import Synchronization
import Testing

// The programs that the pages about coming from elsewhere show, on the side of IOC, compiled and run. `DocumentationTests` looks
// whether every block stands here line by line.

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
    var limit: Int
}

struct TooManyLoans: Error {}

@Component
final class LoanDesk {
    @Autowired var notifier: any LoanNotifier
    @Value("loans") var settings: LoanSettings
    let loans = Mutex<[String: Int]>([:])

    func lend(to reader: String) throws -> Int {
        let count = loans.withLock { loans in
            loans[reader, default: 0] += 1
            return loans[reader, default: 0]
        }
        guard count <= settings.limit else { throw TooManyLoans() }
        notifier.send("return it in \(settings.days) days", to: reader)
        return count
    }
}

final class RecordingLoanNotifier: LoanNotifier {
    let sent = Mutex<[String]>([])
    func send(_ text: String, to reader: String) { sent.withLock { $0.append("\(reader): \(text)") } }
}

@Suite(.applicationContext(
    ContextConfiguration(prefixes: ["Loan"], settings: ["loans": ["days": 14, "limit": 3]])))
struct LoanDeskTests {
    @Autowired var desk: LoanDesk
    @Autowired var notifier: any LoanNotifier

    @Test(.applicationContext { $0.replace((any LoanNotifier).self) { RecordingLoanNotifier() } })
    func tellsTheReader() throws {
        _ = try desk.lend(to: "Ada")
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
    @Value("forecast.url") var url = "https://weather.example.com"
    func forecast(for city: String) -> String { "\(city): sun, says \(url)" }
}

@Component("cached", .primary)
final class ForecastCache: ForecastSource {
    let service: ForecastService
    let known = Mutex<[String: String]>([:])

    func forecast(for city: String) -> String {
        if let forecast = known.withLock({ $0[city] }) { return forecast }
        let forecast = service.forecast(for: city)
        known.withLock { $0[city] = forecast }
        return forecast
    }
}

final class ForecastReport: Sendable {
    let city: String
    let source: any ForecastSource
    init(city: String, source: any ForecastSource) {
        self.city = city
        self.source = source
    }
    var text: String { source.forecast(for: city) }
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
    func set(_ score: Int, of player: String)
}

@Component
final class PlayerMemory: PlayerStore {
    let scores = Mutex<[String: Int]>([:])
    func score(of player: String) -> Int { scores.withLock { $0[player, default: 0] } }
    func set(_ score: Int, of player: String) { scores.withLock { $0[player] = score } }
}

@Component(.scope(.prototype))
final class PlayerTurn {
    @Autowired var store: any PlayerStore
    @Value("game.points") var points = 10

    func play(_ player: String) -> Int {
        store.set(store.score(of: player) + points, of: player)
        return store.score(of: player)
    }
}

@Component
final class PlayerGame {
    @Autowired var turn: Provider<PlayerTurn>
    func playTwice(_ player: String) throws -> Int {
        _ = try turn().play(player)
        return try turn().play(player)
    }
}

final class RichPlayers: PlayerStore {
    func score(of player: String) -> Int { 1_000 }
    func set(_ score: Int, of player: String) {}
}

@Suite(.applicationContext(ContextConfiguration(prefixes: ["Player"])))
struct PlayerGameTests {
    @Autowired var game: PlayerGame

    @Test func addsUp() throws { #expect(try game.playTwice("Ada") == 20) }

    @Test(.applicationContext { $0.replace((any PlayerStore).self) { RichPlayers() } })
    func asksTheStore() throws { #expect(try game.playTwice("Ada") == 1_000) }
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
    @Autowired var clock: any ReminderClock
    @Autowired var client: ReminderClient

    func remind(_ text: String) throws -> String {
        let reminder = "\(text) at \(clock.now)"
        try client.save(reminder)
        return reminder
    }
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
    func remembersTheTime() throws {
        #expect(try model.remind("tea") == "tea at 42")
    }
}

// MARK: From Typhoon

final class Knight: @unchecked Sendable {
    // Sound: the property is set while the knight is being made, and not after that.
    var castle: Castle?
    let quest: any Quest
    init(quest: any Quest) { self.quest = quest }
    func ride() -> String { "\(quest.goal) from \(castle?.name ?? "nowhere")" }
}

final class Castle: Sendable {
    let name: String
    init(name: String) { self.name = name }
}

protocol Quest: Sendable {
    var goal: String { get }
}

struct GrailQuest: Quest { let goal = "to the grail" }
struct DragonQuest: Quest { let goal = "to the dragon" }

final class QuestAssembly: Assembly {
    let quest: Define<any Quest> = Define(.singleton) { _ in GrailQuest() }
}

final class KnightAssembly: Assembly {
    let quests = Collaborator(QuestAssembly.self)

    let castle = Define(.singleton) { _ in Castle(name: "Camelot") }

    let knight: Define<Knight> = Define(.prototype) { assembly in
        Knight(quest: try assembly.quests().quest())
    }
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

@Suite("The programs on the pages about coming from elsewhere")
struct MigrationTests {
    @Test("Swinject's reports a city by the cached source")
    func swinject() throws { #expect(try printForecast() == "Oslo: sun, says https://weather.example.com") }

    @Test("Typhoon's rides, and rides elsewhere where it is patched")
    func typhoon() throws {
        #expect(try ride() == "to the grail from Camelot")
        #expect(try rideElsewhere() == "to the dragon from Camelot")
    }
}
