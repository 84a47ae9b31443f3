#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The target of a path, links followed.
enum FileKind {
    case file
    case directory
    /// Nothing that can be used, with the reason.
    case missing(String)

    init(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let code = errno
            self = .missing(code == ENOENT ? "does not exist" : "can't be read: \(String(cString: strerror(code)))")
            return
        }
        self = status.st_mode & S_IFMT == S_IFDIR ? .directory : .file
    }
}
