import FoundationEssentials

/// The program that writes the classes for the boot rows: `ClassGenerator MODULE COUNT FILE`.
///
/// - `GeneratedClasses` has classes without dependencies. `Simple…` are components. An assembly and a dictionary of
///   closures create `Defined…`.
/// - `WiredClasses` has components that each depend on a `Part…`, by a constant or by an `@Autowired` property, with
///   `@Component` and without it.
@main
enum ClassGenerator {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let count = Int(arguments[2]) else { throw UsageError() }
        let source = arguments[1] == "WiredClasses" ? wired(count) : unwired(count)
        try source.write(toFile: arguments[3], atomically: true, encoding: .utf8)
    }

    struct UsageError: Error, CustomStringConvertible {
        let description = "usage: ClassGenerator MODULE COUNT FILE"
    }

    private static func unwired(_ count: Int) -> String {
        """
        package import IOC

        \(user(of: "Simple", count))

        package final class GeneratedAssembly: Assembly {
            package init() {}
        \(lines(0..<count) { "    package let part\($0) = Define(.singleton) { _ in Defined\($0)() }" })

        \(functions("askAll", count, throwing: true) { "_ = try part\($0)()" })
        }

        \(table("GeneratedTable", of: "Defined", count))

        \(lines(0..<count) { "package final class Simple\($0): IOCComponent { package init() {} }" })

        \(lines(0..<count) { "package final class Defined\($0): Sendable { package init() {} }" })

        """
    }

    private static func wired(_ count: Int) -> String {
        let (few, many) = (3 * count / 10, 3 * count)
        return """
            package import IOC

            \(user(of: "Constant", count))

            \(user(of: "HandConstant", count))

            \(user(of: "Few", few, reading: ".part"))

            \(user(of: "Many", many, reading: ".part"))

            \(user(of: "HandFew", few, reading: ".part"))

            \(user(of: "HandMany", many, reading: ".part"))

            \(table("PartTable", of: "Part", count))

            \(lines(0..<count) { "final class Part\($0): IOCComponent {}" })

            \(lines(0..<count) { "@Component final class Constant\($0) { let part: Part\($0) }" })

            \(lines(0..<count, constantByHand))

            \(lines(0..<few) { annotated("Few", $0, part: $0 % count) })

            \(lines(0..<many) { annotated("Many", $0, part: $0 % count) })

            \(lines(0..<few) { byHand("HandFew", $0, part: $0 % count) })

            \(lines(0..<many) { byHand("HandMany", $0, part: $0 % count) })

            """
    }

    private static func annotated(_ prefix: String, _ number: Int, part: Int) -> String {
        "@Component final class \(prefix)\(number) { @Autowired var part: Part\(part) }"
    }

    private static func byHand(_ prefix: String, _ number: Int, part: Int) -> String {
        "final class \(prefix)\(number): IOCComponent, @unchecked Sendable { @Autowired var part: Part\(part) }"
    }

    private static func constantByHand(_ number: Int) -> String {
        """
        final class HandConstant\(number): ConstructedComponent {
            let part: Part\(number)
            init(part: Part\(number)) { self.part = part }
            static var constructor: Constructor {
                Constructor(Parameter<Part\(number)>("part")) { HandConstant\(number)(part: try $0[0]) }
            }
        }
        """
    }

    /// Returns the source of a type that uses the components of a prefix.
    private static func user(of prefix: String, _ count: Int, reading access: String = "") -> String {
        """
        package struct \(prefix)User {
            private let context: ApplicationContext

            package init(_ context: ApplicationContext) { self.context = context }

        \(functions("askAll", count, throwing: true) { "_ = try context.component(\(prefix)\($0).self)\(access)" })
        }
        """
    }

    /// Returns the source of the hand-written variant: a dictionary of closures.
    private static func table(_ name: String, of prefix: String, _ count: Int) -> String {
        """
        package final class \(name) {
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

        \(functions("fill", count) { "closures[ObjectIdentifier(\(prefix)\($0).self)] = { \(prefix)\($0)() }" })

        \(functions("askAll", count) { "_ = ask(\(prefix)\($0).self)" })
        }
        """
    }

    /// Returns the source of a function that executes a statement for each number. It calls functions of 25 statements
    /// each, because the optimizer takes long for a long function.
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
