import IOCBase
import IOCModel

/// Reads XML and binary property lists with Foundation's decoder, which gives values and no lines.
enum PropertyListReader {
    /// The values of a whole document with their key paths.
    static func read(_ bytes: [UInt8]) throws(DocumentFault) -> Document {
        let isBinary = bytes.starts(with: "bplist".utf8)
        let format = isBinary ? "binary property list" : "XML property list"
        if !isBinary { try check(bytes) }
        let reading = Reading()
        do {
            let node = try PropertyListDecoder().decode(Node.self, from: Data(bytes), configuration: reading)
            reading.document.value = node.value
            return reading.document
        } catch {
            throw error as? DocumentFault
                ?? DocumentFault(kind: .fileMalformed(format: format, reason: reason(of: error)))
        }
    }

    /// Foundation's own words, without the line, which it gets wrong.
    private static func reason(of error: any Error) -> String {
        guard case DecodingError.dataCorrupted(let context) = error else { return "\(error)" }
        let cocoa = context.underlyingError as? CocoaError
        var text = cocoa?.userInfo["NSDebugDescription"] as? String ?? context.debugDescription
        for word in [" at line ", " on line "] {
            if let range = text.firstRange(of: word) { text = String(text[..<range.lowerBound]) }
        }
        return text
    }

    /// Refuses what isn't XML, and elements nested so deep that Foundation's parser would overflow the stack.
    private static func check(_ bytes: [UInt8]) throws(DocumentFault) {
        let isWide = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
        let wide = isWide ? String(data: Data(bytes), encoding: .utf16).map { Array($0.utf8) } : nil
        var rest = (wide ?? bytes)[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        guard rest.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") else {
            let reason = "it is neither XML nor binary; convert it with 'plutil -convert xml1', or call JSON .json"
            throw DocumentFault(kind: .fileMalformed(format: "property list", reason: reason))
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
            // The document's own element and that of a single value come on top.
            guard depth <= DocumentLimits.depth + 2 else { throw .tooDeep() }
            rest = rest[close.upperBound...]
        }
    }
}

/// What one reading has found so far.
private final class Reading {
    var document = Document()
    var steps: [KeyStep] = []
    /// The bytes that the values take; a small binary file can refer to one value many times.
    var size = 0

    func add(_ count: Int) throws(DocumentFault) {
        size += count
        guard size <= DocumentLimits.bytes else {
            let reason = "its values unfold to more than \(DocumentLimits.bytes) bytes"
            throw DocumentFault(kind: .fileMalformed(format: "property list", reason: reason))
        }
    }
}

/// One value of a property list.
private struct Node: DecodableWithConfiguration {
    let value: SettingValue

    init(from decoder: any Decoder, configuration reading: Reading) throws {
        // About what a value takes while it is read.
        try reading.add(256)
        reading.document.record(reading.steps, at: TextPosition(line: nil, column: nil))
        if let members = try? decoder.container(keyedBy: AnyCodingKey.self) {
            value = .object(try Self.members(members, reading))
        } else if let elements = try? decoder.unkeyedContainer() {
            value = .array(try Self.elements(elements, reading))
        } else {
            value = try Self.scalar(decoder.singleValueContainer(), reading)
        }
    }

    private static func members(
        _ container: KeyedDecodingContainer<AnyCodingKey>, _ reading: Reading
    ) throws -> [String: SettingValue] {
        var members: [String: SettingValue] = [:]
        for key in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
            try reading.add(key.stringValue.utf8.count)
            let name = reading.steps.presentName(of: key.stringValue)
            if members[name] != nil {
                reading.document.note(DocumentFault(kind: .keyRepeated(key: name), path: reading.steps))
            }
            members[name] = try below(.key(name), reading) {
                try container.decode(Node.self, forKey: key, configuration: reading).value
            }
        }
        return members
    }

    private static func elements(_ source: any UnkeyedDecodingContainer, _ reading: Reading) throws -> [SettingValue] {
        var container = source
        var elements: [SettingValue] = []
        while !container.isAtEnd {
            elements.append(
                try below(.index(elements.count), reading) {
                    try container.decode(Node.self, configuration: reading).value
                })
        }
        return elements
    }

    private static func below(
        _ step: KeyStep, _ reading: Reading, _ read: () throws -> SettingValue
    ) throws -> SettingValue {
        guard reading.steps.count < DocumentLimits.depth else { throw DocumentFault.tooDeep() }
        reading.steps.append(step)
        defer { reading.steps.removeLast() }
        guard reading.steps.keyLength <= DocumentLimits.keyPath else {
            throw DocumentFault.keyTooLong(reading.steps.dropLast())
        }
        return try read()
    }

    /// A single value; whole numbers written as `<real>` can't be distinguished from others.
    private static func scalar(
        _ container: any SingleValueDecodingContainer, _ reading: Reading
    ) throws -> SettingValue {
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
        if let date = try? container.decode(Date.self) {
            if let text = Self.text(of: date) { return .string(text) }
            reading.document.note(.outOfRange("of its date", reading.steps))
            return .null
        }
        if let number = try? container.decode(Double.self) {
            if number.isFinite { return .double(number) }
            reading.document.note(.outOfRange("\(number)", reading.steps))
            return .null
        }
        let reason = "its value can't be read; a whole number has at most 64 bits"
        reading.document.note(
            DocumentFault(kind: .fileMalformed(format: "property list", reason: reason), path: reading.steps))
        return .null
    }

    /// ISO 8601; nil outside the years 1 to 9999, which the format doesn't know.
    private static func text(of date: Date) -> String? {
        let seconds = date.timeIntervalSince1970
        guard seconds >= -62_135_596_800, seconds < 253_402_300_800 else { return nil }
        let hasFraction = seconds.truncatingRemainder(dividingBy: 1) != 0
        return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction))
    }
}
