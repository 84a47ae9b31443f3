import FoundationEssentials
import IOCModel

@testable import IOCConfiguration

protocol FileFormat {
    static var ending: String { get }
}

enum JSONFormat: FileFormat { static var ending: String { "json" } }
enum PropertyListFormat: FileFormat { static var ending: String { "plist" } }

/// Reads an input as a configuration file; what stands behind a record separator is another file, which the first may
/// import as `b` or get laid over it as the profile `test`.
enum FileTarget<Format: FileFormat>: FuzzTarget {
    private static var separator: UInt8 { 0x1E }

    static func run(_ input: [UInt8]) {
        let folder = Scratch.folder
        let parts = input.split(separator: separator, maxSplits: 2, omittingEmptySubsequences: false)
        let names = ["a", "b", "a-test"].map { "\(folder)/\($0).\(Format.ending)" }
        for (name, part) in zip(names, parts) { Scratch.write(Array(part), to: name) }
        defer { for name in names { Scratch.remove(name) } }
        do {
            let configuration = try ContextConfiguration(contentsOf: names[0], environment: ["NAME": "value"])
            promise(configuration.saysTheSame(as: configuration), "a configuration equals itself")
            explain(configuration)
        } catch let error as IOCError {
            promise(!error.faults.isEmpty, "an error has faults")
            promise(error.faults.allSatisfy { !$0.headline.isEmpty && !$0.description.isEmpty }, "a fault has words")
        } catch {
            fatalError("broken promise: only an IOCError is thrown, not \(error)")
        }
    }

    /// Asks for the origin of everything, as messages and reports do.
    private static func explain(_ configuration: ContextConfiguration) {
        for index in configuration.prefixes.indices { _ = configuration.origin(of: "prefixes[\(index)]").description }
        for index in configuration.classes.indices { _ = configuration.origin(of: "classes[\(index)]").description }
        for name in configuration.components.keys {
            _ = configuration.origin(of: "components.\(name).class").description
        }
        for name in configuration.bindings.keys { _ = configuration.origin(of: "bindings.\(name)").description }
        _ = configuration.origin(of: "").description
        _ = configuration.properties.description
        let store = PropertyStore(configuration, parent: nil)
        for key in store.keys.prefix(64) {
            _ = try? store.read(String.self, at: key, for: nil, default: nil)
            _ = configuration.origin(of: "properties.\(key)").description
        }
        _ = store.unread.count
        _ = store.reported.properties.count
    }
}

/// Files in memory, where the platform has a place for such.
enum Scratch {
    static let folder: String = {
        let base = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : "/tmp"
        let folder = "\(base)/ioc-fuzz-\(ProcessInfo.processInfo.processIdentifier)"
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return folder
    }()

    static func write(_ bytes: [UInt8], to path: String) {
        promise(FileManager.default.createFile(atPath: path, contents: Data(bytes)), "the scratch folder is writable")
    }

    static func remove(_ path: String) {
        try? FileManager.default.removeItem(atPath: path)
    }
}
