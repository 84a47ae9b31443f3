/// A number of bytes, written as `10MB` or `10MiB` in a property.
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

    /// A size as a property writes it, or nil where the text is none.
    public init?(_ text: String) {
        var rest = text[...]
        guard let number = ScaledNumber(scanning: &rest) else { return nil }
        let unit = rest.drop { $0 == " " }.lowercased()
        guard let factor = Self.factors[unit], let exact = number.times(factor, exactly: true),
            let bytes = Int(exactly: exact)
        else { return nil }
        self.bytes = bytes
    }

    private static let factors: [String: Int128] = {
        var factors: [String: Int128] = ["": 1, "b": 1]
        for (power, letter) in ["k", "m", "g", "t", "p"].enumerated() {
            factors["\(letter)b"] = (0...power).reduce(1) { product, _ in product * 1000 }
            factors["\(letter)ib"] = 1 << (10 * (power + 1))
        }
        return factors
    }()
}

extension ByteSize: Comparable {
    /// Whether the left size is smaller.
    public static func < (left: ByteSize, right: ByteSize) -> Bool { left.bytes < right.bytes }
}

extension ByteSize: CustomStringConvertible {
    /// The size in the largest unit that divides it: `10MB`, `10MiB`, `1234B`.
    public var description: String {
        guard bytes != 0 else { return "0B" }
        let units = [("PiB", 1 << 50), ("PB", 1_000_000_000_000_000), ("TiB", 1 << 40), ("TB", 1_000_000_000_000)]
        let smaller = [("GiB", 1 << 30), ("GB", 1_000_000_000), ("MiB", 1 << 20), ("MB", 1_000_000)]
        let fitting = (units + smaller + [("KiB", 1 << 10), ("KB", 1000)]).filter { bytes % $0.1 == 0 }
        // Of a decimal and a binary unit that both divide it, the shorter number reads better.
        let best = fitting.max { $0.1 < $1.1 } ?? ("B", 1)
        return "\(bytes / best.1)\(best.0)"
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
