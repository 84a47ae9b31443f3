import FoundationEssentials

/// Writes the classes that the boot rows use: `ClassGenerator COUNT FILE`.
///
/// None of the classes has dependencies. `Simple…` are components. `Defined…` belong to the definitions of an assembly
/// and to a dictionary of closures.
@main
enum ClassGenerator {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let count = Int(arguments[1]) else { throw UsageError() }
        try source(count).write(toFile: arguments[2], atomically: true, encoding: .utf8)
    }

    struct UsageError: Error, CustomStringConvertible {
        let description = "usage: ClassGenerator COUNT FILE"
    }

    private static func source(_ count: Int) -> String {
        """
        package import IOC

        /// A program that uses the component classes.
        package struct SimpleUser {
            private let context: ApplicationContext

            package init(_ context: ApplicationContext) { self.context = context }

        \(functions("askAll", count, throwing: true) { "_ = try context.component(Simple\($0).self)" })
        }

        package final class GeneratedAssembly: Assembly {
            package init() {}
        \(lines(0..<count) { "    package let part\($0) = Define(.singleton) { _ in Defined\($0)() }" })

        \(functions("askAll", count, throwing: true) { "_ = try part\($0)()" })
        }

        /// The hand-written variant: a dictionary of closures.
        package final class GeneratedTable {
            private var closures: [ObjectIdentifier: () -> AnyObject] = [:]
            private var objects: [ObjectIdentifier: AnyObject] = [:]

            package init() { fill() }

            @inline(never)
            private func ask(_ type: AnyClass) -> AnyObject? {
                let key = ObjectIdentifier(type)
                if let known = objects[key] { return known }
                let made = closures[key]?()
                objects[key] = made
                return made
            }

        \(functions("fill", count) { "closures[ObjectIdentifier(Defined\($0).self)] = { Defined\($0)() }" })

        \(functions("askAll", count) { "_ = ask(Defined\($0).self)" })
        }

        \(lines(0..<count) { "package final class Simple\($0): IOCComponent { package init() {} }" })

        \(lines(0..<count) { "package final class Defined\($0): Sendable { package init() {} }" })

        """
    }

    /// A function that executes a statement for each number. It calls functions of 25 statements, because the optimizer
    /// takes long for a long function.
    private static func functions(
        _ name: String, _ count: Int, throwing: Bool = false, _ statement: (Int) -> String
    ) -> String {
        let starts = stride(from: 0, to: count, by: 25)
        let (effect, attempt) = throwing ? (" throws", "try ") : ("", "")
        let parts = starts.map { start in
            let statements = lines(start..<min(start + 25, count)) { "        \(statement($0))" }
            return "    @inline(never) private func \(name)\(start)()\(effect) {\n\(statements)\n    }"
        }
        let calls = starts.map { "        \(attempt)\(name)\($0)()" }.joined(separator: "\n")
        return "    package func \(name)()\(effect) {\n\(calls)\n    }\n" + parts.joined(separator: "\n")
    }

    private static func lines(_ numbers: Range<Int>, _ line: (Int) -> String) -> String {
        numbers.map(line).joined(separator: "\n")
    }
}
