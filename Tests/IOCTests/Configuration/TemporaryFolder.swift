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

/// An XML property list around a value.
func propertyList(_ value: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    \(value)
    </plist>

    """
}

/// The objects of a binary property list, put together with their offsets and the trailer.
func binaryPropertyList(_ objects: [[UInt8]]) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
        offsets += [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
        bytes += object
    }
    let table = bytes.count
    bytes += offsets + [0, 0, 0, 0, 0, 0, 2, 1]
    for number in [objects.count, 0, table] {
        bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }
    return bytes
}
