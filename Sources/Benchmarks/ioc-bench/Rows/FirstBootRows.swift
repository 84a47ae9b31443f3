import GeneratedClasses
import IOC

/// The boot that a server has to wait for: the first one of its process.
enum FirstBootRows {
    static let baseline = "a dictionary of closures"

    static var all: [Row] {
        [
            time("1,000 classes", classes, limit: 8), time("1,000 definitions", definitions, limit: 10),
            time("1,000 classes with a constant", constants, limit: 10),
            time("1,000 classes with a constant, by hand", constantsByHand, limit: 10),
            time("3,000 classes with an @Autowired", many, limit: 12),
            time("3,000 classes with an @Autowired, by hand", manyByHand, limit: 12),
            scaling("3,000 classes with an @Autowired", few, many),
            scaling("3,000 classes with an @Autowired, by hand", fewByHand, manyByHand),
            foreign("classes with an @Autowired", many), foreign("classes with an @Autowired, by hand", manyByHand),
            bytes("a class after the first boot and use", classes, limit: 1_300),
            bytes("a definition after the first boot and use", definitions, limit: 1_300),
            bytes("a class in a second context", again(classes), limit: 800),
            bytes("a definition in a second context", again(definitions), limit: 800),
        ]
    }

    static var works: [FirstWork] {
        let single = [
            byHand, classes, definitions, constants, constantsByHand, few, many, fewByHand, manyByHand,
        ]
        return single + [again(classes), again(definitions)]
    }

    private static var byHand: FirstWork { work("by-hand", useTable) }
    private static var classes: FirstWork { work("classes", useClasses) }
    private static var definitions: FirstWork { work("definitions", useDefinitions) }
    private static var constants: FirstWork {
        work("constants") { try use("Constant", besides: "ConstantByHand") { try ConstantUser($0).askAll() } }
    }
    private static var constantsByHand: FirstWork {
        work("constants-by-hand") { try use("ConstantByHand") { try ConstantByHandUser($0).askAll() } }
    }
    private static var few: FirstWork {
        work("few", parts: Generated.few) {
            try use("Few", besides: "FewByHand") { try FewUser($0).askAll() }
        }
    }
    private static var many: FirstWork {
        work("many", parts: Generated.many) {
            try use("Many", besides: "ManyByHand") { try ManyUser($0).askAll() }
        }
    }
    private static var fewByHand: FirstWork {
        work("few-by-hand", parts: Generated.few) { try use("FewByHand") { try FewByHandUser($0).askAll() } }
    }
    private static var manyByHand: FirstWork {
        work("many-by-hand", parts: Generated.many) { try use("ManyByHand") { try ManyByHandUser($0).askAll() } }
    }

    private static func work(
        _ name: String, parts: Int = Generated.count, _ body: @escaping () throws -> AnyObject
    ) -> FirstWork {
        FirstWork(name: name, parts: parts, body: body)
    }

    /// The same work in a process that has done it, with another context.
    private static func again(_ work: FirstWork) -> FirstWork {
        FirstWork(name: "\(work.name)-again", parts: work.parts, before: work.body, body: work.body)
    }

    private static func time(_ parts: String, _ work: FirstWork, limit: Double) -> Row {
        Row("first boot and first use of \(parts) in a process", against: baseline, limit: limit) {
            .firstTime(baseline: byHand, measured: work)
        }
    }

    private static func scaling(_ parts: String, _ few: FirstWork, _ many: FirstWork) -> Row {
        Row("first boot and first use, per component: \(parts)", against: "\(Generated.few)", limit: 1.3) {
            .firstTime(baseline: few, measured: many)
        }
    }

    private static func foreign(_ parts: String, _ work: FirstWork) -> Row {
        Row("first boot and first use of \(parts) beside 10,000 foreign conformances", against: "none", limit: 1.1) {
            let library = try ForeignConformances.library()
            return .firstTime(baseline: work, measured: work.beside(library))
        }
    }

    private static func bytes(_ part: String, _ work: FirstWork, limit: Double) -> Row {
        Row("bytes of \(part)", against: "", limit: limit) { .firstBytes(work) }
    }

    // MARK: What is done

    static func useTable() -> AnyObject {
        let table = GeneratedTable()
        table.askAll()
        return table
    }

    static func useClasses() throws -> AnyObject {
        let context = try ApplicationContext(ContextConfiguration(prefixes: ["GeneratedClasses.Simple"]))
        try SimpleUser(context).askAll()
        return context
    }

    /// Boots the components of a prefix with those that they depend on, and uses them.
    /// - Parameter others: The longer prefix of classes that have the prefix too, and aren't meant.
    private static func use(
        _ prefix: String, besides others: String? = nil, _ ask: (ApplicationContext) throws -> Void
    ) throws -> AnyObject {
        let context = try ApplicationContext(
            ContextConfiguration(
                prefixes: ["GeneratedClasses.Simple", "GeneratedClasses.\(prefix)"],
                exclude: others.map { ["GeneratedClasses.\($0)"] } ?? []))
        try ask(context)
        return context
    }

    static func useDefinitions() throws -> AnyObject {
        let assembly = try GeneratedAssembly.activated()
        try assembly.askAll()
        return assembly
    }
}
