#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A file's bytes while its model is built, with the few scans that sourcekitd's ranges leave to be done.
struct SourceBuffer {
    let bytes: UnsafeBufferPointer<UInt8>
    private let lineStarts: [Int]

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        var starts = [0]
        if let base = bytes.baseAddress {
            var offset = 0
            while let found = memchr(base + offset, 0x0A, bytes.count - offset) {
                offset = UnsafeRawPointer(found) - UnsafeRawPointer(base) + 1
                starts.append(offset)
            }
        }
        lineStarts = starts
    }

    var count: Int { bytes.count }

    func position(_ offset: Int) -> SourcePosition {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return SourcePosition(offset: offset, line: low + 1, column: offset - lineStarts[low] + 1)
    }

    /// Where a line starts, counted from one.
    func offset(ofLine line: Int) -> Int { lineStarts[min(max(1, line), lineStarts.count) - 1] }

    func string(_ range: Range<Int>) -> String {
        let range = range.clamped(to: 0..<count)
        return String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }

    /// The bytes from one place to another, none where a damaged source has them the wrong way round.
    func span(_ start: Int, _ end: Int) -> Range<Int> {
        let start = min(max(0, start), count)
        return start..<min(max(start, end), count)
    }

    /// The text of a range without white space around it, and where that starts.
    func text(_ range: Range<Int>) -> SourceText {
        var range = range.clamped(to: 0..<count)
        while let first = range.first, Self.isSpace(bytes[first]) { range = first + 1..<range.upperBound }
        while let last = range.last, Self.isSpace(bytes[last]) { range = range.lowerBound..<last }
        return SourceText(string(range), at: position(range.lowerBound))
    }

    func starts(with word: StaticString, at offset: Int) -> Bool {
        let length = word.utf8CodeUnitCount
        guard offset >= 0, offset + length <= count, let base = bytes.baseAddress else { return false }
        return memcmp(base + offset, word.utf8Start, length) == 0
    }

    /// Past white space and comments.
    func skippingTrivia(from start: Int) -> Int { Self.skippingTrivia(in: bytes, from: start) }

    /// The end of the comment that starts at `offset`, or nil where none starts.
    func endOfComment(at offset: Int) -> Int? { Self.endOfComment(in: bytes, at: offset) }

    /// Past white space and comments.
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

    /// The end of the comment that starts at `offset`, or nil where none starts; comments may hold comments.
    static func endOfComment<Bytes: RandomAccessCollection<UInt8>>(in bytes: Bytes, at offset: Int) -> Int?
    where Bytes.Index == Int {
        func stands(_ text: StaticString, _ index: Int) -> Bool {
            bytes[index] == text.utf8Start[0] && bytes[index + 1] == text.utf8Start[1]
        }
        guard offset + 1 < bytes.count else { return nil }
        if stands("//", offset) { return bytes[offset...].firstIndex(of: 0x0A) ?? bytes.count }
        guard stands("/*", offset) else { return nil }
        var depth = 0
        var index = offset
        while index + 1 < bytes.count {
            if stands("/*", index) {
                depth += 1
                index += 2
            } else if stands("*/", index) {
                depth -= 1
                index += 2
                if depth == 0 { return index }
            } else {
                index += 1
            }
        }
        return bytes.count
    }

    /// The end of the identifier that starts at `offset`, backticks included; `offset` itself where none starts.
    func endOfWord(at offset: Int) -> Int {
        guard offset < count else { return offset }
        if bytes[offset] == UInt8(ascii: "`") {
            return ((offset + 1)..<count).first { bytes[$0] == UInt8(ascii: "`") }.map { $0 + 1 } ?? count
        }
        var end = offset
        while end < count, Self.isWord(bytes[end]) { end += 1 }
        return end
    }

    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (byte >= 0x09 && byte <= 0x0D)
    }

    static func isWord(_ byte: UInt8) -> Bool {
        (byte >= 0x61 && byte <= 0x7A) || (byte >= 0x41 && byte <= 0x5A) || (byte >= 0x30 && byte <= 0x39)
            || byte == 0x5F || byte >= 0x80
    }
}

extension String {
    /// Without the backticks that make a keyword a name.
    var withoutBackticks: String {
        hasPrefix("`") && hasSuffix("`") && count > 1 ? String(dropFirst().dropLast()) : self
    }
}
