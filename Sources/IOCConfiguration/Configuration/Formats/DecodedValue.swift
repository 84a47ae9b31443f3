import IOCBase

/// A tree as Foundation's decoders give it, whichever keys it has.
///
/// The outline says what each value was written as, so that no kind is tried in vain and `1.0` stays a real.
struct DecodedValue: DecodableWithConfiguration {
    /// Where in the outline a value stands.
    struct Place {
        let outline: DocumentOutline
        let node: DocumentOutline.Node
    }

    let value: PropertyValue

    init(from decoder: any Decoder, configuration place: Place) throws {
        switch place.outline.kind(of: place.node) {
        case .object: value = try Self.object(decoder.container(keyedBy: AnyCodingKey.self), place)
        case .array: value = try Self.array(decoder.unkeyedContainer(), place)
        case .refused: value = .null
        case let kind: value = try Self.scalar(decoder.singleValueContainer(), kind)
        }
    }

    private static func object(_ container: KeyedDecodingContainer<AnyCodingKey>, _ place: Place) throws
        -> PropertyValue
    {
        var members: [String: PropertyValue] = [:]
        for key in container.allKeys {
            guard let node = place.outline.member(key.stringValue, of: place.node) else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: container, debugDescription: "the key '\(key.stringValue)' was overlooked")
            }
            let inner = Place(outline: place.outline, node: node)
            members[key.stringValue] = try container.decode(DecodedValue.self, forKey: key, configuration: inner).value
        }
        return .object(members)
    }

    private static func array(_ source: any UnkeyedDecodingContainer, _ place: Place) throws -> PropertyValue {
        var container = source
        var elements: [PropertyValue] = []
        for node in place.outline.elements(of: place.node) {
            let inner = Place(outline: place.outline, node: node)
            elements.append(try container.decode(DecodedValue.self, configuration: inner).value)
        }
        return .array(elements)
    }

    private static func scalar(
        _ container: any SingleValueDecodingContainer, _ kind: DocumentOutline.Kind
    ) throws -> PropertyValue {
        if container.decodeNil() { return .null }
        switch kind {
        case .bool: return .bool(try container.decode(Bool.self))
        case .integer: return .int(try container.decode(Int.self))
        case .real: return .double(try container.decode(Double.self))
        case .date: return .string(try text(of: container.decode(Date.self), in: container))
        case .data: return .string(try container.decode(Data.self).base64EncodedString())
        default: return .string(try container.decode(String.self))
        }
    }

    /// ISO 8601; the formatter is not asked about dates outside the years 1 to 9999.
    private static func text(of date: Date, in container: any SingleValueDecodingContainer) throws -> String {
        let seconds = date.timeIntervalSince1970
        guard seconds >= -62_135_596_800, seconds < 253_402_300_800 else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a date is out of range")
        }
        let hasFraction = seconds.truncatingRemainder(dividingBy: 1) != 0
        return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction))
    }
}
