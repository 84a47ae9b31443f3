import IOCModel

extension XMLPropertyListScanner {
    private func stands(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes[index...].starts(with: $0) }
    }

    /// Steps over white space, comments, processing instructions and the document type.
    mutating func skipMiscellany() throws(DocumentFault) {
        while let byte {
            if byte.isXMLSpace {
                index += 1
            } else if stands("<!--") {
                try skip(through: "-->", "comment")
            } else if stands("<?") {
                try skip(through: "?>", "instruction")
            } else if stands("<!DOCTYPE") {
                try skipDocumentType()
            } else {
                return
            }
        }
    }

    private mutating func skip(through end: StaticString, _ name: String) throws(DocumentFault) {
        let start = index
        while index < bytes.count {
            if stands(end) {
                index += end.utf8CodeUnitCount
                return
            }
            index += 1
        }
        throw malformed("the \(name) that begins here does not end", from: start)
    }

    /// Like the decoder, takes the first `>` for the end, and no declarations.
    private mutating func skipDocumentType() throws(DocumentFault) {
        let start = index
        while let byte, byte != UInt8(ascii: ">") {
            guard byte != UInt8(ascii: "[") else {
                throw malformed("a document type can't make declarations of its own", from: start)
            }
            index += 1
        }
        guard byte != nil else {
            throw malformed("the document type that begins here does not end", from: start)
        }
        index += 1
    }

    /// The text was checked to be UTF-8, whatever it says of itself; the decoder would believe another encoding.
    mutating func checkEncoding() throws(DocumentFault) {
        guard stands("<?xml") else { return }
        let start = index
        try skip(through: "?>", "instruction")
        let words = String(decoding: bytes[start..<index], as: UTF8.self)
            .split { $0.isWhitespace || "=\"'?".contains($0) }
        guard let name = words.firstIndex(of: "encoding") else { return }
        let encoding = words[name...].dropFirst().first ?? ""
        guard encoding.lowercased() == "utf-8" else {
            throw malformed("the encoding '\(encoding)' is not read, only UTF-8 is", from: start)
        }
    }

    /// Reads a tag; its attributes are stepped over.
    mutating func tag() throws(DocumentFault) -> Tag {
        guard byte == UInt8(ascii: "<") else { throw unexpected("a tag") }
        var tag = Tag(name: "", position: position())
        index += 1
        if byte == UInt8(ascii: "/") {
            tag.isClosing = true
            index += 1
        }
        let start = index
        while let byte, byte.continuesWord { index += 1 }
        tag.name = String(decoding: bytes[start..<index], as: UTF8.self)
        guard !tag.name.isEmpty else { throw unexpected("the name of a tag") }

        guard let byte, byte.isXMLSpace || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") else {
            throw unexpected("the end of the tag <\(tag.name)>")
        }
        while let byte = self.byte, byte != UInt8(ascii: ">"), byte != UInt8(ascii: "<") { index += 1 }
        guard self.byte == UInt8(ascii: ">") else { throw malformed("<\(tag.name) has no '>'", at: tag.position) }
        tag.isEmpty = bytes[index - 1] == UInt8(ascii: "/")
        index += 1
        return tag
    }

    /// The text of an element that holds nothing else, through its closing tag.
    mutating func text(of opening: Tag) throws(DocumentFault) -> String {
        if opening.isEmpty { return "" }
        var text = ""
        while let byte {
            switch byte {
            case UInt8(ascii: "&"): text.unicodeScalars.append(try entity())
            case UInt8(ascii: "<"):
                if stands("<![CDATA[") {
                    let start = index + 9
                    try skip(through: "]]>", "CDATA section")
                    text += String(decoding: bytes[start..<max(start, index - 3)], as: UTF8.self)
                } else if stands("<!") || stands("<?") {
                    throw malformed("a comment can't stand inside <\(opening.name)>", at: position())
                } else {
                    let closing = try tag()
                    guard closing.isClosing, closing.name == opening.name else {
                        throw misplaced(closing, wanted: "</\(opening.name)>")
                    }
                    return text
                }
            default:
                let start = index
                while let byte = self.byte, byte != UInt8(ascii: "&"), byte != UInt8(ascii: "<") { index += 1 }
                text += String(decoding: bytes[start..<index], as: UTF8.self)
            }
        }
        throw unclosed(opening)
    }

    private mutating func entity() throws(DocumentFault) -> Unicode.Scalar {
        let start = index
        let end = bytes[index...].prefix(12).firstIndex(of: UInt8(ascii: ";"))
        let name = end.map { String(decoding: bytes[(start + 1)..<$0], as: UTF8.self) } ?? ""
        let scalar: Unicode.Scalar? =
            switch name {
            case "amp": "&"
            case "lt": "<"
            case "gt": ">"
            case "quot": "\""
            case "apos": "'"
            case _ where name.hasPrefix("#x"): Self.scalar(name.dropFirst(2), radix: 16)
            case _ where name.hasPrefix("#"): Self.scalar(name.dropFirst(), radix: 10)
            default: nil
            }
        guard let scalar, let end, scalar != "\0" else {
            let shown = name.isEmpty ? "'&' begins no escape; write &amp;" : "the escape &\(name); is not known"
            throw malformed(shown, from: start)
        }
        index = end + 1
        return scalar
    }

    /// The character of a number.
    private static func scalar(_ digits: Substring, radix: Int) -> Unicode.Scalar? {
        Int(String(digits), radix: radix).flatMap(UInt32.init(exactly:)).flatMap(Unicode.Scalar.init)
    }
}

extension UInt8 {
    fileprivate var isXMLSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
