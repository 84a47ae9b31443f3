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

    /// An error at some bytes of the piece.
    func error(_ message: String, at range: Range<Int>, fix: MacroDiagnostic.FixIt? = nil) -> MacroDiagnostic {
        MacroDiagnostic(
            message: message, position: .init(fileName: fileName, offset: offset + range.lowerBound),
            highlights: [self.range(range)], fixIts: fix.map { [$0] } ?? [])
    }

    /// A correction that replaces some bytes.
    func fix(_ message: String, _ range: Range<Int>, _ text: String) -> MacroDiagnostic.FixIt {
        .init(message: message, changes: [.init(range: self.range(range), newText: text)])
    }

    private func range(_ range: Range<Int>) -> MacroDiagnostic.Range {
        .init(fileName: fileName, startOffset: offset + range.lowerBound, endOffset: offset + range.upperBound)
    }
}
