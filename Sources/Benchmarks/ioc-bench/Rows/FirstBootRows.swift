import BenchmarkFrame
import GeneratedGraph
import IOC

/// The boot that a server pays: the first of its process, once. A bar is the ratio of what a class may cost to what it costs
/// by hand, so that it holds on slow machines as on fast ones.
enum FirstBootRows {
    static var all: [Benchmark] {
        [
            time("first boot and first use of 1,000 definitions in a process", definitions),
            time("first boot and first use of 1,000 scanned classes in a process", simple),
            time("the same with four @Autowired in most, all of them bound", scanned, bar: nil, target: nil),
            bytes("bytes of a singleton by definition, of a process's first context", definitions),
            bytes("bytes of a scanned singleton, of a process's first context", simple),
            bytes("bytes of one with four @Autowired, of a process's first context", scanned, bar: nil, target: nil),
        ]
    }

    static var works: [FirstWork] { [byHand, definitions, simple, scanned] }

    private static func time(
        _ name: String, _ work: FirstWork, bar: Double? = 7.5, target: Double? = 4.5
    ) -> Benchmark {
        Benchmark(name + ", against a dictionary of closures", bar: bar, target: target) {
            .firstTime(baseline: byHand, measured: work)
        }
    }

    private static func bytes(
        _ name: String, _ work: FirstWork, bar: Double? = 1_000, target: Double? = 500
    ) -> Benchmark {
        Benchmark(name, unit: .bytes, bar: bar, target: target) { .firstBytes(work) }
    }

    // MARK: What is done

    private static var byHand: FirstWork {
        FirstWork("by-hand", parts: GeneratedClasses.count) {
            let table = GeneratedTable()
            table.askAll()
            return table
        }
    }

    private static var definitions: FirstWork {
        FirstWork("definitions", parts: GeneratedClasses.count) {
            let assembly = try GeneratedAssembly.activated()
            try assembly.askAll()
            return assembly
        }
    }

    private static var simple: FirstWork {
        FirstWork("simple", parts: GeneratedClasses.count) {
            let context = try ApplicationContext(ContextConfiguration(prefixes: ["GeneratedGraph.Simple"]))
            try SimpleUser(context).askAll()
            return context
        }
    }

    private static var scanned: FirstWork {
        FirstWork("scanned", parts: GeneratedClasses.count) {
            let context = try ApplicationContext(ContextConfiguration(prefixes: ["GeneratedGraph.Generated"]))
            try GeneratedUser(context).askAll()
            return context
        }
    }
}
