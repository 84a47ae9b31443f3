#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The location of the Swift toolchain's sourcekitd.
///
/// If the caller passes a hint, only the hint is tried. It names the library, a `swiftc`, or the directory of a
/// toolchain. Without a hint, the libraries beside each `swiftc` on `PATH` are tried, after resolving symbolic links.
package struct Toolchain: Sendable {
    /// The path of the library.
    package var library: String

    /// Looks for the library.
    ///
    /// - Parameters:
    ///   - hint: The path from the user or the build system, if any.
    ///   - environment: The process's environment; only `PATH` is read.
    /// - Throws: ``ToolchainError`` with every place that was tried.
    package init(
        hint: String? = nil, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(ToolchainError) {
        var tried: [String] = []
        for start in Self.starts(hint: hint, environment: environment) {
            for candidate in Self.candidates(for: start) {
                if case .file = FileKind(candidate), FileManager.default.isReadableFile(atPath: candidate) {
                    library = candidate
                    return
                }
                if !tried.contains(candidate) { tried.append(candidate) }
            }
        }
        throw ToolchainError(tried: tried)
    }

    private static func starts(hint: String?, environment: [String: String]) -> [String] {
        // With a hint no other toolchain is tried, because the user would not expect that.
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
        let path = URL(filePath: start).resolvingSymlinksInPath()
        guard case .directory = FileKind(path.path(percentEncoded: false)) else {
            let file = path.path(percentEncoded: false)
            if names.contains(where: file.hasSuffix) { return [file] }
            let lib = path.deletingLastPathComponent().deletingLastPathComponent().appending(path: "lib")
            return names.map { lib.appending(path: $0).path(percentEncoded: false) }
        }
        let folder = path.path(percentEncoded: false).trimmingSlash
        return ["", "/lib", "/usr/lib"].flatMap { inner in names.map { "\(folder)\(inner)/\($0)" } }
    }
}

/// The error for a sourcekitd that is not found or can't be used.
package struct ToolchainError: Error, CustomStringConvertible {
    /// Every path that was tried.
    package var tried: [String]
    /// The reason why the library can't be used; nil if no library was found.
    package var reason: String?

    init(tried: [String], reason: String? = nil) {
        self.tried = tried
        self.reason = reason
    }

    /// The places that were tried, and how to name another place.
    package var description: String {
        let advice = "pass --toolchain with the path of a toolchain, of its swiftc or of the library"
        if let reason { return "the toolchain's sourcekitd can't be used: \(reason); \(advice)" }
        guard !tried.isEmpty else { return "no swiftc on PATH, so sourcekitd can't be found; \(advice)" }
        return "no sourcekitd at \(tried.joined(separator: ", nor at ")); \(advice)"
    }
}
