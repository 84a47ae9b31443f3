#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Where the Swift toolchain's sourcekitd is.
///
/// The places, in the order they are tried:
/// 1. what the caller names: the library itself, a `swiftc`, or a directory of a toolchain;
/// 2. beside the `swiftc` that `PATH` finds, symbolic links resolved.
package struct Toolchain: Sendable {
    /// The path of the library.
    package var library: String

    /// Looks for the library.
    ///
    /// - Parameters:
    ///   - hint: The path that the user or the build system names, if any.
    ///   - environment: The process's environment; only `PATH` is read.
    /// - Throws: ``ToolchainError`` with every place that was tried.
    package init(
        hint: String? = nil, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(ToolchainError) {
        var tried: [String] = []
        for start in Self.starts(hint: hint, environment: environment) {
            for candidate in Self.candidates(for: start) {
                if FileManager.default.isReadableFile(atPath: candidate), !Self.isDirectory(candidate) {
                    library = candidate
                    return
                }
                if !tried.contains(candidate) { tried.append(candidate) }
            }
        }
        throw ToolchainError(hint: hint, tried: tried)
    }

    private static func starts(hint: String?, environment: [String: String]) -> [String] {
        // A hint is meant: a library from somewhere else would be a surprise.
        if let hint { return [hint] }
        let directories = (environment["PATH"] ?? "").split(separator: ":")
        return directories.map { "\($0)/swiftc" }.filter { FileManager.default.isExecutableFile(atPath: $0) }
    }

    private static func candidates(for start: String) -> [String] {
        #if canImport(Darwin)
        let names = ["sourcekitdInProc.framework/sourcekitdInProc", "sourcekitd.framework/sourcekitd"]
        #else
        let names = ["libsourcekitdInProc.so"]
        #endif
        let path = resolved(start)
        guard isDirectory(path) else {
            if names.contains(where: path.hasSuffix) { return [path] }
            let lib = parent(parent(path)) + "/lib"
            return names.map { "\(lib)/\($0)" }
        }
        return ["", "/lib", "/usr/lib"].flatMap { folder in names.map { "\(path)\(folder)/\($0)" } }
    }

    private static func resolved(_ path: String) -> String {
        URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false).trimmingSlash
    }

    private static func parent(_ path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    private static func isDirectory(_ path: String) -> Bool {
        var flag = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &flag) && flag
    }
}

extension String {
    /// Without a trailing slash, unless it is the root.
    var trimmingSlash: String {
        count > 1 && hasSuffix("/") ? String(dropLast()) : self
    }
}

/// No sourcekitd where it was looked for, or one that can't be used.
package struct ToolchainError: Error, CustomStringConvertible {
    /// The path that the caller named, if any.
    package var hint: String?
    /// Every path that was tried.
    package var tried: [String]
    /// The system's message when it was opened, if it got that far.
    package var reason: String?

    init(hint: String?, tried: [String], reason: String? = nil) {
        self.hint = hint
        self.tried = tried
        self.reason = reason
    }

    /// The searched file, the places, and the way to point to it.
    package var description: String {
        let advice = "pass --toolchain with the path of a toolchain, of its swiftc or of the library"
        if let reason { return "the toolchain's sourcekitd can't be used: \(reason); \(advice)" }
        guard !tried.isEmpty else { return "no swiftc on PATH, so sourcekitd can't be found; \(advice)" }
        return "no sourcekitd at \(tried.joined(separator: ", nor at ")); \(advice)"
    }
}
