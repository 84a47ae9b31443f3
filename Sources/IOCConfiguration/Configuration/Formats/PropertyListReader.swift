import IOCBase
import IOCModel

/// A reader of XML and binary property lists. Foundation's decoder doesn't tell the lines of values, so their places
/// have only key paths.
enum PropertyListReader {
    /// Reads the values of a document, with their key paths.
    static func read(_ bytes: [UInt8], path: String) throws(IOCError) -> Document {
        let isBinary = bytes.starts(with: "bplist".utf8)
        let isWide = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
        if !isBinary, !isWide { _ = try DocumentText(bytes, path: path) }
        let format = isBinary ? "binary property list" : "XML property list"
        let reading = Reading(Document(path: path))
        if !isBinary {
            let wide = isWide ? String(data: Data(bytes), encoding: .utf16).map { Array($0.utf8) } : nil
            try check(wide ?? bytes, reading.document)
        }
        do {
            reading.document.value = try PropertyListDecoder()
                .decode(Node.self, from: Data(bytes), configuration: Place(reading: reading)).value
            return reading.document
        } catch {
            throw error as? IOCError
                ?? reading.document.error(.fileMalformed(format: format, reason: reason(of: error)))
        }
    }

    /// Returns the text of Foundation's error, without its line number, which is wrong.
    private static func reason(of error: any Error) -> String {
        guard case DecodingError.dataCorrupted(let context) = error else { return "\(error)" }
        let cocoa = context.underlyingError as? CocoaError
        var text = cocoa?.userInfo["NSDebugDescription"] as? String ?? context.debugDescription
        for word in [" at line ", " on line "] {
            if let range = text.firstRange(of: word) { text = String(text[..<range.lowerBound]) }
        }
        return text
    }

    /// Rejects a file that isn't XML, and elements that are nested so deep that Foundation's parser would overflow the
    /// stack.
    private static func check(_ bytes: [UInt8], _ document: Document) throws(IOCError) {
        var rest = bytes[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        guard let first = rest.first(where: { $0 > 0x20 }) else { throw IOCError(.fileEmpty(path: document.path)) }
        guard first == UInt8(ascii: "<") else {
            let reason = "it is neither XML nor binary; convert it with 'plutil -convert xml1', or call JSON .json"
            throw document.error(.fileMalformed(format: "property list", reason: reason))
        }
        var depth = 0
        while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[open...]
            let hidden = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">"), ("</", ">"), ("<", ">")]
            guard let (begin, end) = hidden.first(where: { rest.starts(with: $0.0.utf8) }),
                let close = rest.dropFirst(begin.utf8.count).firstRange(of: end.utf8)
            else { return }
            if begin == "</" { depth -= 1 }
            if begin == "<", rest[rest.index(before: close.lowerBound)] != UInt8(ascii: "/") { depth += 1 }
            // Two levels are added for the `plist` element and the element of a single value.
            guard depth <= DocumentLimits.depth + 2 else {
                throw document.error(.fileTooDeep(limit: DocumentLimits.depth))
            }
            rest = rest[close.upperBound...]
        }
    }
}

/// The state of one reading.
private final class Reading {
    var document: Document
    /// The bytes of the values so far. They are limited because a small binary file can refer to one value many times.
    private var size = 0

    init(_ document: Document) { self.document = document }

    func add(_ count: Int) throws(IOCError) {
        size += count
        guard size <= DocumentLimits.bytes else {
            let reason = "its values unfold to more than \(DocumentLimits.bytes) bytes"
            throw document.error(.fileMalformed(format: "property list", reason: reason))
        }
    }
}

/// The place of a value: its key path, and the number of lists and objects around it.
private struct Place {
    let reading: Reading
    var keyPath = ""
    var depth = 0

    /// Rejects a list or an object at the maximum depth.
    func checkDepth() throws(IOCError) {
        guard depth >= DocumentLimits.depth else { return }
        throw reading.document.error(.fileTooDeep(limit: DocumentLimits.depth))
    }
}

/// One value of a property list.
private struct Node: DecodableWithConfiguration {
    let value: SettingValue

    init(from decoder: any Decoder, configuration place: Place) throws {
        // A value takes about 256 bytes while it is read.
        try place.reading.add(256)
        place.reading.document.record(place.keyPath)
        if let members = try? decoder.container(keyedBy: AnyCodingKey.self) {
            try place.checkDepth()
            value = .object(try Self.members(members, at: place))
        } else if let elements = try? decoder.unkeyedContainer() {
            try place.checkDepth()
            value = .array(try Self.elements(elements, at: place))
        } else {
            value = try Self.scalar(decoder.singleValueContainer(), at: place)
        }
    }

    private static func members(
        _ container: KeyedDecodingContainer<AnyCodingKey>, at place: Place
    ) throws -> [String: SettingValue] {
        var members: [String: SettingValue] = [:]
        for key in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
            try place.reading.add(key.stringValue.utf8.count)
            let (name, keyPath) = try place.reading.document.member(
                key.stringValue, of: place.keyPath, depth: place.depth, besides: members)
            let inner = Place(reading: place.reading, keyPath: keyPath, depth: place.depth + 1)
            members[name] = try container.decode(Node.self, forKey: key, configuration: inner).value
        }
        return members
    }

    private static func elements(_ source: any UnkeyedDecodingContainer, at place: Place) throws -> [SettingValue] {
        var container = source
        var elements: [SettingValue] = []
        while !container.isAtEnd {
            let keyPath = "\(place.keyPath)[\(elements.count)]"
            let inner = Place(reading: place.reading, keyPath: keyPath, depth: place.depth + 1)
            elements.append(try container.decode(Node.self, configuration: inner).value)
        }
        return elements
    }

    /// Reads a single value. A whole number written as `<real>` is read as an integer, because the decoder doesn't
    /// distinguish the two.
    private static func scalar(_ container: any SingleValueDecodingContainer, at place: Place) throws -> SettingValue {
        let reading = place.reading
        if let text = try? container.decode(String.self) {
            try reading.add(text.utf8.count)
            return .string(text)
        }
        if container.decodeNil() { return .null }
        if let flag = try? container.decode(Bool.self) { return .bool(flag) }
        if let number = try? container.decode(Int.self) { return .int(number) }
        if let number = try? container.decode(UInt64.self) { return .unsigned(number) }
        if let data = try? container.decode(Data.self) {
            try reading.add(data.count * 4 / 3)
            return .string(data.base64EncodedString())
        }
        let (date, number) = (try? container.decode(Date.self), try? container.decode(Double.self))
        if let text = date.flatMap(text) { return .string(text) }
        if let number, date == nil, number.isFinite { return .double(number) }
        let isKnown = date != nil || number != nil
        let reason = "its value can't be read; a whole number has at most 64 bits"
        reading.document.note(
            isKnown ? .numberOutOfRange(key: place.keyPath) : .fileMalformed(format: "property list", reason: reason),
            at: place.keyPath)
        return .null
    }

    /// Returns a date in ISO 8601; nil outside the years 1 to 9999, which the format doesn't support.
    private static func text(of date: Date) -> String? {
        let seconds = date.timeIntervalSince1970
        guard seconds >= -62_135_596_800, seconds < 253_402_300_800 else { return nil }
        let hasFraction = seconds.truncatingRemainder(dividingBy: 1) != 0
        return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction))
    }
}
