import IOCModel

/// The limits of a configuration file; the decoders overflow the stack on hostile depth.
enum DocumentLimits {
    static let bytes = 16 << 20
    static let depth = 512
    /// The bytes of a key with all above it, dots between them: every message and lookup goes over them.
    static let keyPath = 1024
    /// A file with all it imports, and those of profiles.
    static let files = 2000
    /// The properties that a report shows.
    static let reported = 1000
    /// The characters of a value that a report shows.
    static let shownValue = 200
}

extension DocumentFault {
    static func tooDeep(at position: TextPosition?) -> DocumentFault {
        DocumentFault(kind: .fileTooDeep(limit: DocumentLimits.depth), position: position)
    }
}
