import BenchmarkFrame
import IOC
import Synchronization

/// Asking the context for a singleton. The loops are written out, so that nothing but the lookup is in them.
enum LookupRows {
    static var all: [Benchmark] { [byClass, byProtocol, byClassFromTwoThreads, byDefinition(1), byDefinition(2)] }

    private static var byClass: Benchmark {
        Benchmark("component(T.self): class, against Mutex<[ObjectIdentifier: AnyObject]>", bar: 0.6, target: 0.45) {
            try comparison(1) { context, rounds in
                for _ in 0..<rounds { blackHole(try context.component(BenchEngine.self)) }
            }
        }
    }

    private static var byProtocol: Benchmark {
        Benchmark("component(T.self): any P, against the same", bar: 0.7, target: 0.45) {
            try comparison(1) { context, rounds in
                for _ in 0..<rounds { blackHole(try context.component((any BenchPort).self) as any BenchPort) }
            }
        }
    }

    private static var byClassFromTwoThreads: Benchmark {
        Benchmark("component(T.self), 2 threads: class, against the same", bar: 0.7, target: 0.4) {
            try comparison(2) { context, rounds in
                for _ in 0..<rounds { blackHole(try context.component(BenchEngine.self)) }
            }
        }
    }

    /// Calling a definition of the scope singleton.
    private static func byDefinition(_ threads: Int) -> Benchmark {
        let name = threads == 1 ? "" : ", \(threads) threads"
        return Benchmark(
            "Definition(.singleton) called\(name), against the same", bar: 0.6, target: threads == 1 ? 0.45 : 0.4
        ) {
            let assembly = try SingletonAssembly.activated()
            return try comparison(threads) { _, rounds in
                for _ in 0..<rounds { blackHole(try assembly.engine()) }
            }
        }
    }

    private static func comparison(
        _ threads: Int, _ look: @escaping @Sendable (ApplicationContext, Int) throws -> Void
    ) throws -> Benchmark.Trial {
        let context = try BenchContext.make()
        let table = MutexTable(try context.components((any IOCComponent).self))
        let crew = Crew(threads)
        return .comparison(
            baseline: { rounds in
                try crew.time { for _ in 0..<rounds { blackHole(try table.find(BenchEngine.self)) } }
            },
            measured: { rounds in try crew.time { try look(context, rounds) } })
    }
}

/// The hand-written way.
private final class MutexTable: Sendable {
    private struct Objects: @unchecked Sendable {
        // Sound: reached under the mutex only, and the objects are `Sendable`.
        var byType: [ObjectIdentifier: AnyObject] = [:]
    }

    private struct Missing: Error {}

    private let objects: Mutex<Objects>

    init(_ components: [any IOCComponent]) {
        var objects = Objects()
        for component in components { objects.byType[ObjectIdentifier(type(of: component))] = component }
        self.objects = Mutex(objects)
    }

    func find<Wanted: AnyObject & Sendable>(_ type: Wanted.Type) throws -> Wanted {
        try objects.withLock { objects in
            guard let object = objects.byType[ObjectIdentifier(type)] else { throw Missing() }
            // Sound: an object stands under its own type.
            return unsafeDowncast(object, to: Wanted.self)
        }
    }
}
