/// Appends values to bytes, in an order that only ``BinaryReader`` has to know.
struct BinaryWriter {
    var bytes: [UInt8] = []

    mutating func write(_ value: Int) {
        // Seven bits a byte; every number here is small and not negative.
        var rest = UInt(bitPattern: value)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    mutating func write(_ value: String) {
        write(value.utf8.count)
        bytes.append(contentsOf: value.utf8)
    }
}

/// Reads what ``BinaryWriter`` wrote; a damaged text throws instead of reading past its end.
struct BinaryReader {
    struct Damaged: Error {}

    private let bytes: UnsafeBufferPointer<UInt8>
    private(set) var index: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int = 0) {
        self.bytes = bytes
        self.index = index
    }

    mutating func readInt() throws -> Int {
        var value: UInt = 0
        var shift: UInt = 0
        while index < bytes.count, shift != 70 {
            let byte = bytes[index]
            index += 1
            value |= UInt(byte & 0x7F) << shift
            if byte < 0x80 { return Int(bitPattern: value) }
            shift += 7
        }
        throw Damaged()
    }

    mutating func readString() throws -> String {
        let count = try readInt()
        guard count >= 0, count <= bytes.count - index else { throw Damaged() }
        defer { index += count }
        return String(decoding: UnsafeBufferPointer(rebasing: bytes[index..<index + count]), as: UTF8.self)
    }

    mutating func skip(_ count: Int) throws {
        guard count >= 0, count <= bytes.count - index else { throw Damaged() }
        index += count
    }
}

/// The part that the cache can keep.
protocol BinaryCodable {
    init(from reader: inout BinaryReader) throws
    func write(to writer: inout BinaryWriter)
}

extension Int: BinaryCodable {
    init(from reader: inout BinaryReader) throws { self = try reader.readInt() }
    func write(to writer: inout BinaryWriter) { writer.write(self) }
}

extension String: BinaryCodable {
    init(from reader: inout BinaryReader) throws { self = try reader.readString() }
    func write(to writer: inout BinaryWriter) { writer.write(self) }
}

extension Optional: BinaryCodable where Wrapped: BinaryCodable {
    init(from reader: inout BinaryReader) throws {
        self = try reader.readInt() == 0 ? nil : Wrapped(from: &reader)
    }

    func write(to writer: inout BinaryWriter) {
        writer.write(self == nil ? 0 : 1)
        self?.write(to: &writer)
    }
}

extension Array: BinaryCodable where Element: BinaryCodable {
    init(from reader: inout BinaryReader) throws {
        let count = try reader.readInt()
        self = []
        // A damaged count fails at the end of the bytes, not by reserving memory for it.
        for _ in 0..<Swift.max(0, count) { append(try Element(from: &reader)) }
    }

    func write(to writer: inout BinaryWriter) {
        writer.write(count)
        for element in self { element.write(to: &writer) }
    }
}

extension BinaryCodable where Self: RawRepresentable, RawValue == Int {
    init(from reader: inout BinaryReader) throws {
        guard let value = Self(rawValue: try reader.readInt()) else { throw BinaryReader.Damaged() }
        self = value
    }

    func write(to writer: inout BinaryWriter) { writer.write(rawValue) }
}

extension AccessLevel: BinaryCodable {}
extension TypeDeclaration.Kind: BinaryCodable {}
extension SourceDiagnostic.Severity: BinaryCodable {}
