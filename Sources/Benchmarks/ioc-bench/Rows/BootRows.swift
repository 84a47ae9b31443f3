import GeneratedClasses
import IOC
import Measuring

/// The rows of boots in a process that has booted before.
enum BootRows {
    static var all: [Row] { [classes, definitions, scaling] }

    private static var classes: Row {
        Row("boot and first use of 1,000 classes", against: FirstBootRows.baseline, limit: 8) {
            .ratio(baseline: table, measured: { try boots($0, FirstBootRows.useClasses) }, rounds: 8)
        }
    }

    private static var definitions: Row {
        Row("boot and first use of 1,000 definitions", against: FirstBootRows.baseline, limit: 9) {
            .ratio(baseline: table, measured: { try boots($0, FirstBootRows.useDefinitions) }, rounds: 8)
        }
    }

    private static func table(_ rounds: Int) throws -> Double { try boots(rounds, FirstBootRows.useTable) }

    /// The row of the cost of one component. The 20,000 components are 1,000 classes with twenty names each, because
    /// 20,000 classes would slow down every other boot of this program.
    private static var scaling: Row {
        Row("boot, per component: 20,000", against: "1,000", limit: 1.5) {
            let (few, many) = (configuration(names: 1), configuration(names: 20))
            return .ratio(
                baseline: { rounds in
                    try boots(20 * rounds) { try ApplicationContext(few) } / Double(20 * Generated.count)
                },
                measured: { rounds in
                    try boots(rounds) { try ApplicationContext(many) } / Double(20 * Generated.count)
                }, rounds: 1)
        }
    }

    private static func configuration(names: Int) -> ContextConfiguration {
        var components: [String: ContextConfiguration.ComponentEntry] = [:]
        for number in 0..<Generated.count {
            for name in 0..<names {
                components["c\(number)-\(name)"] = ContextConfiguration.ComponentEntry(className: "Simple\(number)")
            }
        }
        return ContextConfiguration(components: components)
    }

    /// Returns the time of a number of boots. Each boot follows the boot of another context. The ends of both contexts
    /// are not measured.
    private static func boots(_ count: Int, _ boot: () throws -> AnyObject) throws -> Double {
        var total = 0.0
        for _ in 0..<count {
            blackHole(try BenchContext.boot())
            var made: AnyObject?
            total += try processorTime { made = try boot() }
            blackHole(made)
        }
        return total
    }
}
