import FoundationEssentials
import IOCConfiguration
import IOCModel

/// Reads an input as a JSON configuration file, and again as a plist.
///
/// An input has up to three parts, divided by record separators. The second part is a file that the first one may import as
/// `b.json` or `b.plist`; the third one is the file of the profile `test`.
enum FileTarget {
    private static let separator: UInt8 = 0x1E

    private static let folder: String = {
        // A folder in memory, if the platform has one.
        let base = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : "/tmp"
        let folder = "\(base)/ioc-fuzz-\(ProcessInfo.processInfo.processIdentifier)"
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return folder
    }()

    static func run(_ input: [UInt8]) {
        let parts = input.split(separator: separator, maxSplits: 2, omittingEmptySubsequences: false)
        for ending in ["json", "plist"] {
            let names = ["a", "b", "a-test"].map { "\(folder)/\($0).\(ending)" }
            for (name, part) in zip(names, parts) {
                promise(
                    FileManager.default.createFile(atPath: name, contents: Data(part)), "the folder is writable")
            }
            defer { for name in names { try? FileManager.default.removeItem(atPath: name) } }
            read(names[0])
        }
    }

    private static func read(_ path: String) {
        do {
            let configuration = try ContextConfiguration(contentsOf: path, environment: ["NAME": "value"])
            _ = "\(configuration.settings)"
        } catch let error as IOCError {
            promise(!error.faults.isEmpty, "an error has faults")
            promise(error.faults.allSatisfy { !$0.headline.isEmpty && !$0.description.isEmpty }, "a fault has words")
        } catch {
            fatalError("broken promise: only an IOCError is thrown, not \(error)")
        }
    }

    /// Ends the process if a promise is broken, so that the fuzzer keeps the input.
    private static func promise(_ condition: Bool, _ what: @autoclosure () -> String) {
        if !condition { fatalError("broken promise: \(what())") }
    }
}

/// The function that libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    FileTarget.run(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}
