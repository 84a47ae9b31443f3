import IOCBase

/// A state of a file, to notice a change without reading it; a missing file is a state, too.
package struct FileStamp: Sendable, Equatable {
    private let target: String
    /// The file's number, its size, and its modification time.
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
        let written = status.st_mtimespec
        #else
        let written = status.st_mtim
        #endif
        numbers = [
            Int(truncatingIfNeeded: status.st_ino), Int(status.st_size), Int(written.tv_sec), Int(written.tv_nsec),
        ]
    }
}
