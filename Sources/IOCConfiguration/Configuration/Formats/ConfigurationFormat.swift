import IOCBase
import IOCModel

/// The format of a configuration file; its ending decides.
enum ConfigurationFormat {
    case json
    case propertyList

    init?(path: String) {
        let lowercase = path.lowercased()
        if lowercase.hasSuffix(".json") {
            self = .json
        } else if lowercase.hasSuffix(".plist") {
            self = .propertyList
        } else {
            return nil
        }
    }

    /// The values of a file, and where they stand.
    func read(_ bytes: [UInt8], path: String) throws(DocumentFault) -> (value: PropertyValue, outline: DocumentOutline)
    {
        if self == .propertyList, bytes.starts(with: "bplist".utf8) {
            let outline = try BinaryPropertyListScanner.outline(of: bytes)
            return (try decode(bytes, "binary property list", outline), outline)
        }
        let mark = UTF8Text.markLength(bytes)
        if let offset = UTF8Text.firstBinaryByte(bytes) {
            var lines = LineCounter(bytes, from: mark)
            throw DocumentFault(kind: .fileBinary(path: path), position: lines.position(at: offset))
        }
        if JSONScanner.isBlank(bytes) { throw DocumentFault(kind: .fileEmpty(path: path)) }
        switch self {
        case .json:
            let outline = try JSONScanner.outline(of: bytes)
            return (try decode(bytes[mark...], "JSON", outline), outline)
        case .propertyList:
            let outline = try XMLPropertyListScanner.outline(of: bytes)
            return (try decode(bytes[mark...], "XML property list", outline), outline)
        }
    }

    private func decode(
        _ bytes: some Collection<UInt8>, _ name: String, _ outline: DocumentOutline
    ) throws(DocumentFault) -> PropertyValue {
        do {
            let root = DecodedValue.Place(outline: outline, node: DocumentOutline.root)
            let decoded: DecodedValue
            switch self {
            case .json:
                let decoder = JSONDecoder()
                decoder.allowsJSON5 = true
                // Of JSON5 it reads on after a number that ends the document, and stops the program at what it finds there.
                let data = Data(bytes) + [UInt8(ascii: "\n")]
                decoded = try decoder.decode(DecodedValue.self, from: data, configuration: root)
            case .propertyList:
                let decoder = PropertyListDecoder()
                decoded = try decoder.decode(DecodedValue.self, from: Data(bytes), configuration: root)
            }
            return decoded.value
        } catch {
            // Of a repeated key the decoder may take another value than the outline; the fault is reported already.
            if !outline.faults.isEmpty { return [:] }
            throw DocumentFault(kind: .fileMalformed(format: name, reason: Self.reason(error)))
        }
    }

    /// The decoder's own words, without the line, which it gets wrong.
    private static func reason(_ error: any Error) -> String {
        guard case DecodingError.dataCorrupted(let context) = error else { return "\(error)" }
        let cocoa = context.underlyingError as? CocoaError
        var text = cocoa?.userInfo["NSDebugDescription"] as? String ?? context.debugDescription
        for word in [" at line ", " on line "] {
            if let range = text.firstRange(of: word) { text = String(text[..<range.lowerBound]) }
        }
        return text
    }
}
