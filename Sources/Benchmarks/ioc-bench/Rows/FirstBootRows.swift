import GeneratedClasses
import IOC
import Measuring

/// The rows that measure the first boot in a process, which is the one a server waits for, and the bytes of a second
/// context.
enum FirstBootRows {
    static let baseline = "a dictionary of closures"

    static var all: [Row] {
        [
            time("class", classes, limit: 8), time("definition", definitions, limit: 10),
            bytes("a class after the first boot and use", classes, limit: 1_300),
            bytes("a definition after the first boot and use", definitions, limit: 1_300),
            bytes("a class in a second context", classes.again, limit: 800),
            bytes("a definition in a second context", definitions.again, limit: 800),
        ]
    }

    static var works: [FirstWork] { [byHand, classes, definitions, classes.again, definitions.again] }

    private static var byHand: FirstWork { work("by-hand", useTable) }
    private static var classes: FirstWork { work("classes", useClasses) }
    private static var definitions: FirstWork { work("definitions", useDefinitions) }

    private static func work(_ name: String, _ body: @escaping () throws -> AnyObject) -> FirstWork {
        FirstWork(name: name, parts: Generated.count, body: body)
    }

    private static func time(_ part: String, _ work: FirstWork, limit: Double) -> Row {
        Row("first boot and first use in a process, per \(part)", against: baseline, limit: limit) {
            .firstTime(baseline: byHand, measured: work)
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

    static func useDefinitions() throws -> AnyObject {
        let assembly = try GeneratedAssembly.activated()
        try assembly.askAll()
        return assembly
    }
}
