import FoundationEssentials

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A function for the command line of a shell.
enum Shell {
    static func quoted(_ word: String) -> String {
        "'\(word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\\''"#))'"
    }
}

/// A library of types that are unrelated to the container. The packages of a server contain thousands of such types.
///
/// It is built only if a row needs it. A library of this package would be loaded by every process.
package enum ForeignConformances {
    private static let count = 10_000

    /// Builds the library with the installed compiler.
    /// - Returns: Its path, in the folder of temporary files.
    package static func library() throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "ioc-bench-foreign")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (source, library) = (folder.appending(path: "Foreign.swift"), folder.appending(path: "libForeign.so"))
        let types = (0..<count).map { "public struct Foreign\($0): Foreign {}" }
        try (["public protocol Foreign {}"] + types).joined(separator: "\n")
            .write(to: source, atomically: true, encoding: .utf8)
        let words = ["swiftc", "-emit-library", "-Onone", "-o", library.path(), source.path()]
        guard system(words.map(Shell.quoted).joined(separator: " ")) == 0 else {
            throw FirstWork.Failure(description: "'swiftc' can't build the library of foreign conformances")
        }
        return library.path()
    }
}
