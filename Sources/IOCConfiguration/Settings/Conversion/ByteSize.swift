/// A number of bytes, written as `10MB` or `10MiB` in a setting.
///
/// 1. Units are `B`, `KB`, `MB`, `GB`, `TB`, `PB`, each a thousand times the previous one, and `KiB`, `MiB`, `GiB`,
///    `TiB`, `PiB`, each 1,024 times the previous one. Case doesn't matter.
/// 2. A number without a unit is a number of bytes.
/// 3. A fraction is allowed if the result is a whole number of bytes: `1.5KB`.
public struct ByteSize: Hashable, Sendable {
    /// The number of bytes.
    public let bytes: Int

    /// Creates a size from a number of bytes.
    public init(bytes: Int) { self.bytes = bytes }

    /// Creates a size from the text of a setting; nil if the text isn't a size.
    public init?(_ text: String) {
        var rest = text[...]
        guard let number = ScaledNumber(scanning: &rest) else { return nil }
        let name = rest.drop { $0 == " " }.lowercased()
        guard let unit = Self.units.first(where: { $0.name.lowercased() == (name.isEmpty ? "b" : name) }),
            let exact = number.times(Int128(unit.bytes), exactly: true), let bytes = Int(exactly: exact)
        else { return nil }
        self.bytes = bytes
    }

    /// The units, smallest first.
    private static let units: [(name: String, bytes: Int)] = [
        ("B", 1), ("KB", 1000), ("KiB", 1 << 10), ("MB", 1_000_000), ("MiB", 1 << 20), ("GB", 1_000_000_000),
        ("GiB", 1 << 30), ("TB", 1_000_000_000_000), ("TiB", 1 << 40), ("PB", 1_000_000_000_000_000),
        ("PiB", 1 << 50),
    ]
}

extension ByteSize: Comparable {
    /// Returns true if the left size is smaller.
    public static func < (left: ByteSize, right: ByteSize) -> Bool { left.bytes < right.bytes }
}

extension ByteSize: CustomStringConvertible {
    /// The size in the largest unit that divides it: `10MB`, `10MiB`, `1234B`.
    public var description: String {
        guard bytes != 0, let unit = Self.units.last(where: { bytes % $0.bytes == 0 }) else { return "0B" }
        return "\(bytes / unit.bytes)\(unit.name)"
    }
}

extension ByteSize: Codable {
    /// Decodes a text with a unit, or a number of bytes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let bytes = try? container.decode(Int.self) {
            self.init(bytes: bytes)
        } else if let size = ByteSize(try container.decode(String.self)) {
            self = size
        } else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a byte size is written as 10MB")
        }
    }

    /// Encodes the description.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// A decimal number in front of a unit, stored exactly: `1.5` is 15 over 10.
struct ScaledNumber {
    private let digits: Int128
    private let scale: Int128

    /// Reads digits with at most one decimal point, and removes them from the text.
    init?(scanning text: inout Substring) {
        let number = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        // Longer numbers are rejected, because no time or size needs more than 18 digits.
        guard parts.count <= 2, !parts.contains(""), number.count < 18 + parts.count,
            let digits = Int128(parts.joined())
        else { return nil }
        self.digits = digits
        scale = parts.dropFirst().joined().reduce(1) { scale, _ in scale * 10 }
        text = text[number.endIndex...]
    }

    /// Returns the number times a unit; nil if the product does not fit, or if it must be whole and isn't.
    func times(_ unit: Int128, exactly: Bool) -> Int128? {
        let (product, isOverflow) = digits.multipliedReportingOverflow(by: unit)
        guard !isOverflow, !exactly || product % scale == 0 else { return nil }
        return product / scale
    }
}
