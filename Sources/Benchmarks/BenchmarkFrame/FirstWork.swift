import CMeasure
import FoundationEssentials

/// Some work that is measured in a process of its own, which has done nothing before.
///
/// The benchmark runs itself for it, with an option that its help leaves out.
package struct FirstWork {
    /// Its name on a command line.
    package let name: String
    /// The number of parts that its cost is shared out to.
    package let parts: Int
    /// Does the work.
    /// - Returns: The objects it has made, which are kept while the bytes are counted.
    package let body: () throws -> AnyObject

    package init(_ name: String, parts: Int, body: @escaping () throws -> AnyObject) {
        self.name = name
        self.parts = parts
        self.body = body
    }

    /// The option that is followed by the name of some work.
    static let option = "--first-work"

    /// The cost of the work in a process.
    package struct Expense: Codable, Equatable, Sendable {
        package var nanoseconds: Double
        /// Nil where nobody counts.
        package var instructions: Double?
        package var bytes: Double

        package init(nanoseconds: Double, instructions: Double? = nil, bytes: Double) {
            self.nanoseconds = nanoseconds
            self.instructions = instructions
            self.bytes = bytes
        }

        /// The cost without its bytes.
        var cost: Cost { Cost(nanoseconds: nanoseconds, instructions: instructions) }
    }

    /// Gets the cost of some work from a process.
    package typealias Launch = (FirstWork) throws -> Expense

    /// Does the work here and now.
    /// - Returns: The cost of a part.
    package func measured() throws -> Expense {
        var made: AnyObject?
        let before = try Heap.bytesInUse()
        let cost = try Clock.thread.time { made = try body() } / Double(parts)
        let bytes = try Double(Heap.bytesInUse() - before) / Double(parts)
        return withExtendedLifetime(made) {
            Expense(nanoseconds: cost.nanoseconds, instructions: cost.instructions, bytes: bytes)
        }
    }

    /// Has the work done by this program in a new process.
    /// - Returns: The cost of a part.
    /// - Throws: ``Failure`` where the process did not end well.
    package static func launch(_ work: FirstWork) throws -> Expense { try launch(work, by: nil) }

    /// Has the work done by a program in a new process.
    /// - Parameter program: The path of the program; nil for this one.
    package static func launch(_ work: FirstWork, by program: String?) throws -> Expense {
        var output = [CChar](repeating: 0, count: 4_096)
        let status = ioc_output_of_program(program, option, work.name, &output, output.count)
        let text = output.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        guard status == 0, let expense = try? JSONDecoder().decode(Expense.self, from: Data(text)) else {
            throw Failure(name: work.name, status: Int(status))
        }
        return expense
    }

    package struct Failure: Error, CustomStringConvertible {
        let name: String
        let status: Int

        package var description: String {
            status > 0
                ? "no process could be started for '\(name)': error \(status)"
                : "the process for '\(name)' did not tell what it took"
        }
    }
}
