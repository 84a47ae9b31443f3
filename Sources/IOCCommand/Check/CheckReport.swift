import IOCCheck
import IOCModel
import IOCSource

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The report of a check, for people and for programs.
struct CheckReport {
    /// The forms it can take.
    enum Format: String, CaseIterable {
        case text, json, sarif
    }

    /// The part of one configuration.
    struct Summary: Encodable {
        var file: String?
        var components: Int
        var points: Int
        var notes: Int

        /// A line for people.
        var line: String {
            "\(file.map { "\($0): " } ?? "")no faults: \(count(components, "component")), "
                + "\(count(points, "injection point")), \(count(notes, "note"))\n"
        }

        private func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
    }

    var diagnostics: [SourceDiagnostic] = []
    var summaries: [Summary] = []

    var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    /// Tells it.
    func write(as format: Format, isQuiet: Bool, _ console: Console) throws {
        let diagnostics = diagnostics.unique.inSourceOrder()
        switch format {
        case .text:
            diagnostics.forEach(console.report)
            if !hasErrors, !isQuiet { summaries.forEach { console.out($0.line) } }
        case .json:
            console.out(try Self.encoded(Document(configurations: summaries, diagnostics: diagnostics.map(Entry.init))))
        case .sarif: console.out(try Self.encoded(StaticAnalysisLog(diagnostics)))
        }
    }

    static func encoded(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
    }

    private struct Document: Encodable {
        var version = 1
        var configurations: [Summary]
        var diagnostics: [Entry]
    }

    private struct Entry: Encodable {
        var severity: String
        var code: String?
        var message: String
        var file: String?
        var line: Int?
        var column: Int?
        var notes: [Entry]?

        init(_ diagnostic: SourceDiagnostic) {
            severity = diagnostic.severity.word
            code = diagnostic.code
            message = diagnostic.text
            file = diagnostic.location?.file
            line = diagnostic.location?.line
            column = diagnostic.location?.column
            notes = diagnostic.notes.isEmpty ? nil : diagnostic.notes.map(Entry.init)
        }
    }
}

extension SourceDiagnostic {
    /// The message without its code.
    var text: String { code.map { String(message.trimmingPrefix("\($0): ")) } ?? message }
}
