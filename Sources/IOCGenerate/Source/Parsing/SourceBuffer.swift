import IOCModel

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A file's bytes, with scans for parts whose ranges sourcekitd does not report: lines, comments and names.
struct SourceBuffer {
    let bytes: UnsafeBufferPointer<UInt8>
    private let path: String
    private let lineStarts: [Int]

    init(_ bytes: UnsafeBufferPointer<UInt8>, path: String) {
        self.bytes = bytes
        self.path = path
        var starts = [0]
        if let base = bytes.baseAddress {
            while let end = memchr(base + starts[starts.count - 1], 0x0A, bytes.count - starts[starts.count - 1]) {
                starts.append(UnsafeRawPointer(end) - UnsafeRawPointer(base) + 1)
            }
        }
        lineStarts = starts
    }

    var count: Int { bytes.count }

    /// Returns the line and the column of a byte, both counted from one. The column counts bytes, as the compiler does.
    func location(_ offset: Int) -> SourceLocation {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return SourceLocation(file: path, line: low + 1, column: offset - lineStarts[low] + 1)
    }

    /// Returns the offset of the start of a line. Lines are counted from one.
    func offset(ofLine line: Int) -> Int { lineStarts[min(max(1, line), lineStarts.count) - 1] }

    func string(_ range: Range<Int>) -> String {
        let range = range.clamped(to: 0..<count)
        return String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }

    /// Returns the range between two offsets. It is empty if they are in the wrong order, which can happen in a damaged
    /// file.
    func span(_ start: Int, _ end: Int) -> Range<Int> {
        let start = min(max(0, start), count)
        return start..<min(max(start, end), count)
    }

    /// Returns the text of a range without white space around it, and the place of the text.
    func text(_ range: Range<Int>) -> SourceText {
        var range = range.clamped(to: 0..<count)
        while let first = range.first, Self.isSpace(bytes[first]) { range = first + 1..<range.upperBound }
        while let last = range.last, Self.isSpace(bytes[last]) { range = range.lowerBound..<last }
        return SourceText(string(range), at: location(range.lowerBound))
    }

    func starts(with word: StaticString, at offset: Int) -> Bool {
        let length = word.utf8CodeUnitCount
        guard offset >= 0, offset + length <= count else { return false }
        return bytes[offset..<offset + length].elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: length))
    }

    /// Returns the first offset from `start` on that is not in white space or a comment.
    func skippingTrivia(from start: Int) -> Int { Self.skippingTrivia(in: bytes, from: start) }

    /// Returns the end of the comment that starts at an offset; nil if none starts there.
    func endOfComment(at offset: Int) -> Int? { Self.endOfComment(in: bytes, at: offset) }

    /// Returns the first offset from `start` on that is not in white space or a comment.
    static func skippingTrivia<Bytes: RandomAccessCollection<UInt8>>(in bytes: Bytes, from start: Int) -> Int
    where Bytes.Index == Int {
        var offset = start
        while offset < bytes.count {
            if isSpace(bytes[offset]) {
                offset += 1
            } else if let end = endOfComment(in: bytes, at: offset) {
                offset = end
            } else {
                break
            }
        }
        return offset
    }

    /// Returns the end of the comment that starts at an offset; nil if none starts there. Comments can be nested.
    static func endOfComment<Bytes: RandomAccessCollection<UInt8>>(in bytes: Bytes, at offset: Int) -> Int?
    where Bytes.Index == Int {
        func isSign(_ first: Character, _ second: Character, at index: Int) -> Bool {
            index + 1 < bytes.count && bytes[index] == first.asciiValue && bytes[index + 1] == second.asciiValue
        }
        if isSign("/", "/", at: offset) { return bytes[offset...].firstIndex(of: 0x0A) ?? bytes.count }
        guard isSign("/", "*", at: offset) else { return nil }
        var depth = 0
        var index = offset
        while index < bytes.count {
            if isSign("/", "*", at: index) {
                depth += 1
                index += 2
            } else if isSign("*", "/", at: index) {
                depth -= 1
                index += 2
                if depth == 0 { return index }
            } else {
                index += 1
            }
        }
        return bytes.count
    }

    /// Returns the end of the identifier that starts at an offset, including backticks; the offset itself if none
    /// starts there.
    func endOfWord(at offset: Int) -> Int {
        guard offset < count else { return offset }
        if bytes[offset] == UInt8(ascii: "`") {
            return bytes[(offset + 1)...].firstIndex(of: UInt8(ascii: "`")).map { $0 + 1 } ?? count
        }
        return bytes[offset...].firstIndex { !Self.isWord($0) } ?? count
    }

    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }

    static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...: true
        default: false
        }
    }
}

extension String {
    /// The name without its backticks.
    var withoutBackticks: String {
        hasPrefix("`") && hasSuffix("`") && count > 1 ? String(dropFirst().dropLast()) : self
    }
}
