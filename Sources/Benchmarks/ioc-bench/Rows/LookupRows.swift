import IOC
import Measuring
import Synchronization

/// The rows of lookups. The loops are written out, so that they contain nothing but the lookup.
enum LookupRows {
    static var all: [Row] { [oneThread, twoThreads, definition, failed] }

    private static let baseline = "Mutex<[ObjectIdentifier: AnyObject]>"

    private static var oneThread: Row {
        Row("component(T.self)", against: baseline, limit: 0.8) {
            let context = try BenchContext.boot()
            let table = MutexTable(try context.components((any IOCComponent).self))
            return .ratio(
                baseline: { rounds in
                    try processorTime { for _ in 0..<rounds { blackHole(try table.find(BenchEngine.self)) } }
                },
                measured: { rounds in
                    try processorTime { for _ in 0..<rounds { blackHole(try context.component(BenchEngine.self)) } }
                })
        }
    }

    private static var twoThreads: Row {
        Row("component(T.self), two threads", against: baseline, limit: 0.6) {
            let context = try BenchContext.boot()
            let table = MutexTable(try context.components((any IOCComponent).self))
            return .ratio(
                baseline: { rounds in
                    try timeOnThreads(2) { for _ in 0..<rounds { blackHole(try table.find(BenchEngine.self)) } }
                },
                measured: { rounds in
                    try timeOnThreads(2) { for _ in 0..<rounds { blackHole(try context.component(BenchEngine.self)) } }
                })
        }
    }

    private static var definition: Row {
        Row("a singleton Definition", against: baseline, limit: 1.2) {
            let context = try BenchContext.boot()
            let table = MutexTable(try context.components((any IOCComponent).self))
            let assembly = try SingletonAssembly.activated()
            return .ratio(
                baseline: { rounds in
                    try processorTime { for _ in 0..<rounds { blackHole(try table.find(BenchEngine.self)) } }
                },
                measured: { rounds in
                    try processorTime { for _ in 0..<rounds { blackHole(try assembly.engine()) } }
                })
        }
    }

    private static var failed: Row {
        Row("a lookup that fails", against: "a lookup of a prototype", limit: 20) {
            let context = try BenchContext.boot()
            return .ratio(
                baseline: { rounds in
                    try processorTime { for _ in 0..<rounds { blackHole(try context.component(BenchPair.self)) } }
                },
                measured: { rounds in
                    processorTime {
                        for _ in 0..<rounds { blackHole(try? context.component((any BenchMissing).self)) }
                    }
                })
        }
    }
}

/// A protocol that no class conforms to.
protocol BenchMissing: AnyObject, Sendable {}

final class SingletonAssembly: Assembly {
    let engine = Definition(.singleton) { (_: SingletonAssembly) in PlainLeft() }
}

/// The hand-written variant of a context: a dictionary under a mutex.
final class MutexTable: Sendable {
    private struct Objects: @unchecked Sendable {
        // Sound: only accessed under the mutex, and the objects are `Sendable`.
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
            // Sound: the key of each object is its own type.
            return unsafeDowncast(object, to: Wanted.self)
        }
    }
}
