package import IOCModel

/// A complaint about source, in the form compilers print.
package struct SourceDiagnostic: Hashable, Sendable {
    /// How grave a complaint is.
    package enum Severity: Int, Hashable, Sendable {
        case error, warning, note

        var word: String {
            switch self {
            case .error: "error"
            case .warning: "warning"
            case .note: "note"
            }
        }
    }

    /// How grave it is.
    package var severity: Severity
    /// Where, if it has a place.
    package var location: SourceLocation?
    /// What, without a full stop.
    package var message: String
    /// Further places that explain it.
    package var notes: [SourceDiagnostic] = []

    /// A complaint made of its parts.
    package init(
        _ severity: Severity, at location: SourceLocation?, _ message: String, notes: [SourceDiagnostic] = []
    ) {
        self.severity = severity
        self.location = location
        self.message = ShownText.line(message)
        self.notes = notes
    }

    /// An error at a place.
    package static func error(
        at location: SourceLocation?, _ message: String, notes: [SourceDiagnostic] = []
    ) -> SourceDiagnostic {
        SourceDiagnostic(.error, at: location, message, notes: notes)
    }

    /// A note at a place.
    package static func note(at location: SourceLocation?, _ message: String) -> SourceDiagnostic {
        SourceDiagnostic(.note, at: location, message)
    }
}

extension SourceDiagnostic: CustomStringConvertible {
    /// `file:line:column: error: message`, and the notes on lines of their own.
    package var description: String {
        let place = location.map { "\($0): " } ?? ""
        return (["\(place)\(severity.word): \(message)"] + notes.map(\.description)).joined(separator: "\n")
    }
}

extension [SourceDiagnostic] {
    /// By file, line and column, those without a place first; equal places keep their order.
    package func inSourceOrder() -> [SourceDiagnostic] {
        enumerated().sorted { left, right in
            let a = left.element.location, b = right.element.location
            guard let a, let b else { return a == nil && b == nil ? left.offset < right.offset : a == nil }
            return (a.file, a.line, a.column ?? 0, left.offset) < (b.file, b.line, b.column ?? 0, right.offset)
        }.map(\.element)
    }
}
