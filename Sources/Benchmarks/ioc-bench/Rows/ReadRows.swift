import IOC
import Measuring

/// The rows of reads of injected properties. The loops are written out, so that they contain nothing but the read.
enum ReadRows {
    static var all: [Row] { [byClass, byProtocol, constant, firstRead] }

    private static var byClass: Row {
        Row("read a filled @Autowired: class", against: "a stored var", limit: 1.1) {
            let (service, plain, context) = try services()
            return .ratio(
                baseline: { rounds in processorTime { for _ in 0..<rounds { blackHole(plain.engine) } } },
                measured: { rounds in
                    withExtendedLifetime(context) {
                        processorTime { for _ in 0..<rounds { blackHole(service.engine) } }
                    }
                })
        }
    }

    private static var byProtocol: Row {
        Row("read a filled @Autowired: any P", against: "a stored var", limit: 1.1) {
            let (service, plain, context) = try services()
            return .ratio(
                baseline: { rounds in processorTime { for _ in 0..<rounds { blackHole(plain.port as any BenchPort) } }
                },
                measured: { rounds in
                    withExtendedLifetime(context) {
                        processorTime { for _ in 0..<rounds { blackHole(service.port as any BenchPort) } }
                    }
                })
        }
    }

    private static func services() throws -> (BenchService, PlainService, ApplicationContext) {
        let context = try BenchContext.boot()
        let service = try context.component(BenchService.self)
        blackHole((service.engine, service.port))
        let plain = PlainService(try context.component())
        plain.assign(try context.component())
        return (service, plain, context)
    }

    private static var constant: Row {
        Row("read a constant", against: "a stored let", limit: 1) {
            let context = try BenchContext.boot()
            let service = try context.component(BenchConstants.self)
            let plain = PlainConstants(engine: try context.component(), port: try context.component())
            return .ratio(
                baseline: { rounds in
                    processorTime { for _ in 0..<rounds { blackHole((plain.opaque.engine, plain.opaque.port)) } }
                },
                measured: { rounds in
                    processorTime { for _ in 0..<rounds { blackHole((service.opaque.engine, service.opaque.port)) } }
                })
        }
    }

    private static var firstRead: Row {
        Row("first read of an @Autowired", against: "a lookup under a Mutex", limit: 4) {
            let context = try BenchContext.boot()
            let table = MutexTable(try context.components((any IOCComponent).self))
            return .ratio(
                baseline: { rounds in
                    try processorTime { for _ in 0..<rounds { blackHole(try table.find(BenchEngine.self)) } }
                },
                measured: { rounds in
                    let readers = try (0..<rounds).map { _ in try context.component(BenchReader.self) }
                    return processorTime { for reader in readers { blackHole(reader.engine) } }
                }, rounds: 20_000)
        }
    }
}

protocol BenchPort: AnyObject, Sendable {}

final class BenchEngine: IOCComponent, BenchPort {}

/// A second conforming type. With only one conforming type, the optimizer would know the type of `any BenchPort`.
final class BenchSpareEngine: IOCComponent, BenchPort {
    static var traits: [ComponentTrait] { [.fallback] }
}

final class BenchService: IOCComponent, @unchecked Sendable {
    @Autowired var engine: BenchEngine
    @Autowired var port: any BenchPort
}

/// The hand-written variant with variables.
final class PlainService: @unchecked Sendable {
    // Sound: written while only one thread has the object.
    var engine: BenchEngine
    var port: any BenchPort

    init(_ engine: BenchEngine) {
        self.engine = engine
        port = engine
    }

    /// Assigns every property. Without this function the optimizer treats the properties as constants, which need no
    /// retain.
    @inline(never)
    func assign(_ engine: BenchEngine) {
        self.engine = engine
        port = engine
    }
}

@Component
final class BenchConstants {
    let engine: BenchEngine
    let port: any BenchPort

    /// The object itself, hidden from the optimizer, so that the optimizer can't remove reads.
    var opaque: BenchConstants { @inline(never) get { self } }
}

/// The hand-written variant with constants.
final class PlainConstants: Sendable {
    let engine: BenchEngine
    let port: any BenchPort

    init(engine: BenchEngine, port: any BenchPort) {
        self.engine = engine
        self.port = port
    }

    var opaque: PlainConstants { @inline(never) get { self } }
}

/// A component whose property is not yet resolved.
final class BenchReader: IOCComponent, @unchecked Sendable {
    static var traits: [ComponentTrait] { [.scope(.prototype)] }
    @Autowired var engine: BenchEngine
}

enum BenchContext {
    /// Boots every component of the benchmark except the generated components.
    static func boot() throws -> ApplicationContext {
        try ApplicationContext(ContextConfiguration(prefixes: ["Bench"]))
    }
}
