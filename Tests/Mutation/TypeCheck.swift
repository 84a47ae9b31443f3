import Foundation
import Synchronization

/// Looks for the changes that don't compile, in all modules at once.
///
/// A build stops at the first module with an error. A change is inside of a function, and what a module offers to others
/// stays as it is; so each changed module is checked against what the unchanged ones offer.
final class TypeCheck {
    private let root, copy, interfaces: URL
    private let modules: [String]
    /// The arguments that tell where the modules of C are, and the parser that macros are made with.
    private var paths: [String]
    /// For each module without errors what it was then.
    private let passed = Mutex<[String: [Data]]>([:])

    /// - Parameter modules: The modules, those that others need first.
    init(_ modules: [String], root: URL, copy: URL, scratch: URL) throws {
        self.modules = modules
        self.root = root
        self.copy = copy
        interfaces = scratch.appending(path: "interfaces")
        try? FileManager.default.removeItem(at: interfaces)
        try FileManager.default.createDirectory(at: interfaces, withIntermediateDirectories: true)
        paths = ["-I", interfaces.path]
        if let parser = ProcessInfo.processInfo.environment["MUTATION_PARSER"] { paths += ["-I", parser] }
        for name in try FileManager.default.contentsOfDirectory(atPath: copy.appending(path: "Sources").path) {
            let header = copy.appending(path: "Sources/\(name)/include/\(name).h")
            guard FileManager.default.fileExists(atPath: header.path) else { continue }
            let map = interfaces.appending(path: "\(name).modulemap")
            try Data("module \(name) { header \"\(header.path)\" export * }\n".utf8).write(to: map)
            paths += ["-Xcc", "-fmodule-map-file=\(map.path)", "-I", header.deletingLastPathComponent().path]
        }
        for module in ["MutationChoice"] + modules {
            let folder = (module == "MutationChoice" ? copy : root).appending(path: "Sources/\(module)")
            let arguments = [
                "-emit-module", "-Xfrontend", "-experimental-skip-non-inlinable-function-bodies-without-types",
                "-emit-module-path", interfaces.appending(path: "\(module).swiftmodule").path,
            ]
            let (outcome, text) = try compile(module, in: folder, arguments, log: "interface.log")
            guard outcome == .exited(0) else { throw Failure("the interface of \(module) can't be made:\n\(text)") }
        }
    }

    /// The errors of the changed modules as the compiler tells them.
    func errors(jobs: Int) throws -> String {
        let texts = Mutex<[String]>([])
        try inParallel(jobs, modules) { job, module in
            let folder = copy.appending(path: "Sources/\(module)")
            let content = try Self.sources(in: folder).map { try Data(contentsOf: $0) }
            guard passed.withLock({ $0[module] }) != content else { return }
            let (outcome, text) = try compile(
                module, in: folder, ["-typecheck", "-continue-building-after-errors"], log: "check.\(job).log")
            texts.withLock { $0.append(text) }
            if outcome == .exited(0) { passed.withLock { $0[module] = content } }
        }
        return texts.withLock { $0.joined(separator: "\n") }
    }

    private static func sources(in folder: URL) throws -> [URL] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }.sorted()
            .map { folder.appending(path: $0) }
    }

    private func compile(_ module: String, in folder: URL, _ arguments: [String], log: String) throws
        -> (Program.Outcome, String)
    {
        var all = arguments + ["-module-name", module, "-package-name", "package", "-parse-as-library"]
        // As in the manifest.
        all += ["-swift-version", "6", "-suppress-warnings"]
        for feature in ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"] {
            all += ["-enable-upcoming-feature", feature]
        }
        all += paths
        all += try Self.sources(in: folder).map(\.path)
        let output = interfaces.appending(path: log)
        let outcome = try Program(path: "swiftc", arguments: all).run(output: output)
        return (outcome, try String(contentsOf: output, encoding: .utf8))
    }
}
