import IOCModel

/// What goes over the bytes of a text document, and knows where it is: in a line, in the outline, on a key path.
protocol DocumentScanner {
    /// The format as messages call it.
    static var format: String { get }

    var bytes: [UInt8] { get }
    var index: Int { get set }
    var lines: LineCounter { get set }
    var outline: DocumentOutline { get set }
    var trail: KeyTrail { get set }

    init(bytes: [UInt8], index: Int, lines: LineCounter, outline: DocumentOutline, trail: KeyTrail)
}

extension DocumentScanner {
    /// A scanner at the beginning of a document, behind the mark of its encoding.
    init(_ bytes: [UInt8]) {
        let start = UTF8Text.markLength(bytes)
        self.init(
            bytes: bytes, index: start, lines: LineCounter(bytes, from: start),
            outline: DocumentOutline(root: TextPosition(line: 1, column: 1)), trail: KeyTrail())
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

    mutating func malformed(_ reason: String) -> DocumentFault { malformed(reason, at: position()) }

    func malformed(_ reason: String, at position: TextPosition) -> DocumentFault {
        DocumentFault(kind: .fileMalformed(format: Self.format, reason: reason), position: position)
    }

    mutating func unexpected(_ wanted: String) -> DocumentFault {
        malformed("expected \(wanted), found \(UTF8Text.describe(bytes, at: index))")
    }
}
