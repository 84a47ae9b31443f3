import FoundationEssentials

/// Writes the source of a large graph of components, of as many that need nothing, and of an assembly of as many definitions:
/// `GraphGenerator CLASSES ASSEMBLY OUT…`.
///
/// The classes come in blocks of a hundred that depend on no other block, each of ten levels. A class has four wrapped
/// properties that lead to the next level, 30 % of them by protocol; the first class collects fifty others as an array.
/// One more block has the same dependencies passed to initializers.
@main
enum GraphGenerator {
    static let levels = 10
    static let width = 10

    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let count = arguments.first.flatMap({ Int($0) }), count > 0, count.isMultiple(of: levels * width),
            arguments.count > 2
        else { throw UsageError() }
        try assembly(count).write(toFile: Array(arguments)[1], atomically: true, encoding: .utf8)
        let files = Array(arguments.dropFirst(2))
        let perFile = (count + files.count - 1) / files.count
        for (number, file) in files.enumerated() {
            let range = (number * perFile)..<min(count, (number + 1) * perFile)
            let text = "package import IOC\n\n" + range.map { source(of: $0, count: count) }.joined(separator: "\n")
            try text.write(toFile: file, atomically: true, encoding: .utf8)
        }
    }

    struct UsageError: Error, CustomStringConvertible {
        let description = "usage: GraphGenerator CLASSES ASSEMBLY OUT… (a multiple of 100 classes)"
    }

    /// One class, and the protocol that it alone conforms to where somebody asks by protocol.
    private static func source(of index: Int, count: Int) -> String {
        let block = index / (levels * width) * (levels * width)
        let level = index % (levels * width) / width
        let position = index % width
        let isLeaf = level == levels - 1 && position < 50 * levels * width / count
        var lines: [String] = []
        if index == 0 { lines.append("package protocol GeneratedLeaf: AnyObject, Sendable {}") }
        if isByProtocol(index) {
            lines.append("package protocol Generated\(index)Protocol: AnyObject, Sendable {}")
        }
        let conformance = isByProtocol(index) ? ", Generated\(index)Protocol" : ""
        let marker = isLeaf ? ", GeneratedLeaf" : ""
        let conformances = "IOCComponent\(conformance)\(marker), @unchecked Sendable"
        lines.append("package final class Generated\(index): \(conformances) {")
        if level < levels - 1 {
            for wrapper in 0..<4 {
                let target = block + (level + 1) * width + (position * 4 + wrapper * 7) % width
                let type = isByProtocol(target) ? "any Generated\(target)Protocol" : "Generated\(target)"
                lines.append("    @Autowired package var dependency\(wrapper): \(type)")
            }
        }
        if index == 0 { lines.append("    @Autowired package var leaves: [any GeneratedLeaf]") }
        lines.append("    package init() {}")
        lines.append("}")
        return lines.joined(separator: "\n") + "\n"
    }

    /// An assembly with a definition of a class of its own for each number, and the same by hand: a table of closures.
    private static func assembly(_ count: Int) -> String {
        func each(_ line: (Int) -> String) -> String { (0..<count).map(line).joined(separator: "\n") }
        /// In functions of twenty-five statements, as the optimizer takes long over a long one.
        func parts(_ name: String, _ effects: String, _ line: (Int) -> String) -> String {
            stride(from: 0, to: count, by: 25).map { start in
                let lines = (start..<min(start + 25, count)).map { "        \(line($0))" }.joined(separator: "\n")
                return "    @inline(never) private func \(name)\(start)()\(effects) {\n\(lines)\n    }"
            }
            .joined(separator: "\n")
        }
        func calls(_ name: String, _ prefix: String) -> String {
            stride(from: 0, to: count, by: 25).map { "        \(prefix)\(name)\($0)()" }.joined(separator: "\n")
        }
        return """
            package import IOC

            /// Everything that uses the component classes of a context.
            package struct GeneratedUser {
                private let context: ApplicationContext

                package init(_ context: ApplicationContext) { self.context = context }

                /// Asks for each of them once.
                package func askAll() throws {
            \(calls("ask", "try "))
                }

                /// Reads each of their properties once.
                package func readAll() throws {
            \(calls("read", "try "))
                }

            \(parts("ask", " throws") { "_ = try context.component(Generated\($0).self)" })

            \(parts("read", " throws") { "read(try context.component(Generated\($0).self))" })

            \(each(reading))
            }

            \(constructed())

            \(each { "package final class Simple\($0): IOCComponent { package init() {} }" })

            /// A program that uses the component classes that need nothing.
            package struct SimpleUser {
                private let context: ApplicationContext

                package init(_ context: ApplicationContext) { self.context = context }

                /// Asks for each of them once.
                package func askAll() throws {
            \(calls("ask", "try "))
                }

            \(parts("ask", " throws") { "_ = try context.component(Simple\($0).self)" })
            }

            \(each { "package final class Defined\($0): Sendable { package init() {} }" })

            package final class GeneratedAssembly: Assembly {
                package init() {}
            \(each { "    package let part\($0) = Define(.singleton) { _ in Defined\($0)() }" })

                /// Asks for each of them once.
                package func askAll() throws {
            \(calls("ask", "try "))
                }

            \(parts("ask", " throws") { "_ = try part\($0)()" })
            }

            package final class GeneratedTable {
                private var closures: [ObjectIdentifier: () -> AnyObject] = [:]
                private var objects: [ObjectIdentifier: AnyObject] = [:]

                package init() {
            \(calls("fill", ""))
                }

                /// Asks for each of them once.
                package func askAll() {
            \(calls("ask", ""))
                }

            \(parts("fill", "") { "closures[ObjectIdentifier(Defined\($0).self)] = { Defined\($0)() }" })

            \(parts("ask", "") { "_ = ask(Defined\($0).self)" })

                @inline(never)
                private func ask(_ type: AnyClass) -> AnyObject? {
                    let key = ObjectIdentifier(type)
                    if let known = objects[key] { return known }
                    let made = closures[key]?()
                    objects[key] = made
                    return made
                }
            }

            """
    }

    /// A block of classes like those with wrapped properties, whose dependencies are passed to an initializer instead.
    private static func constructed() -> String {
        let classes = (0..<levels * width).map { index in
            let level = index / width
            let targets =
                level == levels - 1 ? [] : (0..<4).map { (level + 1) * width + (index % width * 4 + $0 * 7) % width }
            let isPlain = targets.isEmpty
            let constants = targets.enumerated().map { "    package let dependency\($0): Constructed\($1)" }
            let parameters = targets.enumerated().map { "dependency\($0): Constructed\($1)" }.joined(separator: ", ")
            let names = targets.indices.map { ", \"dependency\($0)\"" }.joined()
            let values = targets.indices.map { "self.dependency\($0) = dependency\($0)" }.joined(separator: "; ")
            return
                (["package final class Constructed\(index): ConstructedComponent {"] + constants + [
                    "    package init(\(parameters)) { \(values) }",
                    "    package static var constructor: Constructor {",
                    "        Constructor(\(isPlain ? "{ Constructed\(index)() }" : "Constructed\(index).init")\(names))",
                    "    }", "}",
                ]).joined(separator: "\n")
        }
        let numbers = 0..<levels * width
        return """
            \(classes.joined(separator: "\n"))

            extension GeneratedUser {
                /// Asks once for each class of the first block.
                package func askBlock() throws {
            \(numbers.map { "        _ = try context.component(Generated\($0).self)" }.joined(separator: "\n"))
                }

                /// Asks once for each class whose dependencies are passed to its initializer.
                package func askConstructed() throws {
            \(numbers.map { "        _ = try context.component(Constructed\($0).self)" }.joined(separator: "\n"))
                }
            }
            """
    }

    /// A function that reads the properties of a class.
    private static func reading(_ index: Int) -> String {
        let isLast = index % (levels * width) / width == levels - 1
        let names = (isLast ? [] : (0..<4).map { "dependency\($0)" }) + (index == 0 ? ["leaves"] : [])
        let list = names.map { "_ = object.\($0)" }.joined(separator: "; ")
        return "    @inline(never) @_optimize(none) private func read(_ object: Generated\(index)) { \(list) }"
    }

    /// Three classes of each level are asked for by protocol.
    private static func isByProtocol(_ index: Int) -> Bool { index % width < 3 }
}
