import IOCBase
import IOCModel

/// Goes over an XML property list to find where things stand and the first byte that is wrong, as `JSONScanner` does
/// over JSON.
typealias XMLPropertyListScanner = DocumentScanner<XMLPropertyListFormat>

enum XMLPropertyListFormat: TextFormat { static let name = "XML property list" }

extension XMLPropertyListScanner {
    struct Tag {
        var name: String
        var isClosing = false
        var isEmpty = false
        var position: TextPosition
    }

    /// The outline of a whole document.
    static func outline(of bytes: [UInt8]) throws(DocumentFault) -> DocumentOutline {
        var scanner = XMLPropertyListScanner(bytes)
        try scanner.checkEncoding()
        try scanner.skipMiscellany()
        let first = try scanner.tag()
        if first.name == "plist", !first.isClosing {
            if first.isEmpty { throw scanner.misplaced(first, wanted: "a value") }
            try scanner.skipMiscellany()
            try scanner.value(scanner.tag(), at: DocumentOutline.root, depth: 1)
            try scanner.skipMiscellany()
            let last = try scanner.tag()
            guard last.isClosing, last.name == "plist" else { throw scanner.misplaced(last, wanted: "</plist>") }
        } else {
            try scanner.value(first, at: DocumentOutline.root, depth: 1)
        }
        try scanner.skipMiscellany()
        guard scanner.index == bytes.count else { throw scanner.unexpected("the end of the file") }
        return scanner.outline
    }

    private mutating func value(_ tag: Tag, at node: DocumentOutline.Node, depth: Int) throws(DocumentFault) {
        if tag.isClosing { throw misplaced(tag, wanted: "a value") }
        switch tag.name {
        case "dict", "array":
            guard depth <= DocumentLimits.depth else { throw .tooDeep(at: tag.position) }
            outline.setKind(tag.name == "dict" ? .object : .array, of: node)
            if tag.isEmpty { return }
            if tag.name == "dict" {
                try dictionary(tag, at: node, depth: depth)
            } else {
                try array(tag, at: node, depth: depth)
            }
        case "true", "false", "string", "data", "date", "integer", "real":
            let content = try text(of: tag)
            try check(content, of: tag, at: node)
        default: throw misplaced(tag, wanted: "a value")
        }
    }

    private mutating func dictionary(
        _ opening: Tag, at node: DocumentOutline.Node, depth: Int
    ) throws(DocumentFault) {
        while let keyTag = try nextTag(in: opening) {
            guard keyTag.name == "key" else { throw misplaced(keyTag, wanted: "<key> or </dict>") }
            let name = try text(of: keyTag)
            let child = try enterMember(name, of: node, at: keyTag.position)
            guard let valueTag = try nextTag(in: opening) else {
                throw malformed("the key '\(name)' has no value", at: keyTag.position)
            }
            try value(valueTag, at: child, depth: depth + 1)
            trail.leave()
        }
    }

    private mutating func array(_ opening: Tag, at node: DocumentOutline.Node, depth: Int) throws(DocumentFault) {
        var count = 0
        while let tag = try nextTag(in: opening) {
            trail.enter(count)
            try value(tag, at: outline.addElement(to: node, at: tag.position), depth: depth + 1)
            trail.leave()
            count += 1
        }
    }

    /// The next tag, or nil where it closes the element.
    private mutating func nextTag(in opening: Tag) throws(DocumentFault) -> Tag? {
        try skipMiscellany()
        guard index < bytes.count else { throw unclosed(opening) }
        let next = try tag()
        guard next.isClosing else { return next }
        guard next.name == opening.name else { throw misplaced(next, wanted: "</\(opening.name)>") }
        return nil
    }

    /// Scalars are checked here, as Foundation's decoder does not say where it fails.
    private mutating func check(_ content: String, of tag: Tag, at node: DocumentOutline.Node) throws(DocumentFault) {
        switch tag.name {
        case "true", "false":
            outline.setKind(.bool, of: node)
            if !content.isEmpty { throw malformed("<\(tag.name)> is not empty", at: tag.position) }
        case "integer": try checkInteger(content, of: tag, at: node)
        case "real":
            // The decoder takes no hexadecimal digits here.
            guard let number = Double(content), !content.lowercased().contains("x") else {
                throw malformed("what <real> holds is no number", at: tag.position)
            }
            outline.setKind(.real, of: node)
            if !number.isFinite { refuseNumber(content, of: node, at: tag.position) }
        case "date":
            // The decoder takes the 30th of February for the 2nd of March.
            guard content.count == 20, Date.read(content) != nil else {
                throw malformed("what <date> holds is no date such as 2025-12-31T23:59:59Z", at: tag.position)
            }
            outline.setKind(.date, of: node)
        case "data": outline.setKind(.data, of: node)
        default: outline.setKind(.string, of: node)
        }
    }

    private mutating func checkInteger(
        _ content: String, of tag: Tag, at node: DocumentOutline.Node
    ) throws(DocumentFault) {
        if NumberText.integer(content) != nil {
            outline.setKind(.integer, of: node)
            return
        }
        let digits = content.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
        guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else {
            throw malformed("what <integer> holds is no integer", at: tag.position)
        }
        refuseNumber(content, of: node, at: tag.position)
    }

    func misplaced(_ tag: Tag, wanted: String) -> DocumentFault {
        let found = tag.isClosing ? "</\(tag.name)>" : "<\(tag.name)>"
        return malformed("expected \(wanted), found \(found)", at: tag.position)
    }

    mutating func unclosed(_ tag: Tag) -> DocumentFault {
        malformed("<\(tag.name)> in line \(tag.position.line), column \(tag.position.column) does not end")
    }
}
