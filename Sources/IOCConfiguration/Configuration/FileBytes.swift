import IOCBase
import IOCModel

/// Reads a whole file through one descriptor, so that what was checked is what is read.
enum FileBytes {
    /// The bytes of a regular file that keeps to the limit.
    static func contents(of path: String, limit: Int = DocumentLimits.bytes) throws(DocumentFault) -> [UInt8] {
        guard !path.utf8.contains(0) else { throw unreadable(path, "a path can't hold a NUL byte") }
        // A pipe that nobody writes to would block an ordinary open for ever.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR {
                throw DocumentFault(kind: .fileMissing(path: path, searched: []))
            }
            throw unreadable(path, String(cString: strerror(errno)))
        }
        defer { close(descriptor) }

        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw unreadable(path, String(cString: strerror(errno))) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw DocumentFault(kind: .fileIsDirectory(path: path))
        default: throw unreadable(path, "it is not a regular file")
        }
        guard status.st_size <= limit else { throw tooLarge(path, Int(status.st_size), limit) }
        return try drain(descriptor, Int(status.st_size), path, limit)
    }

    private static func drain(
        _ descriptor: Int32, _ size: Int, _ path: String, _ limit: Int
    ) throws(DocumentFault) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: min(size + 1, 1 << 16))
        while true {
            let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { return bytes }
            guard count != -1 else {
                if errno == EINTR { continue }
                throw unreadable(path, String(cString: strerror(errno)))
            }
            bytes += chunk[..<count]
            guard bytes.count <= limit else { throw tooLarge(path, bytes.count, limit) }
        }
    }

    /// Returns true if something is there, readable or not; what can't be told, as in a folder that is closed, counts as there.
    static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0 || errno != ENOENT && errno != ENOTDIR
    }

    private static func unreadable(_ path: String, _ reason: String) -> DocumentFault {
        DocumentFault(kind: .fileUnreadable(path: path, reason: reason))
    }

    private static func tooLarge(_ path: String, _ count: Int, _ limit: Int) -> DocumentFault {
        DocumentFault(kind: .fileTooLarge(path: path, bytes: count, limit: limit))
    }
}
