package import IOCModel

/// A message about source code, in the form that compilers print.
package struct SourceDiagnostic: Hashable, Sendable {
    /// The severity of a message.
    package enum Severity: String, Hashable, Sendable {
        case error, warning, note
    }

    /// The severity.
    package var severity: Severity
    /// The place; nil if there is none.
    package var location: SourceLocation?
    /// The message, without a full stop.
    package var message: String
    /// Further places that explain the message.
    package var notes: [SourceDiagnostic] = []

    /// Creates a message.
    package init(
        _ severity: Severity, at location: SourceLocation?, _ message: String, notes: [SourceDiagnostic] = []
    ) {
        self.severity = severity
        self.location = location
        self.message = ShownText.line(message)
        self.notes = notes
    }

    /// Creates an error at a place.
    package static func error(
        at location: SourceLocation?, _ message: String, notes: [SourceDiagnostic] = []
    ) -> SourceDiagnostic {
        SourceDiagnostic(.error, at: location, message, notes: notes)
    }

    /// Creates a note at a place.
    package static func note(at location: SourceLocation?, _ message: String) -> SourceDiagnostic {
        SourceDiagnostic(.note, at: location, message)
    }
}

extension SourceDiagnostic: CustomStringConvertible {
    /// The text `file:line:column: error: message`, with each note on its own line.
    package var description: String {
        let place = location.map { "\($0): " } ?? ""
        return (["\(place)\(severity.rawValue): \(message)"] + notes.map(\.description)).joined(separator: "\n")
    }
}

extension [SourceDiagnostic] {
    /// Returns the messages in the order of file, line and column. Messages without a place come first. Messages at the
    /// same place keep their order.
    package func inSourceOrder() -> [SourceDiagnostic] {
        func key(_ item: (offset: Int, element: SourceDiagnostic)) -> (String, Int, Int, Int) {
            let place = item.element.location
            return (place?.file ?? "", place?.line ?? 0, place?.column ?? 0, item.offset)
        }
        return enumerated().sorted { key($0) < key($1) }.map(\.element)
    }
}
