import IOC

/// Four wrapped properties.
final class BenchQuartet: IOCComponent, @unchecked Sendable {
    static var traits: [ComponentTrait] { [.scope(.prototype)] }
    @Autowired var first: BenchEngine
    @Autowired var second: BenchEngine
    @Autowired var third: BenchEngine
    @Autowired var fourth: BenchEngine
}

/// Two dependencies in wrapped properties.
final class PairOfProperties: IOCComponent, @unchecked Sendable {
    @Autowired var first: BenchEngine
    @Autowired var second: BenchEngine
}

/// Two dependencies that are passed to an initializer.
final class PairOfConstants: ConstructedComponent {
    let first: BenchEngine
    let second: BenchEngine

    init(first: BenchEngine, second: BenchEngine) {
        self.first = first
        self.second = second
    }

    static var constructor: Constructor { Constructor(PairOfConstants.init, "first", "second") }
}

/// None.
final class BenchNothing: IOCComponent {
    static var traits: [ComponentTrait] { [.scope(.prototype)] }
}

/// A component that lives as long as a request.
final class RequestVisit: IOCComponent {
    static var traits: [ComponentTrait] { [.scope(.request)] }
}

/// The components of a short-lived child context.
final class ChildService: IOCComponent, Startable, Stoppable, @unchecked Sendable {
    @Autowired var engine: BenchEngine

    func start() async throws {}
    func stop() async throws {}
}
