import IOCModel

/// A loader that reads and parses files.
package struct SourceLoader: Sendable {
    /// The maximum size of a file in bytes. A larger file is rejected, because parsing it would delay a build.
    static let sizeLimit = 4 << 20

    /// The toolchain that the user named, if any.
    private let toolchainHint: String?

    /// Creates a loader.
    /// - Parameter toolchainHint: A toolchain, its `swiftc` or its sourcekitd library; nil for the toolchain on `PATH`.
    package init(toolchainHint: String? = nil) {
        self.toolchainHint = toolchainHint
    }

    /// The models of some files.
    package struct Result: Sendable {
        /// The models, in the order of the paths; unreadable files are missing.
        package var files: [SourceFile] = []
        /// Unreadable files and syntax errors, in source order.
        package var diagnostics: [SourceDiagnostic] = []
    }

    /// Reads and parses the files at some paths. A file with errors does not stop the other files.
    /// - Throws: ``ToolchainError`` if there is no parser.
    package func load(_ paths: [String]) throws(ToolchainError) -> Result {
        let parser = try SourceKit(Toolchain(hint: toolchainHint))
        var result = Result()
        for path in paths {
            do {
                let bytes = try FileContent.read(path, limit: Self.sizeLimit)
                if let fault = encodingFault(bytes, path: path) {
                    result.diagnostics.append(fault)
                    continue
                }
                let file = parser.parse(bytes, path: path)
                result.files.append(file)
                result.diagnostics += file.diagnostics
            } catch {
                result.diagnostics.append(.error(at: .init(file: path, line: 1, column: 1), error.reason))
            }
        }
        result.diagnostics = result.diagnostics.inSourceOrder()
        return result
    }

    private func encodingFault(_ bytes: [UInt8], path: String) -> SourceDiagnostic? {
        guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
        // Decoding replaces malformed bytes, so the first difference is the first malformed byte.
        let repaired = String(decoding: bytes, as: UTF8.self).utf8
        let offset = zip(bytes, repaired).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? 0
        let before = bytes[..<offset]
        return .error(
            at: .init(
                file: path, line: before.count { $0 == 0x0A } + 1,
                column: offset - (before.lastIndex(of: 0x0A) ?? -1)),
            "the file is not UTF-8: byte 0x\(String(bytes[offset], radix: 16, uppercase: true))")
    }
}
