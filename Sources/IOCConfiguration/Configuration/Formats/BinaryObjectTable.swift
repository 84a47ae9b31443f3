import IOCModel

/// The objects of a binary property list by number, each checked to lie within the file.
struct BinaryObjectTable {
    /// One object: where its payload lies.
    struct Entry {
        var kind: DocumentOutline.Kind
        var marker: UInt8
        var start: Int
        var length: Int
    }

    private let bytes: [UInt8]
    private let offsetSize: Int
    private let referenceSize: Int
    private let count: Int
    private let table: Int
    let top: Int

    /// Reads the trailer.
    init(_ bytes: [UInt8]) throws(DocumentFault) {
        let trailer = bytes.count - 32
        guard bytes.starts(with: "bplist00".utf8), trailer > 8 else { throw Self.malformed("it is cut short") }
        self.bytes = bytes
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            let count = Self.number(bytes, at: trailer + 8, size: 8),
            let top = Self.number(bytes, at: trailer + 16, size: 8),
            let table = Self.number(bytes, at: trailer + 24, size: 8),
            top < count, table >= 9, count <= (trailer - table) / offsetSize
        else { throw Self.malformed("its trailer does not fit the file") }
        self.count = count
        self.top = top
        self.table = table
    }

    static func malformed(_ reason: String) -> DocumentFault {
        DocumentFault(kind: .fileMalformed(format: "binary property list", reason: reason))
    }

    private static func number(_ bytes: [UInt8], at start: Int, size: Int) -> Int? {
        let value = bytes[start..<(start + size)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(exactly: value)
    }

    func entry(_ object: Int) throws(DocumentFault) -> Entry {
        guard object < count, let offset = Self.number(bytes, at: table + object * offsetSize, size: offsetSize),
            (8..<table).contains(offset)
        else { throw Self.malformed("an object lies outside the file") }
        let marker = bytes[offset]
        let low = Int(marker & 0x0F)
        switch marker >> 4 {
        case 0x0 where [0x0, 0x8, 0x9].contains(low):
            return try entry(low == 0 ? .null : .bool, marker, start: offset + 1, length: 0)
        case 0x1 where low <= 4: return try entry(.integer, marker, start: offset + 1, length: 1 << low)
        case 0x2 where low == 2 || low == 3: return try entry(.real, marker, start: offset + 1, length: 1 << low)
        case 0x3 where low == 3: return try entry(.date, marker, start: offset + 1, length: 8)
        case 0x4: return try counted(.data, marker, at: offset, unit: 1)
        case 0x5: return try counted(.string, marker, at: offset, unit: 1)
        case 0x6: return try counted(.string, marker, at: offset, unit: 2)
        case 0xA: return try counted(.array, marker, at: offset, unit: referenceSize)
        case 0xD: return try counted(.object, marker, at: offset, unit: 2 * referenceSize)
        default: throw Self.malformed("it has an object of a kind that no configuration holds")
        }
    }

    private func entry(_ kind: DocumentOutline.Kind, _ marker: UInt8, start: Int, length: Int) throws(DocumentFault)
        -> Entry
    {
        guard length <= table - start else { throw Self.malformed("an object lies outside the file") }
        return Entry(kind: kind, marker: marker, start: start, length: length)
    }

    /// An object whose marker, or an integer after it, tells the number of its units.
    private func counted(_ kind: DocumentOutline.Kind, _ marker: UInt8, at offset: Int, unit: Int) throws(DocumentFault)
        -> Entry
    {
        var start = offset + 1
        var units = Int(marker & 0x0F)
        if units == 0x0F {
            guard bytes[start] >> 4 == 0x1, bytes[start] & 0x0F <= 3 else {
                throw Self.malformed("an object has no valid length")
            }
            let size = 1 << Int(bytes[start] & 0x0F)
            guard start + 1 + size <= table, let stored = Self.number(bytes, at: start + 1, size: size) else {
                throw Self.malformed("an object has no valid length")
            }
            units = stored
            start += 1 + size
        }
        guard units <= (table - start) / unit else { throw Self.malformed("an object lies outside the file") }
        return try entry(kind, marker, start: start, length: units * unit)
    }

    /// The numbers a container refers to: a dictionary's keys come first, then its values.
    func references(_ entry: Entry) -> [Int] {
        stride(from: entry.start, to: entry.start + entry.length, by: referenceSize).map {
            Self.number(bytes, at: $0, size: referenceSize) ?? .max
        }
    }

    /// The text of a key.
    func text(_ entry: Entry) throws(DocumentFault) -> String {
        guard entry.kind == .string else { throw Self.malformed("a key is no text") }
        let content = bytes[entry.start..<(entry.start + entry.length)]
        guard entry.marker >> 4 == 0x6 else { return String(decoding: content, as: UTF8.self) }
        let units = stride(from: content.startIndex, to: content.endIndex, by: 2).map {
            UInt16(content[$0]) << 8 | UInt16(content[$0 + 1])
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// A real's value, and a date's, which is a real too.
    func real(_ entry: Entry) -> Double? {
        let pattern = bytes[entry.start..<(entry.start + entry.length)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return entry.length == 4
            ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: pattern))) : Double(bitPattern: pattern)
    }

    /// Integers of sixteen bytes hold what is over `Int.max`.
    func fitsInteger(_ entry: Entry) -> Bool {
        guard entry.length == 16 else { return true }
        let content = bytes[entry.start..<(entry.start + 16)]
        let isPositive = content.prefix(8).allSatisfy { $0 == 0 } && content[entry.start + 8] < 0x80
        let isNegative = content.prefix(8).allSatisfy { $0 == 0xFF } && content[entry.start + 8] >= 0x80
        return isPositive || isNegative
    }
}
