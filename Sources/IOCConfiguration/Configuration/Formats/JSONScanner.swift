import IOCModel

/// Goes over JSON, with what Foundation takes of JSON5, to find where things stand and the first byte that is wrong.
///
/// It makes no values: Foundation's decoder does, and tells neither.
typealias JSONScanner = DocumentScanner<JSONFormat>

enum JSONFormat: TextFormat {
    static let name = "JSON"

    /// The letter behind a backslash, and the character that it means.
    static let escapes: [UInt8: UInt16] = [
        UInt8(ascii: "\""): 0x22, UInt8(ascii: "'"): 0x27, UInt8(ascii: "\\"): 0x5C, UInt8(ascii: "/"): 0x2F,
        UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D,
        UInt8(ascii: "t"): 0x09,
    ]
}

extension JSONScanner {
    /// The outline of a whole document.
    static func outline(of bytes: [UInt8]) throws(DocumentFault) -> DocumentOutline {
        var scanner = JSONScanner(bytes)
        try scanner.skipSpace()
        try scanner.value(at: DocumentOutline.root, depth: 1)
        try scanner.skipSpace()
        guard scanner.index == bytes.count else { throw scanner.unexpected("the end of the file") }
        return scanner.outline
    }

    /// Returns true if there is nothing but white space and comments.
    static func isBlank(_ bytes: [UInt8]) -> Bool {
        var scanner = JSONScanner(bytes)
        // A comment that does not end hides what may be more than a comment.
        return (try? scanner.skipSpace()) != nil && scanner.index == bytes.count
    }

    mutating func skipSpace() throws(DocumentFault) {
        while let byte {
            switch byte {
            case 0x09...0x0D, 0x20: index += 1
            case UInt8(ascii: "/"): try skipComment()
            default: return
            }
        }
    }

    private mutating func skipComment() throws(DocumentFault) {
        let start = index
        index += 1
        switch byte {
        case UInt8(ascii: "/"):
            while let byte, byte != 0x0A, byte != 0x0D { index += 1 }
        case UInt8(ascii: "*"):
            index += 1
            while index < bytes.count {
                if bytes[index] == UInt8(ascii: "*"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "/") {
                    index += 2
                    return
                }
                index += 1
            }
            throw malformed("the comment that begins here does not end", from: start)
        default:
            index = start
            throw unexpected("a value, a key or a comment")
        }
    }

    private mutating func value(at node: DocumentOutline.Node, depth: Int) throws(DocumentFault) {
        switch byte {
        case UInt8(ascii: "{"):
            guard depth <= DocumentLimits.depth else { throw .tooDeep(at: position()) }
            outline.setKind(.object, of: node)
            try object(at: node, depth: depth)
        case UInt8(ascii: "["):
            guard depth <= DocumentLimits.depth else { throw .tooDeep(at: position()) }
            outline.setKind(.array, of: node)
            try array(at: node, depth: depth)
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            outline.setKind(.string, of: node)
            try skipString()
        case let byte? where byte.beginsNumber:
            try number(at: node)
        default:
            if skipWord("true") || skipWord("false") {
                outline.setKind(.bool, of: node)
            } else if !skipWord("null") {
                throw unexpected("a value")
            }
        }
    }

    private mutating func object(at node: DocumentOutline.Node, depth: Int) throws(DocumentFault) {
        try items(of: "object", until: "}") { scanner throws(DocumentFault) in
            try scanner.member(of: node, depth: depth)
        }
    }

    private mutating func member(of node: DocumentOutline.Node, depth: Int) throws(DocumentFault) {
        let start = position()
        let name = try key()
        let child = try enterMember(name, of: node, at: start)
        try skipSpace()
        guard byte == UInt8(ascii: ":") else { throw unexpected("':' after the key '\(name)'") }
        index += 1
        try skipSpace()
        try value(at: child, depth: depth + 1)
        trail.leave()
    }

    private mutating func array(at node: DocumentOutline.Node, depth: Int) throws(DocumentFault) {
        var count = 0
        try items(of: "list", until: "]") { scanner throws(DocumentFault) in
            let element = scanner.outline.addElement(to: node, at: scanner.position())
            scanner.trail.enter(count)
            try scanner.value(at: element, depth: depth + 1)
            scanner.trail.leave()
            count += 1
        }
    }

    /// Steps over what stands between two brackets, with commas between the items and perhaps behind the last.
    private mutating func items(
        of kind: String, until bracket: Unicode.Scalar, _ item: (inout Self) throws(DocumentFault) -> Void
    ) throws(DocumentFault) {
        let opened = position()
        func isOver() throws(DocumentFault) -> Bool {
            try skipSpace()
            guard let byte else {
                throw malformed("the \(kind) that opens in line \(opened.line), column \(opened.column) does not end")
            }
            return byte == UInt8(ascii: bracket)
        }
        index += 1
        while try !isOver() {
            try item(&self)
            if try isOver() { break }
            guard byte == UInt8(ascii: ",") else { throw unexpected("',' or '\(bracket)'") }
            index += 1
        }
        index += 1
    }

    /// Steps over a word, if it stands here and nothing continues it.
    mutating func skipWord(_ word: String) -> Bool {
        let end = index + word.utf8.count
        guard bytes[index...].starts(with: word.utf8), end == bytes.count || !bytes[end].continuesWord else {
            return false
        }
        index = end
        return true
    }
}

extension UInt8 {
    /// True if an unquoted key can begin with this byte; all of what is not ASCII passes for letters.
    var beginsWord: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
            UInt8(ascii: "$"), 0x80...0xFF:
            true
        default: false
        }
    }

    var continuesWord: Bool { beginsWord || isDigit }

    /// True if a number can begin with this byte; JSON5 has NaN and Infinity.
    var beginsNumber: Bool {
        switch Unicode.Scalar(self) {
        case "-", "+", ".", "N", "I": true
        default: isDigit
        }
    }

    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    var hexDigit: UInt32? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(self - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(self - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(self - UInt8(ascii: "A") + 10)
        default: nil
        }
    }
}
