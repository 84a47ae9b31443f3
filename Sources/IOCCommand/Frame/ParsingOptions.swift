import IOCSource

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The options that say which files are read, and how.
enum ParsingOptions {
    static let all =
        [
            Option(
                "--exclude", value: "PATTERN", isRepeatable: true,
                help: "Pass over paths that match: a name, or names between slashes, where * stands for any characters "
                    + "and ** for any directories. May be repeated."),
            Option(
                "--toolchain", value: "PATH",
                help:
                    "A toolchain, its swiftc or its sourcekitd library. Otherwise it is found beside the swiftc on PATH."
            ),
            Option("--cache", value: "DIRECTORY", help: "Where to keep what was parsed. Otherwise the user's cache."),
            Option("--no-cache", help: "Keep nothing, and use nothing that was kept."),
        ] + BuildOptions.all

    static func finder(_ arguments: Arguments) -> FileFinder { FileFinder(excluding: arguments.all("--exclude")) }

    /// The reader of the files; its cache depends on which they are.
    static func loader(_ arguments: Arguments) throws(UsageError) -> SourceLoader {
        if arguments.has("--cache"), arguments.has("--no-cache") {
            throw UsageError("'--cache' and '--no-cache' exclude each other")
        }
        var loader = SourceLoader(toolchainHint: arguments.value("--toolchain"))
        loader.build = try BuildOptions.read(arguments)
        return loader
    }

    /// Where to keep what was parsed; nil for nowhere.
    static func cache(_ arguments: Arguments, for paths: [String]) -> String? {
        arguments.has("--no-cache") ? nil : arguments.value("--cache") ?? userCache(paths)
    }

    /// A directory for this set of sources, so that two projects don't evict each other.
    private static func userCache(_ paths: [String]) -> String? {
        let base =
            getenv("XDG_CACHE_HOME").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
            ?? getenv("HOME").map { String(cString: $0) + "/.cache" }
        guard let base, let directory = getcwd(nil, 0) else { return nil }
        defer { free(directory) }
        let key = Fingerprint(String(cString: directory) + "\n" + (paths.first ?? ""))
        return "\(base)/ioc/\(key)"
    }
}
