import IOCModel

/// What a configuration file may not exceed; the decoders overflow the stack on hostile depth.
enum DocumentLimits {
    static let bytes = 16 << 20
    static let depth = 512
    /// The faults that are told of one file at a time; a file of millions would drown everything else.
    static let faults = 100
}

extension DocumentFault {
    static func tooDeep(at position: TextPosition?) -> DocumentFault {
        DocumentFault(kind: .fileTooDeep(limit: DocumentLimits.depth), position: position)
    }
}
