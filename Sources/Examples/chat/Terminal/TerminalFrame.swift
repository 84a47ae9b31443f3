/// A rectangle of text.
public struct TerminalFrame: Hashable, Sendable {
    /// The number of characters that fit into a line.
    public let width: Int
    /// The number of lines that fit.
    public let height: Int
    /// The lines: at most `height`, each at most `width` characters long.
    public private(set) var lines: [String] = []

    /// Creates an empty frame.
    public init(width: Int, height: Int) {
        self.width = max(width, 0)
        self.height = max(height, 0)
    }

    /// Creates a frame of lines, cut to fit.
    public init(width: Int, height: Int, lines: [String]) {
        self.init(width: width, height: height)
        for line in lines { add(line) }
    }

    /// Adds a line, cut to fit. If the frame is full, the line is dropped.
    public mutating func add(_ line: String) {
        guard lines.count < height else { return }
        lines.append(String(line.filter { !$0.isNewline }.prefix(width)))
    }

    /// The lines, padded to fill the whole frame.
    public var filled: [String] {
        let padded = lines.map { $0 + String(repeating: " ", count: max(0, width - $0.count)) }
        let missing = max(0, height - lines.count)
        return padded + Array(repeating: String(repeating: " ", count: width), count: missing)
    }

    /// Returns a frame with this frame on the left, a vertical line, and another frame on the right.
    public func beside(_ other: TerminalFrame) -> TerminalFrame {
        TerminalFrame(
            width: width + 1 + other.width, height: height, lines: zip(filled, other.filled).map { "\($0)│\($1)" })
    }
}
