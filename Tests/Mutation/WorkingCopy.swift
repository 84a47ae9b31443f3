import Foundation

/// A copy of the package into which all changes are compiled at once.
final class WorkingCopy {
    /// The modules in which places are looked for, unless files are named.
    static let modules = [
        "IOCBase", "IOCModel", "IOCConfiguration", "IOCPlan", "IOCPage", "IOC", "IOCMacroExpansion", "IOCMacros",
        "IOCTesting", "IOCRouting", "IOCStatic", "IOCSource", "IOCGenerate", "IOCCheck", "IOCCommand",
    ]

    let root: URL
    let scratch: URL
    var copy: URL { scratch.appending(path: "package") }
    let isSanitized: Bool
    private var sources: [String: String] = [:]
    private(set) var places: [Place] = []
    /// The keys of places whose change does not compile.
    private(set) var rejected: Set<String> = []
    private var rejectedFile: URL { scratch.appending(path: "rejected.json") }

    /// The numbers of the places that are compiled in.
    private var written: Set<Int> = []

    init(root: URL, isSanitized: Bool) throws {
        self.root = root
        self.isSanitized = isSanitized
        let folder = root.appending(path: isSanitized ? ".build/mutation-sanitized" : ".build/mutation")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "package"), withIntermediateDirectories: true)
        // The compiler tells the places of errors without links.
        scratch = folder.resolvingSymlinksInPath()
        if let data = try? Data(contentsOf: rejectedFile) {
            rejected = try JSONDecoder().decode(Set<String>.self, from: data)
        }
        for file in try Self.files(under: Self.modules.map { "Sources/\($0)" }, in: root) where file.hasSuffix(".swift")
        {
            let source = try String(contentsOf: root.appending(path: file), encoding: .utf8)
            sources[file] = source
            places += PlaceVisitor.places(in: source, file: file)
        }
        // The number of a place is its index; only the sanitizer sees an order of memory.
        places = places.filter { ($0.kind == .memoryOrder) == isSanitized }
    }

    /// The places whose changes were compiled in.
    private var compiled: [(number: Int, place: Place)] { compiling(Array(written)).map { ($0, places[$0]) } }

    private func compiling(_ numbers: [Int]) -> [Int] { numbers.filter { !rejected.contains(places[$0].key) } }

    /// Builds until what is left compiles, and holds as many changes as are wanted.
    ///
    /// - Returns: The changes of each draw, in its order.
    func build(_ draws: [Draw], jobs: Int) throws -> [[(number: Int, place: Place)]] {
        try mirror()
        // Only test targets are built; what measures time is no test here.
        let tests = try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "Tests").path)
            .filter { $0.hasSuffix("Tests") && $0 != "BenchmarkTests" }.sorted()
        let check = try TypeCheck(Self.modules, root: root, copy: copy, scratch: scratch)
        var last: Set<String> = []
        var round = 0
        while true {
            round += 1
            written = Set(draws.flatMap { draw in compiling(draw.first { compiling($0).count >= draw.count }) })
            try instrument()
            tell("checking, round \(round): \(compiled.count) changes")
            if try reject(check.errors(jobs: jobs), &last) { continue }
            tell("building")
            let log = scratch.appending(path: "build.log")
            var arguments = ["build", "--build-tests"]
            arguments += ["-Xswiftc", "-suppress-warnings"]
            if isSanitized { arguments.append("--sanitize=thread") }
            var build = Program(path: "swift", arguments: arguments, folder: copy)
            build.environment["IOC_PART"] = (tests + ["AgreementCorpus"]).joined(separator: ",")
            if try build.run(output: log) == .exited(0) {
                return draws.map { compiling($0.order).prefix($0.count).map { ($0, places[$0]) } }
            }
            guard try reject(String(contentsOf: log, encoding: .utf8), &last) else {
                throw Failure("the copy does not compile; see \(log.path)")
            }
        }
    }

    /// Rejects the changes that are to blame for the errors in what a compiler has printed.
    /// - Parameter last: The places of the errors before these.
    /// - Returns: True if there are errors.
    private func reject(_ text: String, _ last: inout Set<String>) throws -> Bool {
        let errors = Set(text.split(separator: "\n").compactMap(CompilerError.init).map { $0.located(in: copy) })
        let found = errors.reduce(into: Set<String>()) {
            $0.formUnion(culprits($1, isStubborn: last.contains($1.place)))
        }
        guard errors.isEmpty || !found.isSubset(of: rejected) else {
            throw Failure("the changed sources do not compile\n" + errors.map(\.line).joined(separator: "\n"))
        }
        last = Set(errors.map(\.place))
        rejected.formUnion(found)
        try JSONEncoder().encode(rejected).write(to: rejectedFile)
        return !errors.isEmpty
    }

    // MARK: The copy

    private static func files(under folders: [String], in root: URL) throws -> [String] {
        try folders.flatMap { folder in
            try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path).map {
                "\(folder)/\($0)"
            }
        }.filter {
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: root.appending(path: $0).path, isDirectory: &isFolder)
                && !isFolder.boolValue
        }.sorted()
    }

    /// Brings the copy up to date, leaving alone what has not changed, so that little is compiled again.
    private func mirror() throws {
        let skipped = { (file: String) in
            file.hasPrefix("Tests/Mutation/") || file.contains("/.build/") || file.contains("/corpus/")
        }
        var wanted = Set(try Self.files(under: ["Sources", "Tests", "config"], in: root).filter { !skipped($0) })
        for file in wanted where sources[file] == nil {
            try put(Data(contentsOf: root.appending(path: file)), file)
        }
        let choice = "Tests/Mutation/Choice"
        for (file, target) in [
            ("MutationState.h", "MutationState/include"), ("MutationState.c", "MutationState"),
            ("MutationChoice.swift", "MutationChoice"),
        ] {
            let name = "Sources/\(target)/\(file)"
            try put(Data(contentsOf: root.appending(path: "\(choice)/\(file)")), name)
            wanted.insert(name)
        }
        try put(Data(contentsOf: root.appending(path: "README.md")), "README.md")
        let manifest = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
        let modules = Self.modules.map { "\"\($0)\"" }.joined(separator: ", ")
        let addition = """

            for target in package.targets where [\(modules)].contains(target.name) {
                target.dependencies.append("MutationChoice")
            }
            package.targets += [
                .target(name: "MutationState"),
                .target(name: "MutationChoice", dependencies: ["MutationState"]),
            ]

            """
        try put(Data((manifest + addition).utf8), "Package.swift")
        for file in try Self.files(under: ["Sources", "Tests", "config"], in: copy) where !wanted.contains(file) {
            guard !file.contains("/.build/") else { continue }
            try FileManager.default.removeItem(at: copy.appending(path: file))
        }
    }

    private func put(_ data: Data, _ file: String) throws {
        let target = copy.appending(path: file)
        guard (try? Data(contentsOf: target)) != data else { return }
        try FileManager.default.createDirectory(
            at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: target)
        let source = root.appending(path: file)
        if FileManager.default.isExecutableFile(atPath: source.path) {
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: target.path)
        }
    }

    private var instrumented: [String: Instrumenter] = [:]

    private func instrument() throws {
        let byFile = Dictionary(grouping: compiled, by: \.place.file)
        for (file, source) in sources {
            guard let places = byFile[file] else {
                try put(Data(source.utf8), file)
                continue
            }
            let instrumenter = Instrumenter(source, places: places)
            instrumented[file] = instrumenter
            try put(Data(instrumenter.text), file)
        }
    }

    // MARK: What does not compile

    /// The places to blame for an error: the innermost one around it; where there is none, or that did not help, those of
    /// its function that mention the name in question; else all of that function.
    private func culprits(_ error: CompilerError, isStubborn: Bool) -> Set<String> {
        guard let instrumenter = instrumented[error.file] else { return [] }
        let offset = instrumenter.offset(line: error.row, column: error.column)
        if error.message.contains("missing return") || error.message.contains("fall through") {
            // The place of the error is the closing brace; the statement before it has to stay.
            let before = instrumenter.ranges.filter {
                $0.range.upperBound <= offset && !rejected.contains(places[$0.number].key)
            }
            if let last = before.filter({ places[$0.number].form == .unless }).max(by: {
                $0.range.upperBound < $1.range.upperBound
            }) {
                return [places[last.number].key]
            }
        }
        let around = instrumenter.ranges.filter {
            $0.range.contains(offset) && !rejected.contains(places[$0.number].key)
        }
        if let innermost = around.min(by: { $0.range.count < $1.range.count }), !isStubborn {
            return [places[innermost.number].key]
        }
        let owned = compiled.filter { (_, place) in
            place.file == error.file && instrumenter.position(of: place.ownerStart) <= offset
                && offset <= instrumenter.position(of: place.ownerEnd)
        }
        if !isStubborn, let name = error.quoted {
            let mentioning = owned.filter { $0.place.form == .unless && $0.place.original.contains(name) }
            if !mentioning.isEmpty { return Set(mentioning.map(\.place.key)) }
        }
        return Set(owned.map(\.place.key)).union(around.map { places[$0.number].key })
    }
}

/// An error of the compiler, with its place.
private struct CompilerError: Hashable {
    var file: String
    let row, column: Int
    let message: String
    var line: String { "\(file):\(row):\(column): \(message)" }
    /// The line, which stays while columns move, with the message.
    var place: String { "\(file):\(row): \(message)" }
    /// The first name in quotes.
    var quoted: String? {
        let parts = message.split(separator: "'", omittingEmptySubsequences: false)
        return parts.count > 2 ? parts[1].split(separator: ".").last.map(String.init) : nil
    }

    init?(_ line: Substring) {
        let parts = line.split(separator: ":", maxSplits: 4, omittingEmptySubsequences: false)
        guard parts.count == 5, parts[3] == " error", let number = Int(parts[1]), let column = Int(parts[2]) else {
            return nil
        }
        file = String(parts[0])
        row = number
        self.column = column
        message = String(parts[4])
    }

    func located(in folder: URL) -> CompilerError {
        var result = self
        if file.hasPrefix(folder.path + "/") { result.file = String(file.dropFirst(folder.path.count + 1)) }
        return result
    }
}

struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
