import CSourceKit
import IOCModel
import Synchronization

/// Reads and parses files in parallel, each content once.
public struct SourceLoader: Sendable {
    /// Files above this many bytes are refused: nobody wrote them by hand, and they would hold up a build.
    public static let sizeLimit = 4 << 20

    /// What the user named to find the toolchain by, if anything.
    public var toolchainHint: String?
    /// A directory for what is worth keeping between runs; nil keeps nothing.
    public var cacheDirectory: String?
    /// How many files are parsed at a time; nil for one a processor.
    public var threads: Int?

    /// A loader.
    public init(toolchainHint: String? = nil, cacheDirectory: String? = nil, threads: Int? = nil) {
        self.toolchainHint = toolchainHint
        self.cacheDirectory = cacheDirectory
        self.threads = threads
    }

    /// What was read.
    public struct Result: Sendable {
        /// The models, in the order of the paths; unreadable files are missing.
        public var files: [SourceFile] = []
        /// Unreadable files and syntax errors, in source order.
        public var diagnostics: [SourceDiagnostic] = []
        /// How many files had to be parsed, as opposed to remembered.
        public var parsedCount = 0
    }

    /// Reads the files at some paths.
    ///
    /// A file with errors gives those errors and does not stop the others.
    /// - Throws: ``ToolchainError`` where a file has to be parsed and there is no parser.
    public func load(_ paths: [String]) throws(ToolchainError) -> Result {
        let toolchain = Swift.Result { () throws(ToolchainError) in try Toolchain(hint: toolchainHint) }
        let stamp = (try? toolchain.get()).map { FileContent.stamp($0.library) } ?? "none"
        let cachePath = cacheDirectory.map { "\($0)/sources.cache" }
        let cache = cachePath.map { ModelCache(contentsOf: $0, toolchain: stamp) } ?? .empty
        let work = Work(paths: paths, cache: cache, toolchain: toolchain)
        let count = max(1, min(threads ?? processorCount, paths.count))
        onThreads(count) { work.run() }
        let outcomes = try work.outcomes.withLock { outcomes throws(ToolchainError) in
            if let failure = outcomes.failure { throw failure }
            return outcomes
        }

        var result = Result()
        var keyed: [(key: Fingerprint, file: SourceFile)] = []
        for item in outcomes.items {
            switch item {
            case .file(let file, let key):
                result.files.append(file)
                result.diagnostics += file.diagnostics
                keyed.append((key, file))
            case .fault(let fault): result.diagnostics.append(fault)
            case nil: continue
            }
        }
        result.diagnostics = result.diagnostics.inSourceOrder()
        result.parsedCount = outcomes.parsedCount
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
    public func fingerprint(_ paths: [String]) -> Fingerprint? {
        let toolchain = (try? Toolchain(hint: toolchainHint)).map { FileContent.stamp($0.library) } ?? "none"
        var text = "\(toolchain) \(FileContent.programStamp)\n"
        for path in paths {
            guard let bytes = try? FileContent.read(path, limit: Self.sizeLimit) else { return nil }
            text += "\(Fingerprint(bytes)) \(path)\n"
        }
        return Fingerprint(text)
    }
}

/// One run's work, shared by its threads.
private final class Work: Sendable {
    enum Outcome {
        case file(SourceFile, Fingerprint)
        case fault(SourceDiagnostic)
    }

    struct Outcomes {
        var items: [Outcome?]
        var parsedCount = 0
        var failure: ToolchainError?
    }

    let outcomes: Mutex<Outcomes>
    private let paths: [String]
    private let cache: ModelCache
    private let toolchain: Result<Toolchain, ToolchainError>
    private let next = Atomic<Int>(0)
    private let parser = Mutex<Result<SourceKit, ToolchainError>?>(nil)

    init(paths: [String], cache: ModelCache, toolchain: Result<Toolchain, ToolchainError>) {
        self.paths = paths
        self.cache = cache
        self.toolchain = toolchain
        outcomes = Mutex(Outcomes(items: Array(repeating: nil, count: paths.count)))
    }

    func run() {
        while true {
            let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
            guard index < paths.count else { return }
            do {
                let (outcome, isParsed) = try outcome(for: paths[index])
                outcomes.withLock {
                    $0.items[index] = outcome
                    if isParsed { $0.parsedCount += 1 }
                }
            } catch {
                outcomes.withLock { $0.failure = error }
                return
            }
        }
    }

    private func outcome(for path: String) throws(ToolchainError) -> (Outcome, isParsed: Bool) {
        let bytes: [UInt8]
        do {
            bytes = try FileContent.read(path, limit: SourceLoader.sizeLimit)
        } catch {
            return (.fault(.error(at: .init(file: path, line: 1, column: 1), error.reason)), false)
        }
        let key = Fingerprint(bytes)
        if let file = cache.file(key, path: path) { return (.file(file, key), false) }
        if let fault = encodingFault(bytes, path: path) { return (.fault(fault), false) }
        return (.file(try sourceKit().parse(bytes, path: path), key), true)
    }

    private func encodingFault(_ bytes: [UInt8], path: String) -> SourceDiagnostic? {
        var bad = 0
        let isValid = bytes.withUnsafeBytes { iocsk_is_utf8($0.baseAddress, $0.count, &bad) }
        guard isValid == 0 else { return nil }
        let before = bytes[..<bad]
        let line = before.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
        let column = bad - (before.lastIndex(of: 0x0A) ?? -1)
        return .error(
            at: .init(file: path, line: line, column: column), "the file is not UTF-8: byte \(hex(bytes[bad]))")
    }

    private func hex(_ byte: UInt8) -> String {
        "0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }

    /// The parser, opened by the first file that needs it: opening costs more than a run without changes.
    private func sourceKit() throws(ToolchainError) -> SourceKit {
        let opened = parser.withLock { parser in
            if let parser { return parser }
            let opened = Result { () throws(ToolchainError) in try SourceKit(try toolchain.get()) }
            parser = opened
            return opened
        }
        return try opened.get()
    }
}
