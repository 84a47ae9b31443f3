import CSourceKit
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The toolchain's parser, opened once.
///
/// It is `@unchecked Sendable` because its one pointer leads to a table of functions that nobody changes after it was
/// opened, and sourcekitd answers requests from any thread.
package final class SourceKit: @unchecked Sendable {
    private let library: OpaquePointer
    private static let parses = Atomic<Int>(0)

    /// Opens a toolchain's library.
    ///
    /// - Throws: ``ToolchainError`` where the file is not sourcekitd.
    package init(_ toolchain: Toolchain) throws(ToolchainError) {
        var message: UnsafeMutablePointer<CChar>?
        guard let library = iocsk_open(toolchain.library, &message) else {
            defer { free(message) }
            let reason = message.map { String(cString: $0) } ?? "unknown"
            throw ToolchainError(hint: nil, tried: [toolchain.library], reason: reason)
        }
        self.library = library
    }

    /// Parses one file's text, which must be well-formed UTF-8.
    package func parse(_ text: [UInt8], path: String) -> SourceFile {
        // sourcekitd keeps open files by name, and one file may be parsed by two threads at a time.
        let name = "\(Self.parses.wrappingAdd(1, ordering: .relaxed).newValue)/\(path)"
        return text.withUnsafeBufferPointer { bytes in
            let result = bytes.withMemoryRebound(to: CChar.self) { characters in
                iocsk_parse(library, name, characters.baseAddress, characters.count)
            }
            guard let result else { return SourceFile(path: path) }
            defer { iocsk_free(library, result) }
            if let error = result.pointee.error {
                var file = SourceFile(path: path)
                file.diagnostics = [.error(at: nil, "\(path): sourcekitd refuses the file: \(String(cString: error))")]
                return file
            }
            var builder = ModelBuilder(path: path, text: SourceBuffer(bytes), result: result.pointee)
            return builder.build()
        }
    }
}
