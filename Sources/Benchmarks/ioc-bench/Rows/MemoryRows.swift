import BenchmarkFrame
import GeneratedGraph
import IOC

/// The memory that the container keeps.
enum MemoryRows {
    static var all: [Benchmark] {
        [wrapper, constants, definition, scanned, component, child, scope, prototypes, dropped, stopped]
    }

    /// Something else, so that the context after it shares no graph with one before.
    private static func another() throws -> ApplicationContext { try BenchContext.make() }

    // MARK: What is kept

    private static var wrapper: Benchmark {
        Benchmark("bytes of a filled @Autowired, with its allocations", unit: .bytes, bar: 112) {
            .bytes { isQuick in
                let context = try BenchContext.make()
                let count = isQuick ? 10 : 10_000
                func make<Component: IOCComponent>(_ type: Component.Type) throws -> [Component] {
                    var made: [Component] = []
                    made.reserveCapacity(count)
                    for _ in 0..<count { made.append(try context.component(type)) }
                    return made
                }
                let empty = try Heap.growth { try make(BenchNothing.self) }
                let filled = try Heap.growth {
                    let made = try make(BenchQuartet.self)
                    for one in made { blackHole((one.first, one.second, one.third, one.fourth)) }
                    return made
                }
                return (filled - empty) / Double(count * 4)
            }
        }
    }

    private static var constants: Benchmark {
        Benchmark(
            "bytes of a singleton with two constants, less those of two read @Autowired", unit: .bytes, bar: -150
        ) {
            func use<Component>(
                _ type: Component.Type, count: Int, _ read: @escaping (Component) -> Void
            ) throws -> ApplicationContext {
                var configuration = ContextConfiguration(classes: ["BenchEngine"])
                for number in 0..<count {
                    configuration.components["part\(number)"] = .init(className: "\(type)")
                }
                let context = try ApplicationContext(configuration)
                for component in try context.components(type) { read(component) }
                return context
            }
            return .bytes { isQuick in
                let count = isQuick ? 10 : 10_000
                func constants() throws -> ApplicationContext {
                    try use(PairOfConstants.self, count: count) { blackHole(($0.first, $0.second)) }
                }
                func properties() throws -> ApplicationContext {
                    try use(PairOfProperties.self, count: count) { blackHole(($0.first, $0.second)) }
                }
                // Memory that stays for the life of the process is there before.
                blackHole((try constants(), try properties(), try another()))
                let passed = try Heap.growth(constants)
                blackHole(try another())
                return (passed - (try Heap.growth(properties))) / Double(count)
            }
        }
    }

    private static var component: Benchmark {
        Benchmark("bytes the container keeps a component, of 10,000", unit: .bytes, bar: 1_024) {
            let file = try GraphFile(classes: GeneratedClasses.count, names: 10)
            return .bytes { _ in
                // Memory that stays for the life of the process, such as the class index, is there before.
                blackHole(try ApplicationContext(contentsOf: file.path))
                blackHole(try another())
                let all = try Heap.growth { try ApplicationContext(contentsOf: file.path) }
                let context = try ApplicationContext(contentsOf: file.path)
                let types = try context.components((any IOCComponent).self).map { type(of: $0) }
                precondition(types.count == file.count)
                // The components are their own affair.
                let own = try Heap.growth { types.map { $0.init() } }
                return (all - own) / Double(file.count)
            }
        }
    }

    /// A singleton as other containers register one: a closure, and what it made.
    private static var definition: Benchmark {
        Benchmark(
            "bytes of a registered and used singleton, its object included", unit: .bytes, bar: 700, target: 350
        ) {
            func use() throws -> GeneratedAssembly {
                let assembly = try GeneratedAssembly.activated()
                try assembly.askAll()
                return assembly
            }
            return .bytes { _ in
                // Memory that stays for the life of the process, such as the plans of classes, is there before.
                blackHole(try use())
                blackHole(try another())
                return try Heap.growth(use) / Double(GeneratedClasses.count)
            }
        }
    }

    private static var scanned: Benchmark {
        Benchmark(
            "bytes of a scanned class with four wrappers read, its object included", unit: .bytes, bar: nil
        ) {
            func use() throws -> ApplicationContext {
                let context = try ApplicationContext(ContextConfiguration(prefixes: ["GeneratedGraph.Generated"]))
                try GeneratedUser(context).readAll()
                return context
            }
            return .bytes { _ in
                blackHole(try use())
                blackHole(try another())
                return try Heap.growth(use) / Double(GeneratedClasses.count)
            }
        }
    }

    private static var child: Benchmark {
        Benchmark("bytes of a child context with a component, its object included", unit: .bytes, bar: nil) {
            let parent = try BenchContext.make()
            let configuration = ContextConfiguration(classes: ["ChildService"])
            return .bytes { isQuick in
                let count = isQuick ? 10 : 1_000
                func use() throws -> [ApplicationContext] {
                    try (0..<count).map { _ in
                        let child = try ApplicationContext(configuration, parent: parent)
                        blackHole(try child.component(ChildService.self).engine)
                        return child
                    }
                }
                blackHole(try use())
                return try Heap.growth(use) / Double(count)
            }
        }
    }

    private static var scope: Benchmark {
        Benchmark("bytes of an open request scope with a component, its object included", unit: .bytes, bar: nil) {
            let context = try ApplicationContext(ContextConfiguration(classes: ["RequestVisit"]))
            return .bytes { isQuick in
                let count = isQuick ? 10 : 10_000
                func use() throws -> [RequestScope] {
                    var scopes: [RequestScope] = []
                    scopes.reserveCapacity(count)
                    for _ in 0..<count {
                        try withRequestScope {
                            blackHole(try context.component(RequestVisit.self))
                            scopes.append(try RequestScope.hold())
                        }
                    }
                    return scopes
                }
                blackHole(try use())
                return try Heap.growth(use) / Double(count)
            }
        }
    }

    // MARK: What is not

    private static var prototypes: Benchmark {
        Benchmark("bytes kept after 1,000,000 prototypes", unit: .bytes, bar: allowance) {
            let context = try BenchContext.make()
            return .bytes { isQuick in
                func work(_ count: Int) throws {
                    for _ in 0..<count {
                        let root = try context.component(BenchRoot.self)
                        blackHole((root.left, root.right))
                    }
                }
                try work(1_000)
                return try Heap.growth { try work(isQuick ? 10 : 1_000_000) }
            }
        }
    }

    private static var dropped: Benchmark {
        Benchmark("bytes kept after 100,000 child contexts that were dropped", unit: .bytes, bar: allowance) {
            try children { _ in }
        }
    }

    private static var stopped: Benchmark {
        Benchmark("bytes kept after 100,000 child contexts that were started and stopped", unit: .bytes, bar: allowance)
        {
            try children { child in
                try await child.start()
                try await child.stop()
            }
        }
    }

    /// Room for what the allocator keeps to itself; one byte for each object would be more.
    private static var allowance: Double { 65_536 }

    private static func children(
        _ use: @escaping @Sendable (ApplicationContext) async throws -> Void
    ) throws -> Benchmark.Trial {
        let parent = try BenchContext.make()
        let configuration = ContextConfiguration(classes: ["ChildService"])
        return .bytes { isQuick in
            func life() async throws -> (context: Weak, service: Weak) {
                let child = try ApplicationContext(configuration, parent: parent)
                let service = try child.component(ChildService.self)
                blackHole(service.engine)
                try await use(child)
                return (Weak(child), Weak(service))
            }
            func work(_ count: Int) async throws {
                for number in 0..<count {
                    let (context, service) = try await life()
                    // The task that stopped the context may be about to end on its own thread.
                    var patience = 1_000_000
                    while patience > 0, context.object != nil || service.object != nil {
                        patience -= 1
                        await Task.yield()
                    }
                    if patience == 0 { throw Leak(round: number) }
                }
            }
            let count = isQuick ? 10 : 100_000
            // The first part fills what others keep for themselves: Dispatch holds up to a thousand blocks for each of its
            // threads. As it may take another thread at any time, only what each part adds is growth.
            try await work(count)
            var growth = Double.infinity
            for _ in 0..<6 where growth > allowance {
                let before = try Heap.bytesInUse()
                try await work(count)
                growth = try min(growth, Double(Heap.bytesInUse() - before))
            }
            return growth
        }
    }

    private struct Weak {
        weak var object: AnyObject?
        init(_ object: AnyObject) { self.object = object }
    }

    private struct Leak: Error, CustomStringConvertible {
        let round: Int
        var description: String { "a child context, or its component, was still there after its end in round \(round)" }
    }
}
