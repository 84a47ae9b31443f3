/// The place of a piece of source in its file.
struct DiagnosticPlace {
    let fileName: String
    /// The file as a program's messages name it: `Shop/Orders.swift`.
    let fileID: String
    /// The first byte of the piece, and its line.
    let offset: Int
    let line: Int

    init(_ syntax: MacroUse.Syntax) {
        fileName = syntax.location?.fileName ?? ""
        fileID = syntax.location?.fileID ?? ""
        offset = syntax.location?.offset ?? 0
        line = syntax.location?.line ?? 0
    }

    /// Some bytes of the piece, as bytes of the file.
    func range(_ range: Range<Int>) -> MacroDiagnostic.Range {
        .init(fileName: fileName, startOffset: offset + range.lowerBound, endOffset: offset + range.upperBound)
    }

    /// An error at some bytes of the piece.
    func error(_ message: String, at range: Range<Int>) -> MacroDiagnostic {
        MacroDiagnostic(
            message: message, position: .init(fileName: fileName, offset: offset + range.lowerBound),
            highlights: [self.range(range)])
    }
}
