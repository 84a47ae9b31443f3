import FoundationEssentials
import IOCSource
import Testing

/// A directory of its own for one test, removed afterwards.
struct Scratch: ~Copyable {
    let path: String

    init() throws {
        let base = FileManager.default.temporaryDirectory.path(percentEncoded: false)
        path = "\(base.hasSuffix("/") ? String(base.dropLast()) : base)/ioc-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
        try write(name, Array(text.utf8))
    }

    @discardableResult
    func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        let full = "\(path)/\(name)"
        try FileContent.makeDirectory(String(full[..<full.lastIndex(of: "/")!]))
        try FileContent.replace(full, with: bytes)
        return full
    }
}

/// The model of one text.
func model(_ text: String) throws -> SourceFile {
    let scratch = try Scratch()
    let path = try scratch.write("File.swift", text)
    return try #require(SourceLoader().load([path]).files.first)
}
