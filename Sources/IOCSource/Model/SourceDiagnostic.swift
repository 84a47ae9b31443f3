package import IOCModel

/// A complaint about source, in the form compilers print.
package struct SourceDiagnostic: Hashable, Sendable {
    /// The severity of a complaint.
    package enum Severity: Int, Hashable, Sendable {
        case error, warning, note

        /// The word that compilers print.
        package var word: String {
            switch self {
            case .error: "error"
            case .warning: "warning"
            case .note: "note"
            }
        }
    }

    /// Its severity.
    package var severity: Severity
    /// Where, if it has a place.
    package var location: SourceLocation?
    /// The message, without a full stop.
    package var message: String
    /// Further places that explain it.
    package var notes: [SourceDiagnostic] = []
    /// The stable code of the fault that it tells, which its message starts with.
    package var code: String?

    /// A complaint made of its parts.
    package init(
        _ severity: Severity, at location: SourceLocation?, _ message: String, notes: [SourceDiagnostic] = [],
        code: String? = nil
    ) {
        self.code = code
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
    package static func note(
        at location: SourceLocation?, _ message: String, code: String? = nil
    ) -> SourceDiagnostic {
        SourceDiagnostic(.note, at: location, message, code: code)
    }
}

extension SourceDiagnostic: CustomStringConvertible {
    /// `file:line:column: error: message`, and the notes on lines of their own.
    package var description: String { text(isColored: false) }

    /// The same, with the colors that compilers use on a terminal.
    package func text(isColored: Bool) -> String {
        let place = location.map { "\($0): " } ?? ""
        let line =
            isColored
            ? "\u{1B}[1m\(place)\u{1B}[\(severity.color)m\(severity.word): \u{1B}[0m\(message)"
            : "\(place)\(severity.word): \(message)"
        return ([line] + notes.map { $0.text(isColored: isColored) }).joined(separator: "\n")
    }
}

extension SourceDiagnostic.Severity {
    /// The number by which terminals know its color.
    fileprivate var color: String {
        switch self {
        case .error: "31"
        case .warning: "35"
        case .note: "90"
        }
    }
}

extension [SourceDiagnostic] {
    /// By file, line and column, those without a place first; equal places keep their order.
    package func inSourceOrder() -> [SourceDiagnostic] {
        func key(_ item: (offset: Int, element: SourceDiagnostic)) -> (String, Int, Int, Int) {
            let place = item.element.location
            return (place?.file ?? "", place?.line ?? 0, place?.column ?? 0, item.offset)
        }
        return enumerated().sorted { key($0) < key($1) }.map(\.element)
    }
}
