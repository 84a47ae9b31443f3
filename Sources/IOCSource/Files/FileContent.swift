#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A file that can't be read or written, in words a person can act on.
package struct FileError: Error, CustomStringConvertible {
    /// The file.
    package var path: String
    /// Its fault.
    package var reason: String

    /// A fault of a file.
    package init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    init(path: String, doing: String, code: Int32) {
        self.init(path: path, reason: "\(doing): \(String(cString: strerror(code)))")
    }

    /// `path: reason`.
    package var description: String { "\(path): \(reason)" }
}

/// Whole files in and out.
package enum FileContent {
    /// The bytes of a file.
    ///
    /// - Throws: ``FileError`` where it can't be read, is no file, or has more than `limit` bytes.
    package static func read(_ path: String, limit: Int = .max) throws(FileError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor != -1 else { throw FileError(path: path, doing: "can't be read", code: errno) }
        defer { close(descriptor) }
        var status = stat()
        fstat(descriptor, &status)
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw FileError(path: path, reason: "can't be read: it is not a regular file")
        }
        let size = Int(status.st_size)
        guard size <= limit else {
            throw FileError(path: path, reason: "is too large: \(size) bytes, the limit is \(limit)")
        }
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            (count, failure) = inSteps(size) { Self.read(descriptor, buffer.baseAddress! + $0, size - $0) }
        }
        guard failure == 0 else { throw FileError(path: path, doing: "can't be read", code: failure) }
        return bytes
    }

    /// Puts a file in place in one step: another reader sees the old content or the new, never a part.
    ///
    /// - Throws: ``FileError`` where the directory or the file can't be written.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
        var status = stat()
        // A device such as /dev/stdout can't be replaced, only written.
        let isSpecial = stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
        if status.st_mode & S_IFMT == S_IFDIR {
            throw FileError(path: path, reason: "can't be written: it is a directory")
        }
        let replacement = isSpecial ? nil : "\(path).\(getpid()).tmp"
        let descriptor = open(replacement ?? path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor != -1 else { throw FileError(path: path, doing: "can't be written", code: errno) }
        var failure = bytes.withUnsafeBytes { write($0, to: descriptor) }
        if close(descriptor) != 0 { failure = errno }
        if failure == 0, let replacement, rename(replacement, path) != 0 { failure = errno }
        guard failure == 0 else {
            if let replacement { unlink(replacement) }
            throw FileError(path: path, doing: "can't be written", code: failure)
        }
    }

    /// Writes a file unless it has that content already.
    ///
    /// - Returns: True if it was written.
    /// - Throws: ``FileError`` where it can't be written.
    @discardableResult
    package static func update(_ path: String, with bytes: [UInt8]) throws(FileError) -> Bool {
        if let old = try? read(path), old == bytes { return false }
        try replace(path, with: bytes)
        return true
    }

    /// Writes to what is open, such as a terminal.
    /// - Returns: The number of what failed; 0 where all is written.
    package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
        inSteps(bytes.count) { Self.write(descriptor, bytes.baseAddress! + $0, bytes.count - $0) }.failure
    }

    /// Does what the system may do a part at a time.
    /// - Parameters:
    ///   - count: The number of bytes, or of whatever a step counts.
    ///   - step: Goes on from where the last one came to, and says by how much; -1 with `errno` where that fails.
    /// - Returns: The number of what is done, and that of the system's error, or 0.
    static func inSteps(_ count: Int, _ step: (Int) -> Int) -> (done: Int, failure: Int32) {
        var done = 0
        while done < count {
            let more = step(done)
            guard more > 0 else { return (done, more == 0 ? 0 : errno) }
            done += more
        }
        return (done, 0)
    }

    /// Makes a directory and those above it.
    ///
    /// - Throws: ``FileError`` where that fails.
    package static func makeDirectory(_ path: String) throws(FileError) {
        var end = path.startIndex
        while end < path.endIndex {
            end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
            if mkdir(String(path[..<end]), 0o755) != 0, errno != EEXIST, end == path.endIndex {
                throw FileError(path: path, doing: "can't be made", code: errno)
            }
        }
    }

    /// Tells a file's version apart without reading it: its size and time of change.
    package static func stamp(_ path: String) -> String {
        var status = stat()
        guard stat(path, &status) == 0 else { return "none" }
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        return "\(path) \(status.st_size) \(time.tv_sec).\(time.tv_nsec)"
    }

    /// Tells this build of the program from every other, so that nothing outlives a change of its code.
    package static let programStamp: String = {
        #if os(Linux)
        stamp("/proc/self/exe")
        #else
        stamp(CommandLine.arguments.first ?? "")
        #endif
    }()

    // Named here, as a static function hides the system's of the same name.
    private static func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
        #if canImport(Glibc)
        Glibc.read(descriptor, buffer, count)
        #elseif canImport(Musl)
        Musl.read(descriptor, buffer, count)
        #else
        Darwin.read(descriptor, buffer, count)
        #endif
    }

    private static func write(_ descriptor: Int32, _ buffer: UnsafeRawPointer, _ count: Int) -> Int {
        #if canImport(Glibc)
        Glibc.write(descriptor, buffer, count)
        #elseif canImport(Musl)
        Musl.write(descriptor, buffer, count)
        #else
        Darwin.write(descriptor, buffer, count)
        #endif
    }
}
