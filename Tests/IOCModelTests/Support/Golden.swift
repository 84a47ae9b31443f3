import Foundation
import TestSupport
import Testing

/// Compares a text with the one that is kept in a file of `Golden`, which `IOC_UPDATE_GOLDEN=1` renews.
func expectKept(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation)
    throws
{
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Golden/\(name)")
    if GoldenFiles.areUpdated {
        try Data(text.utf8).write(to: file)
    }
    let kept = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    let lines = (
        kept.split(separator: "\n", omittingEmptySubsequences: false),
        text.split(separator: "\n", omittingEmptySubsequences: false)
    )
    let number =
        zip(lines.0, lines.1).enumerated().first { $1.0 != $1.1 }?.offset
        ?? min(lines.0.count, lines.1.count)
    let isSame = kept == text
    #expect(
        isSame, "\(name):\(number + 1): \(lines.1.dropFirst(number).first ?? "")",
        sourceLocation: sourceLocation)
}
