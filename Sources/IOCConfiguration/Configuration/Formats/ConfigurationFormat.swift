import IOCModel

/// The format of a configuration file; its ending decides.
enum ConfigurationFormat {
    case json
    case propertyList

    init?(path: String) {
        let lowercase = path.lowercased()
        if lowercase.hasSuffix(".json") {
            self = .json
        } else if lowercase.hasSuffix(".plist") {
            self = .propertyList
        } else {
            return nil
        }
    }

    /// The values of a file, and their places.
    func read(_ bytes: [UInt8], path: String) throws(DocumentFault) -> Document {
        let isWide = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
        if self == .propertyList, isWide || bytes.starts(with: "bplist".utf8) {
            return try PropertyListReader.read(bytes)
        }
        var text = DocumentText(bytes)
        if let offset = text.firstBinaryByte {
            throw DocumentFault(kind: .fileBinary(path: path), position: text.position(at: offset))
        }
        if JSONReader.isBlank(text) { throw DocumentFault(kind: .fileEmpty(path: path), isOfWholeFile: true) }
        return self == .json ? try JSONReader.read(text) : try PropertyListReader.read(bytes)
    }
}
