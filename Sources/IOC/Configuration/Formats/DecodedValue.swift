#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A tree as Foundation's decoders give it, whichever keys it has.
struct DecodedValue: Decodable {
    /// Set where the scan has found numbers that the decoder would stop at, so that the rest is still checked.
    static let takesAnyNumber = CodingUserInfoKey(rawValue: "IOC.takesAnyNumber")!

    let value: PropertyValue

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Only the question which kind a value is may fail unheard; what goes wrong inside a container is thrown.
    init(from decoder: any Decoder) throws {
        if let single = try? decoder.singleValueContainer(), let scalar = Self.scalar(in: single) {
            value = scalar
        } else if let container = try? decoder.container(keyedBy: Key.self) {
            var members: [String: PropertyValue] = [:]
            for key in container.allKeys {
                members[key.stringValue] = try container.decode(DecodedValue.self, forKey: key).value
            }
            value = .object(members)
        } else if var container = try? decoder.unkeyedContainer() {
            var elements: [PropertyValue] = []
            while !container.isAtEnd { elements.append(try container.decode(DecodedValue.self).value) }
            value = .array(elements)
        } else if decoder.userInfo[Self.takesAnyNumber] as? Bool == true {
            value = .int(0)
        } else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "a value of an unknown kind"))
        }
    }

    /// Texts are tried first, as they are the most frequent, and truth before numbers, which it could pass for.
    private static func scalar(in container: any SingleValueDecodingContainer) -> PropertyValue? {
        if container.decodeNil() { return .null }
        if let text = try? container.decode(String.self) { return .string(text) }
        if let truth = try? container.decode(Bool.self) { return .bool(truth) }
        if let number = try? container.decode(Int.self) { return .int(number) }
        if let number = try? container.decode(Double.self) { return .double(number) }
        if let date = try? container.decode(Date.self) { return text(of: date).map(PropertyValue.string) }
        if let data = try? container.decode(Data.self) { return .string(data.base64EncodedString()) }
        return nil
    }

    /// ISO 8601 for dates of the years 1 to 9999; the formatter is not made for others.
    private static func text(of date: Date) -> String? {
        let seconds = date.timeIntervalSince1970
        guard seconds >= -62_135_596_800, seconds < 253_402_300_800 else { return nil }
        let hasFraction = seconds.truncatingRemainder(dividingBy: 1) != 0
        return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction))
    }
}
