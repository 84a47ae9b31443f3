import IOCBase

/// Paths as a configuration names them, made whole.
enum FilePath {
    /// The folders in which a relative path is looked for: the working directory, then the executable's folder.
    static var searchFolders: [String] {
        var folders: [String] = []
        for folder in [workingFolder, executableFolder].compactMap(\.self) where !folders.contains(folder) {
            folders.append(folder)
        }
        return folders
    }

    /// A path joined to a folder, unless it is whole itself.
    static func absolute(_ path: String, in folder: String) -> String {
        let joined = path.hasPrefix("/") ? path : folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
        let shortened = withoutDots(joined)
        // Behind a symbolic link `..` is not the folder that stands before it.
        return identity(shortened) == identity(joined) ? shortened : joined
    }

    /// The folder a file lies in.
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The files beside another one that a profile may add, the strongest first: `shop-test.json` for `shop.json`, in either
    /// format.
    static func variants(of path: String, named profile: String) -> [String] {
        guard !profile.contains("/"), let dot = path.lastIndex(of: ".") else { return [] }
        let endings = [String(path[dot...]), ".json", ".plist"]
        return endings.map { "\(path[..<dot])-\(profile)\($0)" }
    }

    /// The form of a path that two paths of one file share: without links, or the path itself where nothing is there.
    static func identity(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return withoutDots(path) }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func withoutDots(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." {
                _ = parts.popLast()
            } else {
                parts.append(part)
            }
        }
        return "/" + parts.joined(separator: "/")
    }

    private static var workingFolder: String? {
        guard let folder = getcwd(nil, 0) else { return nil }
        defer { free(folder) }
        return String(cString: folder)
    }

    private static var executableFolder: String? {
        #if os(Linux)
        let executable = identity("/proc/self/exe")
        #else
        let executable = CommandLine.arguments.first.map(identity) ?? ""
        #endif
        return executable.hasPrefix("/") ? folder(of: executable) : nil
    }
}
