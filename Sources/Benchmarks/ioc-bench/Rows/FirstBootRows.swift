import GeneratedClasses
import IOC

/// The boot that a server has to wait for: the first one of its process.
enum FirstBootRows {
    static let baseline = "a dictionary of closures"

    static var all: [Row] {
        [
            timeRow("first boot and first use of 1,000 classes in a process", classes),
            timeRow("first boot and first use of 1,000 definitions in a process", definitions),
            bytesRow("bytes of a class after the first boot and use", classes),
            bytesRow("bytes of a definition after the first boot and use", definitions),
        ]
    }

    static var works: [FirstWork] { [byHand, classes, definitions] }

    private static var byHand: FirstWork { work("by-hand", useTable) }
    private static var classes: FirstWork { work("classes", useClasses) }
    private static var definitions: FirstWork { work("definitions", useDefinitions) }

    private static func work(_ name: String, _ body: @escaping () throws -> AnyObject) -> FirstWork {
        FirstWork(name: name, parts: Generated.count, body: body)
    }

    private static func timeRow(_ name: String, _ work: FirstWork) -> Row {
        Row(name, against: baseline, limit: 12) { .firstTime(baseline: byHand, measured: work) }
    }

    private static func bytesRow(_ name: String, _ work: FirstWork) -> Row {
        Row(name, against: "", limit: 1_600) { .firstBytes(work) }
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
