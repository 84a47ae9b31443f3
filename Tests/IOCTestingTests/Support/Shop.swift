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

final class LeftHalf: IOCComponent, @unchecked Sendable {
    @Autowired var right: RightHalf
}

final class RightHalf: IOCComponent, @unchecked Sendable {
    @Autowired var left: LeftHalf
}

final class Sheet: IOCComponent {
    static var traits: [ComponentTrait] { [.scope(.prototype)] }
}

/// The fleets that the tests of one suite saw, each once.
final class Sightings: Sendable {
    private let seen = Guarded<[Fleet]>([])
    var fleets: [Fleet] { seen.withLock { $0 } }

    func see(_ fleet: Fleet) {
        seen.withLock { seen in
            if !seen.contains(where: { $0 === fleet }) { seen.append(fleet) }
        }
    }
}

final class Fleet: IOCComponent, Startable, Stoppable {
    private let state = Guarded((starts: 0, stops: 0))
    var starts: Int { state.withLock(\.starts) }
    var stops: Int { state.withLock(\.stops) }
    func start() async throws { state.withLock { $0.starts += 1 } }
    func stop() async throws { state.withLock { $0.stops += 1 } }
}

extension ContextConfiguration {
    static func of(_ types: any ManagedComponent.Type...) -> ContextConfiguration {
        var configuration = ContextConfiguration(classes: types.map { String(reflecting: $0) })
        configuration.environment = [:]
        return configuration
    }

    static var shop: ContextConfiguration { .of(SystemClock.self, PostMailer.self, Ledger.self) }
}
