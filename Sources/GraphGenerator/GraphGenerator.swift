import FoundationEssentials

/// Writes the source of a large graph of components: `GraphGenerator CLASSES FILES OUT…`.
///
/// Each class has four wrapped properties that lead to the next level, about a third of them by protocol; there are ten
/// levels, and the first class collects fifty others as an array.
@main
enum GraphGenerator {
    static let levels = 10

    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let count = arguments.first.flatMap({ Int($0) }), count >= 100, arguments.count > 1 else {
            throw UsageError()
        }
        let files = Array(arguments.dropFirst())
        let perFile = (count + files.count - 1) / files.count
        for (number, file) in files.enumerated() {
            let range = (number * perFile)..<min(count, (number + 1) * perFile)
            let text = "import IOC\n\n" + range.map { source(of: $0, count: count) }.joined(separator: "\n")
            try text.write(toFile: file, atomically: true, encoding: .utf8)
        }
    }

    struct UsageError: Error, CustomStringConvertible {
        let description = "usage: GraphGenerator CLASSES OUT… (at least 100 classes)"
    }

    /// One class, and the protocol that it alone conforms to where somebody asks by protocol.
    private static func source(of index: Int, count: Int) -> String {
        let width = count / levels
        let level = min(index / width, levels - 1)
        var lines: [String] = []
        if index.isMultiple(of: 3) { lines.append("protocol Generated\(index)Protocol: AnyObject, Sendable {}") }
        let conformance = index.isMultiple(of: 3) ? ", Generated\(index)Protocol" : ""
        let marker = level == levels - 1 && index % width < 50 ? ", GeneratedLeaf" : ""
        if index == 0 { lines.append("protocol GeneratedLeaf: AnyObject, Sendable {}") }
        lines.append("final class Generated\(index): IOCComponent\(conformance)\(marker), @unchecked Sendable {")
        if level < levels - 1 {
            for wrapper in 0..<4 {
                let target = (level + 1) * width + (index * 4 + wrapper * 7) % width
                let type = target.isMultiple(of: 3) ? "any Generated\(target)Protocol" : "Generated\(target)"
                lines.append("    @Autowired var dependency\(wrapper): \(type)")
            }
        }
        if index == 0 { lines.append("    @Autowired var leaves: [any GeneratedLeaf]") }
        lines.append("}")
        return lines.joined(separator: "\n") + "\n"
    }
}
