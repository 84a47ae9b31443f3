import BenchmarkFrame
import IOC

/// Reading what is injected. The loops are written out, so that nothing but the read is in them.
enum ReadRows {
    static var all: [Benchmark] {
        let objects = [1, 2, 16].flatMap { [byClass($0), byClassBoundProtocol($0)] }
        return Array(objects.prefix(2)) + [byOpenProtocol, constant] + objects.dropFirst(2) + [firstRead]
    }

    private static func byClass(_ threads: Int) -> Benchmark {
        Benchmark("read a filled @Autowired\(crowd(threads)): class", bar: 1.1, target: threads == 1 ? 1.02 : 1) {
            try comparison(
                threads, { plain, rounds in for _ in 0..<rounds { blackHole(plain.engine) } },
                { service, rounds in for _ in 0..<rounds { blackHole(service.engine) } })
        }
    }

    private static func byClassBoundProtocol(_ threads: Int) -> Benchmark {
        Benchmark(
            "read a filled @Autowired\(crowd(threads)): class-bound any P", bar: 1.1, target: threads == 1 ? 1.02 : 1
        ) {
            try comparison(
                threads, { plain, rounds in for _ in 0..<rounds { blackHole(plain.port as any BenchPort) } },
                { service, rounds in for _ in 0..<rounds { blackHole(service.port as any BenchPort) } })
        }
    }

    private static var byOpenProtocol: Benchmark {
        Benchmark("read a filled @Autowired: any P that is not class-bound", bar: 1.3, target: 1.1) {
            try comparison(
                1, { plain, rounds in for _ in 0..<rounds { blackHole(plain.open as any BenchOpenPort) } },
                { service, rounds in for _ in 0..<rounds { blackHole(service.open as any BenchOpenPort) } })
        }
    }

    private static var constant: Benchmark {
        Benchmark("read a constant that a constructor was passed, against a stored let", bar: 1.05, target: 1) {
            let context = try BenchContext.make()
            let service = try context.component(BenchConstants.self)
            let own = PlainConstants(engine: try context.component(), port: try context.component())
            return .comparison(
                baseline: { rounds in
                    Clock.thread.time {
                        for _ in 0..<rounds { blackHole((own.opaque.engine, own.opaque.port)) }
                    }
                },
                measured: { rounds in
                    Clock.thread.time {
                        for _ in 0..<rounds { blackHole((service.opaque.engine, service.opaque.port)) }
                    }
                })
        }
    }

    private static func crowd(_ threads: Int) -> String { threads == 1 ? "" : ", \(threads) threads" }

    private static func comparison(
        _ threads: Int, _ plain: @escaping @Sendable (PlainService, Int) -> Void,
        _ injected: @escaping @Sendable (BenchService, Int) -> Void
    ) throws -> Benchmark.Trial {
        let context = try BenchContext.make()
        let service = try context.component(BenchService.self)
        blackHole((service.engine, service.port, service.open))
        let own = PlainService(try context.component())
        own.assign(try context.component())
        let crew = Crew(threads)
        return .comparison(
            baseline: { rounds in try crew.time { plain(own, rounds) } },
            measured: { rounds in try withExtendedLifetime(context) { try crew.time { injected(service, rounds) } } },
            times: threads == 1 ? 1 : 5)
    }

    private static var firstRead: Benchmark {
        Benchmark("first read of an @Autowired: singleton", unit: .nanoseconds, bar: 300, target: 100) {
            let context = try BenchContext.make()
            return .time(
                { rounds in
                    let readers = try (0..<rounds).map { _ in try context.component(BenchReader.self) }
                    return Clock.thread.time { for reader in readers { blackHole(reader.engine) } }
                }, rounds: .fixed(20_000))
        }
    }
}
