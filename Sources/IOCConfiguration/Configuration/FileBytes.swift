import IOCBase
import IOCModel

/// Reads whole files.
enum FileBytes {
    /// The bytes of a regular file that keeps to the limit.
    static func contents(of path: String) throws(DocumentFault) -> [UInt8] {
        guard !path.utf8.contains(0) else { throw unreadable(path, "a path can't hold a NUL byte") }
        var status = stat()
        guard stat(path, &status) == 0, access(path, R_OK) == 0 else {
            if errno == ENOENT || errno == ENOTDIR {
                throw DocumentFault(kind: .fileMissing(path: path, searched: []))
            }
            throw unreadable(path, String(cString: strerror(errno)))
        }
        // A pipe without a writer would block the reader for ever.
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw DocumentFault(kind: .fileIsDirectory(path: path), isOfWholeFile: true)
        default: throw unreadable(path, "it is not a regular file")
        }
        guard status.st_size <= DocumentLimits.bytes else {
            let kind = Fault.Kind.fileTooLarge(
                path: path, bytes: Int(status.st_size), limit: DocumentLimits.bytes)
            throw DocumentFault(kind: kind, isOfWholeFile: true)
        }
        do {
            return Array(try Data(contentsOf: URL(filePath: path)))
        } catch {
            throw unreadable(path, "\(error)")
        }
    }

    /// Returns true if there is something, readable or not; in a folder that is closed there may be.
    static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0 || errno != ENOENT && errno != ENOTDIR
    }

    private static func unreadable(_ path: String, _ reason: String) -> DocumentFault {
        DocumentFault(kind: .fileUnreadable(path: path, reason: reason), isOfWholeFile: true)
    }
}
