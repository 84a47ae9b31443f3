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
