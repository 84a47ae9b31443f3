import IOC
import Measuring
import WiredClasses

/// The rows of the first boot of a process with classes that depend on other classes.
@main
enum WiredRows {
    static func main() { Benchmark("ioc-bench-classes", rows: rows, works: works).run() }

    private static var works: [FirstWork] {
        [byHand, constants, constantsByHand, few, many, fewByHand, manyByHand]
    }

    private static var rows: [Row] {
        [
            time("class with a constant", constants, limit: 10),
            time("class with a constant, by hand", constantsByHand, limit: 10),
            time("class with an @Autowired", many, limit: 12),
            time("class with an @Autowired, by hand", manyByHand, limit: 12),
            scaling("3,000 classes with an @Autowired", few, many),
            scaling("3,000 classes with an @Autowired, by hand", fewByHand, manyByHand),
            foreign("an @Autowired", many), foreign("an @Autowired, by hand", manyByHand),
        ]
    }

    private static var byHand: FirstWork {
        FirstWork(name: "by-hand", parts: Wired.count) {
            let table = PartTable()
            table.askAll()
            return table
        }
    }
    private static var constants: FirstWork {
        work("constants", "Constant", Wired.count) { try ConstantUser($0).askAll() }
    }
    private static var constantsByHand: FirstWork {
        work("constants-by-hand", "HandConstant", Wired.count) { try HandConstantUser($0).askAll() }
    }
    private static var few: FirstWork { work("few", "Few", Wired.few) { try FewUser($0).askAll() } }
    private static var many: FirstWork { work("many", "Many", Wired.many) { try ManyUser($0).askAll() } }
    private static var fewByHand: FirstWork {
        work("few-by-hand", "HandFew", Wired.few) { try HandFewUser($0).askAll() }
    }
    private static var manyByHand: FirstWork {
        work("many-by-hand", "HandMany", Wired.many) { try HandManyUser($0).askAll() }
    }

    /// Returns the work that boots the classes of a prefix, with the parts that they depend on, and uses them.
    private static func work(
        _ name: String, _ prefix: String, _ count: Int, _ ask: @escaping (ApplicationContext) throws -> Void
    ) -> FirstWork {
        FirstWork(name: name, parts: count + Wired.count) {
            let context = try ApplicationContext(
                ContextConfiguration(prefixes: ["WiredClasses.Part", "WiredClasses.\(prefix)"]))
            try ask(context)
            return context
        }
    }

    private static func time(_ part: String, _ work: FirstWork, limit: Double) -> Row {
        Row(
            "first boot and first use in a process, per \(part) or its part", against: "a dictionary of closures",
            limit: limit
        ) { .firstTime(baseline: byHand, measured: work) }
    }

    private static func scaling(_ parts: String, _ few: FirstWork, _ many: FirstWork) -> Row {
        Row("the same, per component: \(parts)", against: "\(Wired.few)", limit: 1.3) {
            .firstTime(baseline: few, measured: many)
        }
    }

    private static func foreign(_ dependency: String, _ work: FirstWork) -> Row {
        Row("the same beside 10,000 foreign conformances: \(dependency)", against: "none", limit: 1.1) {
            let library = try ForeignConformances.library()
            return .firstTime(baseline: work, measured: work.beside(library))
        }
    }
}
