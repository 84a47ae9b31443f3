import IOCBase

/// A stamp that tells one state of a file from another without reading it; a missing file is a state, too.
package struct FileStamp: Sendable, Equatable {
    private let target: String
    private let numbers: [Int]

    /// Looks at a file, through links.
    package init(_ path: String) {
        target = FilePath.identity(path)
        var status = stat()
        guard stat(path, &status) == 0 else {
            numbers = []
            return
        }
        #if canImport(Darwin)
        let (written, changed) = (status.st_mtimespec, status.st_ctimespec)
        #else
        let (written, changed) = (status.st_mtim, status.st_ctim)
        #endif
        numbers = [
            Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino), Int(status.st_size),
            Int(written.tv_sec), Int(written.tv_nsec), Int(changed.tv_sec), Int(changed.tv_nsec),
        ]
    }
}
