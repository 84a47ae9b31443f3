import IOCModel

/// Something wrong in a file's text, before anybody asks what it means.
struct DocumentFault: Error {
    var kind: Fault.Kind
    var position: TextPosition?
    var path: [KeyStep] = []

    /// The fault with the file's name.
    func located(in file: String) -> Fault {
        let place = FilePosition(
            path: file, keyPath: path.keyPath, line: position?.line, column: position?.column)
        return Fault(kind, at: .file(place))
    }
}

extension DocumentFault {
    /// A number that can't be held.
    init(refusing number: String, position: TextPosition? = nil, path: [KeyStep]) {
        let shown = number.utf8.count > DocumentLimits.shownValue ? "\(number.prefix(80))…" : number
        self.init(kind: .numberOutOfRange(key: path.keyPath, text: shown), position: position, path: path)
    }
}
