import CSourceKit
import IOCModel
import Synchronization

/// Reads and parses files in parallel, each content once.
package struct SourceLoader: Sendable {
    /// Files above this many bytes are refused: nobody wrote them by hand, and they would hold up a build.
    package static let sizeLimit = 4 << 20

    /// The toolchain that the user named, if any.
    package var toolchainHint: String?
    /// A directory for what is worth keeping between runs; nil keeps nothing.
    package var cacheDirectory: String?
    /// The number of files that are parsed at a time; nil for one a processor.
    package var threads: Int?
    /// The conditions that decide which `#error` is compiled.
    package var build = BuildSettings()

    /// A loader.
    package init(toolchainHint: String? = nil, cacheDirectory: String? = nil, threads: Int? = nil) {
        self.toolchainHint = toolchainHint
        self.cacheDirectory = cacheDirectory
        self.threads = threads
    }

    /// The reading.
    package struct Result: Sendable {
        /// The models, in the order of the paths; unreadable files are missing.
        package var files: [SourceFile] = []
        /// Unreadable files and syntax errors, in source order.
        package var diagnostics: [SourceDiagnostic] = []
        /// The number of files had to be parsed, as opposed to remembered.
        package var parsedCount = 0
    }

    /// Reads the files at some paths.
    ///
    /// A file with errors gives those errors and does not stop the others.
    /// - Throws: ``ToolchainError`` where a file has to be parsed and there is no parser.
    package func load(_ paths: [String]) throws(ToolchainError) -> Result {
        let toolchain = Swift.Result { () throws(ToolchainError) in try Toolchain(hint: toolchainHint) }
        let stamp = (try? toolchain.get()).map { FileContent.stamp($0.library) } ?? "none"
        let cachePath = cacheDirectory.map { "\($0)/sources.cache" }
        let cache = cachePath.map { ModelCache(contentsOf: $0, toolchain: stamp) } ?? .empty
        let work = Work(paths: paths, cache: cache, toolchain: toolchain)
        let count = max(1, min(threads ?? processorCount, paths.count))
        var items: [Work.Outcome?] = Array(repeating: nil, count: paths.count)
        var result = Result()
        for part in onThreads(count, { _ in work.run() }) {
            for (index, outcome) in try part.get() { items[index] = outcome.value }
            result.parsedCount += try part.get().count { $0.outcome.isParsed }
        }
        var keyed: [(key: Fingerprint, file: SourceFile)] = []
        for item in items {
            switch item {
            case .file(let file, let key):
                result.files.append(file)
                result.diagnostics += file.diagnostics + file.messages(in: build)
                keyed.append((key, file))
            case .fault(let fault): result.diagnostics.append(fault)
            case nil: continue
            }
        }
        result.diagnostics = result.diagnostics.inSourceOrder()
        if let cachePath, let cacheDirectory, !cache.holdsExactly(Set(keyed.map(\.key))) {
            // A cache that can't be kept only costs time in the next run.
            try? FileContent.makeDirectory(cacheDirectory)
            try? cache.write(keyed, to: cachePath, toolchain: stamp)
        }
        return result
    }
}

extension SourceLoader {
    /// One fingerprint for all of some files: their paths, their contents and the toolchain that would parse them.
    ///
    /// Nil where a file can't be read; ``load(_:)`` says why.
    package func fingerprint(_ paths: [String]) -> Fingerprint? {
        let toolchain = (try? Toolchain(hint: toolchainHint)).map { FileContent.stamp($0.library) } ?? "none"
        var text = "\(toolchain) \(FileContent.programStamp)\n"
        for path in paths {
            guard let bytes = try? FileContent.read(path, limit: Self.sizeLimit) else { return nil }
            text += "\(Fingerprint(bytes)) \(path)\n"
        }
        return Fingerprint(text)
    }
}

/// One run's work, shared by its threads: each takes the next path until there is none.
private final class Work: Sendable {
    enum Outcome: Sendable {
        case file(SourceFile, Fingerprint)
        case fault(SourceDiagnostic)
    }

    typealias Part = [(index: Int, outcome: (value: Outcome, isParsed: Bool))]

    private let paths: [String]
    private let cache: ModelCache
    private let toolchain: Result<Toolchain, ToolchainError>
    private let next = Atomic<Int>(0)

    init(paths: [String], cache: ModelCache, toolchain: Result<Toolchain, ToolchainError>) {
        self.paths = paths
        self.cache = cache
        self.toolchain = toolchain
    }

    /// The result of one thread's share.
    func run() -> Result<Part, ToolchainError> {
        Result { () throws(ToolchainError) in
            var part: Part = []
            // Opened by the first file that needs it: opening costs more than a run without changes.
            var parser: SourceKit?
            while true {
                let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard index < paths.count else { return part }
                part.append((index, try outcome(for: paths[index], &parser)))
            }
        }
    }

    private func outcome(
        for path: String, _ parser: inout SourceKit?
    ) throws(ToolchainError) -> (value: Outcome, isParsed: Bool) {
        let bytes: [UInt8]
        do {
            bytes = try FileContent.read(path, limit: SourceLoader.sizeLimit)
        } catch {
            return (.fault(.error(at: .init(file: path, line: 1, column: 1), error.reason)), false)
        }
        let key = Fingerprint(bytes)
        if let file = cache.file(key, path: path) { return (.file(file, key), false) }
        if let fault = encodingFault(bytes, path: path) { return (.fault(fault), false) }
        let kit = if let parser { parser } else { try SourceKit(try toolchain.get()) }
        parser = kit
        return (.file(kit.parse(bytes, path: path), key), true)
    }

    private func encodingFault(_ bytes: [UInt8], path: String) -> SourceDiagnostic? {
        var bad = 0
        let isValid = bytes.withUnsafeBytes { iocsk_is_utf8($0.baseAddress, $0.count, &bad) }
        guard isValid == 0 else { return nil }
        let before = bytes[..<bad]
        let line = before.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
        let column = bad - (before.lastIndex(of: 0x0A) ?? -1)
        return .error(
            at: .init(file: path, line: line, column: column),
            // It has two digits, as those below 0x80 are sound.
            "the file is not UTF-8: byte 0x\(String(bytes[bad], radix: 16, uppercase: true))")
    }
}
