import CSourceKit
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The parser of a toolchain, in the library sourcekitd.
package struct SourceKit {
    private let library: OpaquePointer
    private static let parses = Atomic<Int>(0)

    /// Opens a toolchain's library.
    ///
    /// - Throws: ``ToolchainError`` if the library can't be opened or is not sourcekitd.
    package init(_ toolchain: Toolchain) throws(ToolchainError) {
        var message: UnsafeMutablePointer<CChar>?
        guard let library = iocsk_open(toolchain.library, &message) else {
            defer { free(message) }
            let reason = message.map { String(cString: $0) } ?? "unknown"
            throw ToolchainError(tried: [toolchain.library], reason: reason)
        }
        self.library = library
    }

    /// Parses one file's text, which must be well-formed UTF-8.
    package func parse(_ text: [UInt8], path: String) -> SourceFile {
        // sourcekitd identifies open files by name, and two threads may parse the same file. So each name is unique.
        let name = "\(Self.parses.wrappingAdd(1, ordering: .relaxed).newValue)/\(path)"
        return text.withUnsafeBufferPointer { bytes in
            let result = bytes.withMemoryRebound(to: CChar.self) { characters in
                iocsk_parse(library, name, characters.baseAddress, characters.count)
            }
            guard let result else { return SourceFile(path: path) }
            defer { iocsk_free(library, result) }
            if let error = result.pointee.error {
                var file = SourceFile(path: path)
                file.diagnostics = [.error(at: nil, "\(path): sourcekitd rejects the file: \(String(cString: error))")]
                return file
            }
            return ModelBuilder(path: path, text: SourceBuffer(bytes, path: path), result: result.pointee).build()
        }
    }
}
