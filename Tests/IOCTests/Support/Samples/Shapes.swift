// Sample components for every suite, one for each shape. A suite declares a class of its own only if its rule needs a shape
// that is not here.
import IOC
import IOCBase

/// Lines in the order in which components write them. Each context has its own log.
final class PartLog: IOCComponent {
    private let written = Guarded<[String]>([])
    func note(_ line: String) { written.withLock { $0.append(line) } }
    var lines: [String] { written.withLock { $0 } }
}

/// A component with no dependencies. Its scope is a singleton's unless the configuration of a test gives another one.
final class Leaf: IOCComponent {}
@Component(.scope(.prototype)) final class Ticket {}
@Component(.scope(.request)) final class PerRequest {}

/// A protocol with several components.
protocol Meter: Sendable { var value: Int { get } }
@Component struct PlainMeter: Meter { var value: Int { 1 } }
@Component(.fallback) struct FallbackMeter: Meter { var value: Int { 2 } }
@Component("named", .profile("lab")) struct NamedMeter: Meter { var value: Int { 4 } }
/// A meter that is no component.
struct FixedMeter: Meter { var value = 42 }
struct ShiftedMeter: Meter {
    let inner: any Meter
    var value: Int { inner.value + 1_000 }
}

/// Components whose initializers are passed what they need: a class, a structure and an actor.
@Component final class Rack { let meter: any Meter }
@Component struct Bench {
    let rack: Rack
    let meter: any Meter
}
@Component actor Operator {
    let meter: any Meter
    let bench: Bench
}

/// An initializer with every kind of parameter.
@Component final class Choices {
    let maybe: (any Meter)?
    let all: [any Meter]
    let byName: [String: any Meter]
    let ticket: Provider<Ticket>
    let number: Int
    init(
        maybe: (any Meter)?, all: [any Meter], byName: [String: any Meter], ticket: Provider<Ticket>,
        @Named(setting: "number") number: Int = 7
    ) {
        self.maybe = maybe
        self.all = all
        self.byName = byName
        self.ticket = ticket
        self.number = number
    }
}

/// A cycle of two, by properties.
final class Hen: IOCComponent, @unchecked Sendable {
    @Autowired var egg: Egg
}
final class Egg: IOCComponent, @unchecked Sendable {
    @Autowired var hen: Hen
}
