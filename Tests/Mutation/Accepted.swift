import Foundation

/// The changes that no test can notice, each with its reason.
struct Accepted {
    private(set) var reasons: [String: String] = [:]

    /// Reads lines with a place's key, each followed by an indented line with the reason; `#` begins a remark.
    init(contentsOf file: URL) throws {
        var key: String?
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") where !line.hasPrefix("#") {
            if line.hasPrefix("    ") {
                guard let place = key else {
                    throw Failure("\(file.lastPathComponent): a reason without a place: \(line)")
                }
                reasons[place] = line.trimmingCharacters(in: .whitespaces)
                key = nil
            } else if let key {
                throw Failure("\(file.lastPathComponent): no reason for: \(key)")
            } else {
                key = String(line)
            }
        }
        if let key { throw Failure("\(file.lastPathComponent): no reason for: \(key)") }
    }
}
