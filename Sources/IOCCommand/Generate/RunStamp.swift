import IOCSource

/// Remembers what a run read and wrote, so that the next one knows that it has nothing to do.
struct RunStamp {
    private let path: String
    private let output: String
    private let key: String

    /// - Parameters:
    ///   - directory: That of the loader's cache, which is there once the loader has read anything.
    ///   - inputs: The fingerprint of everything that is read; nil where that is not known.
    init?(directory: String, output: String, inputs: Fingerprint?, options: String) {
        guard let inputs else { return nil }
        self.output = output
        key = "\(inputs) \(Fingerprint(options))"
        path = "\(directory)/\(Fingerprint(output)).stamp"
    }

    /// True if the same was read before, and the output is as that run left it.
    var isCurrent: Bool {
        guard let stamp = try? FileContent.read(path), let written = try? FileContent.read(output) else { return false }
        return stamp == Array("\(key) \(Fingerprint(written))".utf8)
    }

    /// Remembers this run; where that fails, the next one works again.
    func write(_ code: String) {
        try? FileContent.replace(path, with: Array("\(key) \(Fingerprint(code))".utf8))
    }
}
