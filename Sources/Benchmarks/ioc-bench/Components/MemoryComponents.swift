import IOC

/// Four wrapped properties.
final class BenchQuartet: IOCComponent, @unchecked Sendable {
    static var traits: [ComponentTrait] { [.scope(.prototype)] }
    @Autowired var first: BenchEngine
    @Autowired var second: BenchEngine
    @Autowired var third: BenchEngine
    @Autowired var fourth: BenchEngine
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
