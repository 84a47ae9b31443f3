import FoundationEssentials

/// Writes the classes that the boot rows use: `ClassGenerator COUNT FILE`.
///
/// `Simple…` are components without dependencies. `Defined…` belong to the definitions of an assembly and to a dictionary of
/// closures. The others depend on one of the former each: by a constant or by an `@Autowired` property, annotated or by hand.
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

        \(user(of: "Simple", count))

        \(user(of: "Constant", count))

        \(user(of: "ConstantByHand", count))

        \(user(of: "Few", few(count), reading: true))

        \(user(of: "Many", many(count), reading: true))

        \(user(of: "FewByHand", few(count), reading: true))

        \(user(of: "ManyByHand", many(count), reading: true))

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

        \(lines(0..<count) { "@Component final class Constant\($0) { let part: Simple\($0) }" })

        \(lines(0..<count) { constantByHand($0) })

        \(lines(0..<few(count)) { "@Component final class Few\($0) { \(property($0)) }" })

        \(lines(0..<many(count)) { "@Component final class Many\($0) { \(property($0 % count)) }" })

        \(lines(0..<few(count)) { "final class FewByHand\($0): \(byHand) { \(property($0)); init() {} }" })

        \(lines(0..<many(count)) {
            "final class ManyByHand\($0): \(byHand) { \(property($0 % count)); init() {} }"
        })

        """
    }

    /// The numbers of classes with a property.
    private static func few(_ count: Int) -> Int { 3 * count / 10 }
    private static func many(_ count: Int) -> Int { 3 * count }

    private static func property(_ part: Int) -> String { "@Autowired var part: Simple\(part)" }

    private static var byHand: String { "IOCComponent, @unchecked Sendable" }

    private static func constantByHand(_ number: Int) -> String {
        """
        final class ConstantByHand\(number): ConstructedComponent {
            let part: Simple\(number)
            init(part: Simple\(number)) { self.part = part }
            static var constructor: Constructor {
                Constructor(Parameter<Simple\(number)>("part")) { ConstantByHand\(number)(part: try $0[0]) }
            }
        }
        """
    }

    /// A program that uses the components of a prefix.
    private static func user(of prefix: String, _ count: Int, reading: Bool = false) -> String {
        let access = reading ? ".part" : ""
        return """
            package struct \(prefix)User {
                private let context: ApplicationContext

                package init(_ context: ApplicationContext) { self.context = context }

            \(functions("askAll", count, throwing: true) {
                "_ = try context.component(\(prefix)\($0).self)\(access)"
            })
            }
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
