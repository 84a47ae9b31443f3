import IOC

protocol BenchPort: AnyObject, Sendable {}
protocol BenchOpenPort: Sendable {}

final class BenchEngine: IOCComponent, BenchPort, BenchOpenPort {}

/// A second conforming type, as with one alone the optimizer knows what `any BenchPort` is; it wins nowhere.
final class BenchSpareEngine: IOCComponent, BenchPort, BenchOpenPort {
    static var traits: [ComponentTrait] { [.fallback] }
}

/// Reads through wrappers.
final class BenchService: IOCComponent, @unchecked Sendable {
    @Autowired var engine: BenchEngine
    @Autowired var port: any BenchPort
    @Autowired var open: any BenchOpenPort
}

/// The same by hand.
final class PlainService: @unchecked Sendable {
    // Sound: written while one thread has it.
    var engine: BenchEngine
    var port: any BenchPort
    var open: any BenchOpenPort

    init(_ engine: BenchEngine) {
        self.engine = engine
        port = engine
        open = engine
    }

    /// Assigns every property, as otherwise the optimizer takes them for constants, which need no retaining.
    @inline(never)
    func assign(_ engine: BenchEngine) {
        self.engine = engine
        port = engine
        open = engine
    }
}

/// Constants that its initializer is passed.
final class BenchConstants: ConstructedComponent {
    let engine: BenchEngine
    let port: any BenchPort

    init(engine: BenchEngine, port: any BenchPort) {
        self.engine = engine
        self.port = port
    }

    static var constructor: Constructor { Constructor(BenchConstants.init, "engine", "port") }

    /// Itself, which the optimizer doesn't know, so that each read is one.
    var opaque: BenchConstants { @inline(never) get { self } }
}

/// The same by hand.
final class PlainConstants: Sendable {
    let engine: BenchEngine
    let port: any BenchPort

    init(engine: BenchEngine, port: any BenchPort) {
        self.engine = engine
        self.port = port
    }

    var opaque: PlainConstants { @inline(never) get { self } }
}

/// One unfilled wrapper.
final class BenchReader: IOCComponent, @unchecked Sendable {
    static var traits: [ComponentTrait] { [.scope(.prototype)] }
    @Autowired var engine: BenchEngine
}

enum BenchContext {
    /// Every component of the benchmark but the generated ones.
    static func make() throws -> ApplicationContext {
        try ApplicationContext(ContextConfiguration(prefixes: ["Bench"]))
    }
}
