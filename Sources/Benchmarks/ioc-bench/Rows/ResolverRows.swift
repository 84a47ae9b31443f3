import BenchmarkFrame

/// The file that `ioc generate` writes.
enum ResolverRows {
    static var all: [Benchmark] {
        [
            Benchmark("generated resolver, against hand-written", bar: 1.1, target: 1.0) {
                let settings = ServerSettings(port: 8080)
                let resolver = OwnResolver(settings: settings)
                return .comparison(
                    baseline: { rounds in
                        Clock.thread.time { for user in 0..<rounds { blackHole(written(settings, user: user)) } }
                    },
                    measured: { rounds in
                        Clock.thread.time {
                            for user in 0..<rounds { blackHole(resolver.resolveStaticServer(user: user)) }
                        }
                    })
            }
        ]
    }

    private static func written(_ settings: ServerSettings, user: Int) -> StaticServer {
        let cache = StaticCache(dependency: .init(settings: settings))
        let log = StaticLog(dependency: ())
        return StaticServer(dependency: .init(cache: cache, log: log, user: user))
    }
}
