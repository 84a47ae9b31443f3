package import Foundation

/// A separate directory for one test, removed afterwards.
package struct Scratch: ~Copyable {
    /// The directory's path, without a slash at its end.
    package let path: String
    package var url: URL { URL(filePath: path, directoryHint: .isDirectory) }

    package init() throws {
        let base = FileManager.default.temporaryDirectory.path(percentEncoded: false)
        path = "\(base.hasSuffix("/") ? String(base.dropLast()) : base)/ioc-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file, and creates the directories that contain it.
    /// - Returns: The file's path.
    @discardableResult
    package func write(_ name: String, _ text: String) throws -> String {
        try write(name, Array(text.utf8))
    }

    /// Writes a file, and creates the directories that contain it.
    /// - Returns: The file's path.
    @discardableResult
    package func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        let file = url.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
        return "\(path)/\(name)"
    }

    package func read(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: url.appending(path: name)), as: UTF8.self)
    }
}
