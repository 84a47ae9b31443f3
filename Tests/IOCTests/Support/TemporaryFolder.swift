import FoundationEssentials
import IOC
import Testing

/// A folder that lives as long as the test that made it.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        let root = FileManager.default.temporaryDirectory.path
        path = (root.hasSuffix("/") ? root : root + "/") + "ioc-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file and gives its path.
    @discardableResult
    func write(_ name: String, _ content: Data) throws -> String {
        let file = "\(path)/\(name)"
        if let slash = name.lastIndex(of: "/") {
            try FileManager.default.createDirectory(
                atPath: "\(path)/\(name[..<slash])", withIntermediateDirectories: true)
        }
        try #require(FileManager.default.createFile(atPath: file, contents: content))
        return file
    }

    @discardableResult
    func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        try write(name, Data(bytes))
    }

    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
        try write(name, Data(text.utf8))
    }

    /// The error that loading a file throws, with the folder's path written as `~`.
    func faults(of name: String) throws -> String {
        let error = try #require(throws: IOCError.self) { try ContextConfiguration(contentsOf: "\(path)/\(name)") }
        return error.description.replacing(path, with: "~")
    }
}
