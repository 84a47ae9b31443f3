import BenchmarkFrame
import GeneratedGraph
import IOC

/// Booting the generated classes.
enum BootRows {
    static var all: [Benchmark] {
        [boot, bootAnew, classes, classesAnew, constructors, definitions, definitionsAnew, scaling]
    }

    private static var boot: Benchmark {
        boot("boot of 1,000 scanned classes, against one bare Mirror walk", target: 0.5, before: {})
    }

    private static var bootAnew: Benchmark {
        boot("boot of 1,000 scanned classes after another context, against the same", target: nil, before: another)
    }

    private static var classes: Benchmark {
        classes(
            "boot and first use of 1,000 scanned classes, against a dictionary of closures", bar: 8, target: 4,
            before: {})
    }

    private static var classesAnew: Benchmark {
        classes(
            "boot and first use of 1,000 scanned classes after another context, against the same", bar: nil,
            target: nil, before: another)
    }

    /// A class whose four dependencies are passed to its initializer, against one of four wrapped properties.
    private static var constructors: Benchmark {
        Benchmark("boot and first use of a class: constructor of four, against four @Autowired", bar: 1) {
            func boots(_ prefix: String, _ rounds: Int, _ ask: (GeneratedUser) throws -> Void) throws -> Cost {
                let configuration = ContextConfiguration(
                    classes: (0..<GeneratedClasses.block).map { "\(prefix)\($0)" })
                return try Self.boots(rounds, before: another) {
                    let context = try ApplicationContext(configuration)
                    try ask(GeneratedUser(context))
                    return context
                }
            }
            return .comparison(
                baseline: { rounds in try boots("Generated", rounds) { try $0.askBlock() } },
                measured: { rounds in try boots("Constructed", rounds) { try $0.askConstructed() } },
                rounds: .fixed(16))
        }
    }

    private static var definitions: Benchmark {
        definitions(
            "boot and first use of 1,000 definitions, against a dictionary of closures", bar: 8, target: 5, before: {})
    }

    private static var definitionsAnew: Benchmark {
        definitions(
            "boot and first use of 1,000 definitions after another context, against the same", bar: 8, target: nil,
            before: another)
    }

    /// Boots something else, so that the next context finds no graph that it could share.
    private static func another() throws { blackHole(try BenchContext.make()) }

    /// All classes by their prefix, against one walk with a mirror over the instances, which any container that reflects
    /// has to do at least.
    private static func boot(
        _ name: String, target: Double?, before: @escaping () throws -> Void
    ) -> Benchmark {
        Benchmark(name, bar: 1, target: target) {
            let context = try ApplicationContext(ContextConfiguration(prefixes: ["GeneratedGraph.Generated"]))
            let objects = try context.components((any IOCComponent).self).map { $0 as AnyObject }
            precondition(objects.count == GeneratedClasses.count)
            return .comparison(
                baseline: { rounds in Clock.thread.time { for _ in 0..<rounds { walk(objects) } } },
                measured: { rounds in
                    try boots(rounds, before: before) {
                        try ApplicationContext(ContextConfiguration(prefixes: ["GeneratedGraph.Generated"]))
                    }
                },
                rounds: .fixed(8))
        }
    }

    /// Booting and asking for each class once, against a table of closures that is filled and asked.
    private static func classes(
        _ name: String, bar: Double?, target: Double?, before: @escaping () throws -> Void
    ) -> Benchmark {
        Benchmark(name, bar: bar, target: target) {
            .comparison(
                baseline: table,
                measured: { rounds in
                    try boots(rounds, before: before) {
                        let context = try ApplicationContext(
                            ContextConfiguration(prefixes: ["GeneratedGraph.Generated"]))
                        try GeneratedUser(context).askAll()
                        return context
                    }
                },
                rounds: .fixed(8))
        }
    }

    /// The hand-written way: a closure for each class, and each asked once.
    private static func table(_ rounds: Int) -> Cost {
        Clock.thread.time {
            for _ in 0..<rounds {
                let table = GeneratedTable()
                table.askAll()
                blackHole(table)
            }
        }
    }

    /// Activating an assembly and asking for each of its singletons, against a table of closures that is filled and asked.
    private static func definitions(
        _ name: String, bar: Double?, target: Double?, before: @escaping () throws -> Void
    ) -> Benchmark {
        Benchmark(name, bar: bar, target: target) {
            .comparison(
                baseline: table,
                measured: { rounds in
                    try boots(rounds, before: before) {
                        let assembly = try GeneratedAssembly.activated()
                        try assembly.askAll()
                        return assembly
                    }
                },
                rounds: .fixed(8))
        }
    }

    private static func walk(_ objects: [AnyObject]) {
        for object in objects {
            for child in Mirror(reflecting: object).children {
                blackHole(child.label)
                blackHole(child.value)
            }
        }
    }

    /// The cost of a component at boot, in a context of a hundred and of ten thousand.
    private static var scaling: Benchmark {
        Benchmark("boot from a file, per component: 10,000 against 100", bar: 1.3, target: 1.1) {
            let few = try GraphFile(classes: 100, names: 1)
            let many = try GraphFile(classes: GeneratedClasses.count, names: 10)
            return .comparison(
                baseline: { rounds in
                    let count = rounds * 50
                    return try boots(count) { try ApplicationContext(contentsOf: few.path) } / Double(50 * few.count)
                },
                measured: { rounds in
                    try boots(rounds) { try ApplicationContext(contentsOf: many.path) } / Double(many.count)
                },
                rounds: .fixed(1))
        }
    }

    /// The time of some boots, without that of the ends of what owns the contexts, and of what comes before each.
    private static func boots<Owner>(
        _ count: Int, before: () throws -> Void = {}, _ boot: () throws -> Owner
    ) throws -> Cost {
        var time = Cost.zero
        for _ in 0..<count {
            try before()
            var owner: Owner?
            time += try Clock.thread.time { owner = try boot() }
            blackHole(owner)
        }
        return time
    }
}
