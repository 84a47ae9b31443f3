import IOCModel

/// One configuration file: its values, the place of each key and element, and its faults.
struct Document: Sendable {
    let path: String
    var value: SettingValue = .null
    /// The places by key path. In a property list they have no lines.
    private(set) var positions: [String: TextPosition] = [:]
    /// For each list of strings of the file, its elements with their indices.
    var lists: [String: [String: Int]] = [:]
    /// For each key path that the file writes with an old name of a key: the key path as it is written.
    private var formerNames: [String: String] = [:]
    /// The faults that don't stop the reading. Only the first ten thousand are kept.
    private(set) var faults: [Fault] = []
    private var pathBytes = 0

    init(path: String) { self.path = path }

    /// Records the place of a key or an element. After 64 MB of key paths, no more are recorded.
    mutating func record(_ keyPath: String, at position: TextPosition? = nil) {
        guard pathBytes < 64 << 20 else { return }
        pathBytes += keyPath.utf8.count
        if positions[keyPath] == nil { positions[keyPath] = position ?? TextPosition() }
    }

    /// Returns a key path as it is written in the file.
    func written(_ keyPath: String) -> String {
        let former = formerNames.first { keyPath == $0.key || keyPath.hasPrefix("\($0.key).") }
        return former.map { $0.value + keyPath.dropFirst($0.key.count) } ?? keyPath
    }

    /// Adds a fault that doesn't stop the reading.
    mutating func note(
        _ kind: Fault.Kind, at keyPath: String, position: TextPosition? = nil,
        hints: (@Sendable (inout Fault.Hints) -> Void)? = nil
    ) {
        guard faults.count < DocumentLimits.faults else { return }
        faults.append(Fault(kind, at: origin(of: keyPath, position: position), hints: hints))
    }

    /// Returns the error of a fault that stops the reading.
    func error(_ kind: Fault.Kind, at keyPath: String = "", position: TextPosition? = nil) -> IOCError {
        IOCError(kind, at: origin(of: keyPath, position: position))
    }

    /// Returns the place of a key path in this file.
    func origin(of keyPath: String, position: TextPosition? = nil) -> Origin {
        let position = position ?? positions[keyPath]
        return .file(FilePosition(path: path, keyPath: keyPath, at: position ?? TextPosition()))
    }

    /// Adds a member of an object: records its place, and a fault if the key is repeated.
    ///
    /// Two old names are accepted: `properties` for `settings`, at the top of a file and in a component's entry, and
    /// `property` for `setting`, in a condition.
    /// - Parameter depth: The number of lists and objects around the object.
    /// - Returns: The member's current name, and its key path.
    mutating func member(
        _ written: String, of keyPath: String, depth: Int, besides members: [String: SettingValue],
        position: TextPosition? = nil
    ) throws(IOCError) -> (key: String, keyPath: String) {
        let isOfComponent = keyPath.hasPrefix("components.")
        let isSettings = written == "properties" && (depth == 0 || depth == 2 && isOfComponent)
        let isSetting = written == "property" && depth == 3 && isOfComponent && keyPath.hasSuffix(".when")
        let key = isSettings ? "settings" : isSetting ? "setting" : written
        let inner = keyPath.isEmpty ? key : "\(keyPath).\(key)"
        guard inner.utf8.count <= DocumentLimits.keyPath else {
            throw error(.keyTooLong(limit: DocumentLimits.keyPath), at: keyPath, position: position)
        }
        record(inner, at: position)
        if key != written { formerNames[inner] = keyPath.isEmpty ? written : "\(keyPath).\(written)" }
        if members[key] != nil { note(.keyRepeated(key: key), at: inner, position: position) }
        return (key, inner)
    }
}

/// The limits of configuration files and reports.
enum DocumentLimits {
    static let bytes = 16 << 20
    /// The levels of lists and objects. Without a limit, a recursive reader would overflow the stack.
    static let depth = 512
    /// The bytes of a key path.
    static let keyPath = 1024
    /// The number of files of a configuration, including imports and profiles.
    static let files = 2000
    /// The number of faults of a file that are kept.
    static let faults = 10_000
    /// The number of settings in a report.
    static let reported = 1000
    /// The number of characters of a value in a report.
    static let shownValue = 200
}

/// The bytes of a text file, and the lines and columns in them.
struct DocumentText {
    let bytes: [UInt8]
    /// The index of the first byte after a byte order mark.
    let start: Int
    private var offset: Int
    private var reached = TextPosition(line: 1, column: 1)

    /// Creates a text from the bytes of a file.
    /// - Throws: A fault if there is a NUL byte, or if the bytes are not UTF-8.
    init(_ bytes: [UInt8], path: String) throws(IOCError) {
        self.bytes = bytes
        start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        offset = start
        if let offset = firstBinaryByte {
            throw Document(path: path).error(.fileBinary(path: path), position: position(at: offset))
        }
    }

    /// Returns the position of a byte.
    mutating func position(at target: Int) -> TextPosition {
        if target < offset { (offset, reached) = (start, TextPosition(line: 1, column: 1)) }
        let end = min(target, bytes.count)
        while offset < end {
            let byte = bytes[offset]
            let isFirstOfTwo = byte == 0x0D && offset + 1 < bytes.count && bytes[offset + 1] == 0x0A
            offset += 1
            if byte == 0x0A || byte == 0x0D, !isFirstOfTwo {
                reached = TextPosition(line: reached.line + 1, column: 1)
            } else if byte & 0xC0 != 0x80 {
                reached.column += 1
            }
        }
        return reached
    }

    private var firstBinaryByte: Int? {
        if String(validating: bytes, as: UTF8.self) != nil { return bytes.firstIndex(of: 0) }
        // The decoder replaces invalid bytes, so the first difference from its result is the first invalid byte.
        let pairs = zip(bytes, String(decoding: bytes, as: UTF8.self).utf8)
        return pairs.enumerated().first { $1.0 != $1.1 || $1.0 == 0 }?.offset ?? bytes.count
    }

    /// Returns the character at an offset, for messages.
    func character(at offset: Int) -> String {
        let character = String(decoding: bytes.dropFirst(offset).prefix(4), as: UTF8.self).unicodeScalars.first
        return character.map { "'\($0)'" } ?? "the end of the file"
    }
}

extension Document {
    /// Reads a file in the format of its extension.
    /// - Throws: A fault without a place if the file can't be read or its format is unknown. The caller then adds the
    ///   place that names the file.
    static func read(_ path: String) throws(IOCError) -> Document {
        let bytes = try FileBytes.contents(of: path)
        if path.lowercased().hasSuffix(".json") { return try JSONReader.read(bytes, path: path) }
        if path.lowercased().hasSuffix(".plist") { return try PropertyListReader.read(bytes, path: path) }
        throw IOCError(.fileFormatUnknown(path: path))
    }
}
