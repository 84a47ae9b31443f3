import FoundationEssentials

/// Writes the source of a large graph of components: `GraphGenerator CLASSES OUT…`.
///
/// The classes come in blocks of a hundred that depend on no other block, each of ten levels. A class has four wrapped
/// properties that lead to the next level, 30 % of them by protocol; the first class collects fifty others as an array.
@main
enum GraphGenerator {
    static let levels = 10
    static let width = 10

    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let count = arguments.first.flatMap({ Int($0) }), count > 0, count.isMultiple(of: levels * width),
            arguments.count > 1
        else { throw UsageError() }
        let files = Array(arguments.dropFirst())
        let perFile = (count + files.count - 1) / files.count
        for (number, file) in files.enumerated() {
            let range = (number * perFile)..<min(count, (number + 1) * perFile)
            let text = "package import IOC\n\n" + range.map { source(of: $0, count: count) }.joined(separator: "\n")
            try text.write(toFile: file, atomically: true, encoding: .utf8)
        }
    }

    struct UsageError: Error, CustomStringConvertible {
        let description = "usage: GraphGenerator CLASSES OUT… (a multiple of 100 classes)"
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

    /// Three classes of each level are asked for by protocol.
    private static func isByProtocol(_ index: Int) -> Bool { index % width < 3 }
}
