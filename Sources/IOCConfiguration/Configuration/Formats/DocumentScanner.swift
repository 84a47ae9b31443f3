import IOCModel

/// The encoding of a text document.
protocol TextFormat {
    /// The format as messages call it.
    static var name: String { get }
}

/// Goes over the bytes of a text document, and knows where it is: in a line, in the outline, on a key path.
struct DocumentScanner<Format: TextFormat> {
    let bytes: [UInt8]
    var index: Int
    private var lines: LineCounter
    var outline = DocumentOutline(root: TextPosition(line: 1, column: 1))
    var trail = KeyTrail()

    /// A scanner at the beginning of a document, behind the mark of its encoding.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        index = UTF8Text.markLength(bytes)
        lines = LineCounter(bytes, from: index)
    }

    var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

    mutating func position() -> TextPosition { lines.position(at: index) }

    /// Steps onto a member of an object; one whose key is there already is noted, and its value has a place of its own.
    mutating func enterMember(
        _ name: String, of node: DocumentOutline.Node, at position: TextPosition
    ) throws(DocumentFault) -> DocumentOutline.Node {
        try trail.enter(name, at: position)
        if let member = outline.addMember(name, to: node, at: position) { return member }
        outline.note(DocumentFault(kind: .keyRepeated(key: name), position: position, path: trail.steps))
        return outline.addDetached()
    }

    /// Notes a number that can't be held.
    mutating func refuseNumber(_ text: String, of node: DocumentOutline.Node, at position: TextPosition) {
        outline.note(DocumentFault(refusing: text, position: position, path: trail.steps))
        outline.setKind(.refused, of: node)
    }

    mutating func malformed(_ reason: String) -> DocumentFault { malformed(reason, from: index) }

    mutating func malformed(_ reason: String, from start: Int) -> DocumentFault {
        malformed(reason, at: lines.position(at: start))
    }

    func malformed(_ reason: String, at position: TextPosition) -> DocumentFault {
        DocumentFault(kind: .fileMalformed(format: Format.name, reason: reason), position: position)
    }

    mutating func unexpected(_ wanted: String) -> DocumentFault {
        malformed("expected \(wanted), found \(UTF8Text.describe(bytes, at: index))")
    }
}
