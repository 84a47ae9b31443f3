import IOC
import IOCBase

// A small program to test against.

protocol Clock: AnyObject, Sendable {
    var now: Int { get }
}

final class SystemClock: IOCComponent, Clock {
    var now: Int { 1 }
}

final class FixedClock: Clock {
    let now: Int
    init(_ now: Int = 42) { self.now = now }
}

protocol Mailer: AnyObject, Sendable {
    func send(_ text: String)
}

final class PostMailer: IOCComponent, Mailer {
    static var traits: [ComponentTrait] { [.named("mailer")] }
    func send(_ text: String) {}
}

/// Keeps what was sent.
final class RecordingMailer: Mailer {
    let inner: any Mailer
    private let texts = Guarded<[String]>([])
    var sent: [String] { texts.withLock { $0 } }
    init(around inner: any Mailer) { self.inner = inner }
    func send(_ text: String) {
        texts.withLock { $0.append(text) }
        inner.send(text)
    }
}

final class Ledger: IOCComponent, @unchecked Sendable {
    @Autowired var clock: any Clock
    @Autowired var mailer: any Mailer
    @Value("ledger.currency") var currency = "EUR"
    private let lines = Guarded<[String]>([])
    var count: Int { lines.withLock(\.count) }

    func enter(_ text: String) {
        lines.withLock { $0.append("\(clock.now) \(text)") }
        mailer.send(text)
    }
}

protocol Orbit: AnyObject, Sendable {}

protocol Dish: AnyObject, Sendable {}

/// A component that can't be created in a test, because there is no orbit.
final class Satellite: IOCComponent, Dish, @unchecked Sendable {
    static let made = Guarded(0)
    @Autowired var orbit: any Orbit
    init() { Self.made.withLock { $0 += 1 } }
}

final class Station: IOCComponent, @unchecked Sendable {
    @Autowired var dish: any Dish
}

final class FakeDish: Dish {}

extension ContextConfiguration {
    static func of(_ types: any ManagedComponent.Type...) -> ContextConfiguration {
        var configuration = ContextConfiguration(classes: types.map { String(reflecting: $0) })
        configuration.environment = [:]
        return configuration
    }

    static var shop: ContextConfiguration { .of(SystemClock.self, PostMailer.self, Ledger.self) }
}
