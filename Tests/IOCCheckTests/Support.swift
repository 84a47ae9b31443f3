import FoundationEssentials
import IOC
import IOCCheck
import IOCCommand
import IOCModel
import IOCSource
import Synchronization
import Testing

/// The package's own folder.
let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path()

/// A check of folders, each named as a module.
func check(_ roots: [(module: String, path: String)]) throws -> SourceCheck {
    let found = SourceModules(
        roots.map { SourceModules.Root(module: $0.module, path: $0.path) }, finder: FileFinder())
    #expect(found.faults.isEmpty)
    let sources = try SourceLoader().load(found.modules.flatMap(\.paths))
    #expect(sources.diagnostics.isEmpty)
    let models = Dictionary(sources.files.map { ($0.path, $0) }) { first, _ in first }
    return SourceCheck(
        found.modules.map { ProjectIndex.Module(name: $0.name, files: $0.paths.compactMap { models[$0] }) })
}

/// What both sides say of one fault.
struct Told: Hashable, CustomStringConvertible {
    var code: String
    var point: String?
    var candidates: [String]
    var suggestion: String?

    init(_ fault: IOCError.Fault) {
        code = fault.code.rawValue
        point = fault.injectionPoint
        candidates = fault.candidates
        suggestion = fault.suggestion
    }

    var description: String { "\(code) \(point ?? "-") \(candidates) \(suggestion ?? "")" }
}

/// What a run of the tool said and how it ended.
struct Outcome {
    var code: ExitCode
    var out: String
    var error: String
}

/// Runs the tool inside the test's process.
func ioc(_ words: [String]) -> Outcome {
    let out = Transcript()
    let error = Transcript()
    let code = Tool.ioc.run(words, console: Console(out: out.add, error: error.add))
    return Outcome(code: code, out: out.text, error: error.text)
}

private final class Transcript: Sendable {
    private let content = Mutex("")

    var text: String { content.withLock { $0 } }

    func add(_ text: String) {
        content.withLock { $0 += text }
    }
}

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
        let file = "\(path)/\(name)"
        let folder = String(file[..<file.lastIndex(of: "/")!])
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: file))
        return file
    }
}
