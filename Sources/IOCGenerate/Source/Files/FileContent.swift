#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The error for a file that can't be read or written.
package struct FileError: Error, CustomStringConvertible {
    /// The file.
    package var path: String
    /// The reason, as the end of a sentence about the file.
    package var reason: String

    /// Creates an error for a file.
    package init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// The text `path: reason`.
    package var description: String { "\(path): \(reason)" }
}

/// Functions that read and write whole files.
package enum FileContent {
    /// Returns the bytes of a file.
    ///
    /// - Throws: ``FileError`` if the path can't be read, is not a regular file, or has more than `limit` bytes.
    package static func read(_ path: String, limit: Int = .max) throws(FileError) -> [UInt8] {
        let size: Int
        switch FileKind(path) {
        case .file(let count): size = count
        case .missing(let reason): throw FileError(path: path, reason: reason)
        case .directory, .special: throw FileError(path: path, reason: "can't be read: it is not a regular file")
        }
        guard size <= limit else {
            throw FileError(path: path, reason: "is too large: \(size) bytes, the limit is \(limit)")
        }
        guard let file = fopen(path, "rb") else { throw systemError("can't be read", path) }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: size)
        let count = fread(&bytes, 1, size, file)
        guard ferror(file) == 0 else { throw systemError("can't be read", path) }
        return Array(bytes.prefix(count))
    }

    /// Writes a file unless it has that content already.
    ///
    /// A regular file is replaced in one step, so that another process sees either the old content or the new content.
    /// - Throws: ``FileError`` if the directory or the file can't be written.
    package static func update(_ path: String, with bytes: [UInt8]) throws(FileError) {
        switch FileKind(path) {
        case .directory: throw FileError(path: path, reason: "can't be written: it is a directory")
        // A device can't be replaced, so its content is written directly.
        case .special: try write(bytes, to: path, reportedAs: path)
        case .file, .missing:
            if let old = try? read(path), old == bytes { return }
            let replacement = "\(path).\(getpid()).tmp"
            defer { unlink(replacement) }
            try write(bytes, to: replacement, reportedAs: path)
            guard rename(replacement, path) == 0 else { throw systemError("can't be written", path) }
        }
    }

    private static func write(_ bytes: [UInt8], to target: String, reportedAs path: String) throws(FileError) {
        guard let file = fopen(target, "wb") else { throw systemError("can't be written", path) }
        let count = fwrite(bytes, 1, bytes.count, file)
        let failure = count < bytes.count ? errno : 0
        guard fclose(file) == 0, failure == 0 else {
            throw systemError("can't be written", path, code: failure == 0 ? errno : failure)
        }
    }

    private static func systemError(_ doing: String, _ path: String, code: Int32 = errno) -> FileError {
        FileError(path: path, reason: "\(doing): \(String(cString: strerror(code)))")
    }
}

/// The kind of file at a path. Links are followed.
enum FileKind {
    case file(size: Int)
    case directory
    /// A device, a pipe or a socket.
    case special
    /// A path that can't be used, and the reason.
    case missing(String)

    init(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let code = errno
            self = .missing(code == ENOENT ? "does not exist" : "can't be read: \(String(cString: strerror(code)))")
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: self = .file(size: Int(status.st_size))
        case S_IFDIR: self = .directory
        default: self = .special
        }
    }
}
