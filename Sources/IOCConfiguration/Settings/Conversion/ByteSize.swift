/// A number of bytes, written as `10MB` or `10MiB` in a setting.
///
/// 1. Units are `B`, `KB`, `MB`, `GB`, `TB`, `PB`, each a thousand times the one before, and `KiB`, `MiB`, `GiB`, `TiB`,
///    `PiB`, each 1,024 times; capitals and small letters are alike.
/// 2. A number without a unit is a number of bytes.
/// 3. A fraction is allowed where whole bytes come out: `1.5KB`.
public struct ByteSize: Hashable, Sendable {
    /// The number of bytes.
    public let bytes: Int

    /// A number of bytes.
    public init(bytes: Int) { self.bytes = bytes }

    /// A size as a setting writes it, or nil where the text is none.
    public init?(_ text: String) {
        var rest = text[...]
        guard let number = ScaledNumber(scanning: &rest) else { return nil }
        let name = rest.drop { $0 == " " }.lowercased()
        guard let unit = Self.units.first(where: { $0.name.lowercased() == (name.isEmpty ? "b" : name) }),
            let exact = number.times(Int128(unit.bytes), exactly: true), let bytes = Int(exactly: exact)
        else { return nil }
        self.bytes = bytes
    }

    /// From the smallest; of two that are nearly alike the decimal one comes first.
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
