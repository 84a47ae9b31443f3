import IOCModel

/// The content of one configuration file: its values, and the place of each key and element.
struct Document: Sendable {
    var value: SettingValue = .null
    /// The places by key path; without lines if the format has none.
    private(set) var positions: [String: TextPosition] = [:]
    /// The faults that don't stop the reading: repeated keys and numbers out of range.
    private(set) var faults: [DocumentFault] = []
    private var count = FaultCount()
    private var pathBytes = 0

    /// Records the place of a key or an element. Past 64 MB of key paths, no more are recorded.
    mutating func record(_ steps: [KeyStep], at position: TextPosition) {
        guard pathBytes < 64 << 20 else { return }
        let keyPath = steps.keyPath
        pathBytes += keyPath.utf8.count
        if positions[keyPath] == nil { positions[keyPath] = position }
    }

    /// Adds a fault that doesn't stop the reading.
    mutating func note(_ fault: DocumentFault) {
        if count.admits(fault.kind) { faults.append(fault) }
    }

    /// The faults with the file's name: the first hundred of each code, and for each code the number of others.
    func faults(in file: String) -> [Fault] { faults.map { $0.located(in: file) } + count.rests }
}

/// One step of a key path: a member of an object or an element of a list.
enum KeyStep: Sendable {
    case key(String)
    case index(Int)
}

extension [KeyStep] {
    /// The steps as messages write them: `components.stripe.profiles[0]`.
    var keyPath: String {
        reduce(into: "") { text, step in
            switch step {
            case .key(let key): text += text.isEmpty ? key : ".\(key)"
            case .index(let index): text += "[\(index)]"
            }
        }
    }

    /// The present name of a member's key: `properties` at the top and in a component's entry was the name of `settings`,
    /// and `property` in a condition that of `setting`.
    func presentName(of key: String) -> String {
        guard key == "properties" || key == "property" else { return key }
        let above = compactMap { if case .key(let key) = $0 { key } else { nil } }
        let isEntry = above.count == count && count == 2 && above[0] == "components"
        if key == "properties", isEmpty || isEntry { return "settings" }
        return key == "property" && above.count == 3 && above[0] == "components" && above[2] == "when" ? "setting" : key
    }

    /// The bytes of the keys, with a dot between them.
    var keyLength: Int {
        reduce(-1) { length, step in
            if case .key(let key) = step { length + key.utf8.count + 1 } else { length }
        }
    }
}

/// A fault in a file's text.
struct DocumentFault: Error {
    var kind: Fault.Kind
    var position: TextPosition?
    var path: [KeyStep] = []
    /// True if there is nothing to read in the file. Then the place that names the file is at fault.
    var isOfWholeFile = false

    /// The fault with the file's name.
    func located(in file: String) -> Fault {
        let place = FilePosition(path: file, keyPath: path.keyPath, line: position?.line, column: position?.column)
        return Fault(kind, at: .file(place))
    }
}

extension DocumentFault {
    static func tooDeep(at position: TextPosition? = nil) -> DocumentFault {
        DocumentFault(kind: .fileTooDeep(limit: DocumentLimits.depth), position: position)
    }

    /// A number that no setting can hold.
    static func outOfRange(_ number: String, at position: TextPosition? = nil, _ path: [KeyStep]) -> DocumentFault {
        let shown = number.utf8.count > DocumentLimits.shownValue ? "\(number.prefix(80))…" : number
        return DocumentFault(kind: .numberOutOfRange(key: path.keyPath, text: shown), position: position, path: path)
    }

    static func keyTooLong(at position: TextPosition? = nil, _ path: [KeyStep]) -> DocumentFault {
        DocumentFault(kind: .keyTooLong(limit: DocumentLimits.keyPath), position: position, path: path)
    }
}

/// The limits of a configuration file.
enum DocumentLimits {
    static let bytes = 16 << 20
    /// The levels of lists and objects; a recursive reader would overflow the stack without a limit.
    static let depth = 512
    /// The bytes of a key with all above it, dots between them.
    static let keyPath = 1024
    /// A file with all it imports, and those of profiles.
    static let files = 2000
    /// The settings that a report shows.
    static let reported = 1000
    /// The characters of a value that a report shows.
    static let shownValue = 200
}

/// The bytes of a text file, and the lines and columns in them.
struct DocumentText {
    let bytes: [UInt8]
    /// The first byte behind a byte order mark.
    let start: Int
    private var offset: Int
    private var line = 1
    private var column = 1

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        offset = start
    }

    /// The position of a byte; asked in rising order, all positions cost one pass over the text.
    mutating func position(at target: Int) -> TextPosition {
        if target < offset { (offset, line, column) = (start, 1, 1) }
        let end = min(target, bytes.count)
        while offset < end {
            let byte = bytes[offset]
            let isFirstOfTwo = byte == 0x0D && offset + 1 < bytes.count && bytes[offset + 1] == 0x0A
            offset += 1
            if byte == 0x0A || byte == 0x0D, !isFirstOfTwo {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        return TextPosition(line: line, column: column)
    }

    /// The offset of the first byte that isn't text: a NUL or invalid UTF-8.
    var firstBinaryByte: Int? {
        let nul = bytes.firstIndex(of: 0)
        if String(validating: bytes, as: UTF8.self) != nil { return nul }
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var offset = 0
        while case .valid(let scalar) = parser.parseScalar(from: &iterator) { offset += scalar.count }
        return min(offset, nul ?? offset)
    }

    /// The character at an offset as a message shows it.
    func character(at offset: Int) -> String {
        guard offset < bytes.count else { return "the end of the file" }
        let scalar = String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self).unicodeScalars.first
        guard let scalar, scalar.isASCII || scalar.properties.isAlphabetic, scalar.value >= 0x20, scalar.value != 0x7F
        else {
            let digits = String(scalar?.value ?? 0, radix: 16, uppercase: true)
            return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
        return "'\(scalar)'"
    }
}

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
