import IOCBase
import IOCModel

/// The files of a loaded configuration, with the places of its parts.
final class ConfigurationFiles: Sendable {
    private let files: [Document]
    /// The configuration as the files contain it, to detect later changes in code.
    let original: ContextConfiguration
    /// The path of the main file. The other files are imports and files of profiles.
    let main: String

    init(files: [Document], original: ContextConfiguration, main: String) {
        self.files = files
        self.original = original
        self.main = main
    }

    var paths: [String] { files.map(\.path) }

    /// Returns the place of a part of the configuration in the files; nil if code has set the part. The empty key path
    /// is the whole configuration.
    func origin(of keyPath: String, in current: ContextConfiguration) -> Origin? {
        if keyPath.isEmpty { return files.last.map { .file(FilePosition(path: $0.path)) } }
        let section = String(keyPath.prefix { $0 != "." && $0 != "[" })
        let rest = keyPath.dropFirst(section.count + 1)
        if let list = ContextConfiguration.lists.first(where: { $0.key == section })?.list {
            guard keyPath.hasSuffix("]"), let index = Int(rest.dropLast()) else { return place(of: section) }
            return place(ofElement: index, of: current[keyPath: list], in: section)
        }
        let isUnchanged =
            switch section {
            case "components": Self.isSame(rest, current.components, original.components)
            case "bindings": Self.isSame(rest, current.bindings, original.bindings)
            case "settings": current.settingTable.isOfFile(String(rest))
            default: current.isEqual(to: original, at: keyPath)
            }
        return isUnchanged ? place(of: keyPath) : nil
    }

    /// Returns true if the entry at the beginning of a key path is unchanged since the files were read. The entry's
    /// name may contain dots.
    private static func isSame<Value: Equatable>(
        _ keyPath: Substring, _ current: [String: Value], _ original: [String: Value]
    ) -> Bool {
        let names = SettingTable.paths(above: String(keyPath)) + [String(keyPath)]
        let name = names.last { current[$0] != nil } ?? names.last { original[$0] != nil }
        return name.map { current[$0] == original[$0] } ?? true
    }

    /// Returns the place of a list's element. The element is found by its value, because code may have moved it.
    private func place(ofElement index: Int, of elements: [String], in key: String) -> Origin? {
        guard elements.indices.contains(index) else { return nil }
        for file in files {
            if let place = file.lists[key]?[elements[index]] { return file.origin(of: "\(key)[\(place)]") }
        }
        return nil
    }

    /// Returns every place of a key path in the files, strongest first.
    func places(of keyPath: String) -> [Origin] {
        files.reversed().filter { $0.positions[keyPath] != nil }.map { $0.origin(of: keyPath) }
    }

    /// Returns the place of a key in the strongest file that has it. If no file has it, returns the place of the
    /// closest key around it.
    func place(of keyPath: String) -> Origin? {
        for path in SettingKey.paths(to: keyPath).reversed() {
            if let file = files.last(where: { $0.positions[path] != nil }) {
                return file.origin(of: keyPath, position: file.positions[path])
            }
        }
        return files.last.map { .file(FilePosition(path: $0.path, keyPath: keyPath)) }
    }
}

/// Functions for the paths of configuration files.
enum FilePath {
    /// The folders in which a relative path is searched: the folder of the test's package, the working directory, and
    /// the executable's folder.
    static var searchFolders: [String] {
        let folders = [ContextConfiguration.packageFolder, FileManager.default.currentDirectoryPath, executableFolder]
        return folders.enumerated().compactMap { index, folder in
            folder.isEmpty || folders[..<index].contains(folder) ? nil : folder
        }
    }

    /// Returns the path of `path` inside `folder`; the path itself if it is absolute.
    static func absolute(_ path: String, in folder: String) -> String {
        let joined = path.hasPrefix("/") ? path : folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
        let shortened = standardized(joined)
        // If a symbolic link comes before `..`, the shortened path may lead to another file. Then the path is not
        // shortened.
        return identity(shortened) == identity(joined) ? shortened : joined
    }

    /// Returns the folder of a file.
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Returns the possible paths of the file of a profile, the preferred one first. For `shop.json` and the profile
    /// `test`, these are `shop-test.json` and `shop-test.plist`.
    static func variants(of path: String, named profile: String) -> [String] {
        guard !profile.contains("/"), let dot = path.lastIndex(of: ".") else { return [] }
        let endings = [String(path[dot...]), ".json", ".plist"]
        return endings.map { "\(path[..<dot])-\(profile)\($0)" }
    }

    /// Returns the path of a file without symbolic links, so that all paths of one file are equal. If there is no file,
    /// returns the standardized path.
    static func identity(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return standardized(path) }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func standardized(_ path: String) -> String {
        URL(filePath: path, directoryHint: .notDirectory).standardized.path(percentEncoded: false)
    }

    /// The executable's folder; empty if it is unknown.
    private static var executableFolder: String {
        #if os(Linux)
        let executable = identity("/proc/self/exe")
        #else
        let executable = CommandLine.arguments.first.map(identity) ?? ""
        #endif
        return executable.hasPrefix("/") ? folder(of: executable) : ""
    }
}

/// The contents of files.
enum FileBytes {
    /// Returns the bytes of a file.
    /// - Throws: The fault of a file that doesn't exist, can't be read, is not a regular file, or is too large.
    static func contents(of path: String) throws(IOCError) -> [UInt8] {
        guard !path.utf8.contains(0) else { throw unreadable(path, "a path can't hold a NUL byte") }
        var status = stat()
        guard stat(path, &status) == 0, access(path, R_OK) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { throw missing([path]) }
            throw unreadable(path, String(cString: strerror(errno)))
        }
        // Only regular files are read. For example, a read of a pipe without a writer would never return.
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR:
            let remedy = "name a file inside it, such as applicationContext.json"
            throw IOCError(.fileUnreadable(path: path, reason: "it is a directory", do: remedy))
        default: throw unreadable(path, "it is not a regular file")
        }
        // The limit is checked while reading, because some files of the system report the size 0 although they have
        // contents.
        guard let file = fopen(path, "r") else { throw unreadable(path, String(cString: strerror(errno))) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= DocumentLimits.bytes {
            let count = fread(&block, 1, block.count, file)
            bytes += block[..<count]
            if ferror(file) != 0 { throw unreadable(path, String(cString: strerror(errno))) }
            if count < block.count { break }
        }
        guard bytes.count > DocumentLimits.bytes else { return bytes }
        let size = max(Int(status.st_size), bytes.count)
        throw IOCError(.fileTooLarge(path: path, bytes: size, limit: DocumentLimits.bytes))
    }

    /// Returns true if the file exists, or if that is unknown because its folder can't be read. A path with a NUL byte
    /// counts as existing, so that reading it reports the fault.
    static func exists(_ path: String) -> Bool {
        path.utf8.contains(0) || access(path, F_OK) == 0 || errno != ENOENT && errno != ENOTDIR
    }

    /// Returns the error of a file that exists at none of the paths. It suggests a file in the same folder with a
    /// similar name.
    static func missing(_ paths: [String], do remedy: String? = nil) -> IOCError {
        let kind = remedy.map { Fault.Kind.fileMissing(path: paths[0], do: $0) } ?? .fileMissing(path: paths[0])
        return IOCError(kind) {
            let folders = paths.map(FilePath.folder)
            let files = folders.flatMap { (try? FileManager.default.contentsOfDirectory(atPath: $0)) ?? [] }
            $0.suggestion = Suggestion.file(like: paths[0], among: files)
        }
    }

    private static func unreadable(_ path: String, _ reason: String) -> IOCError {
        IOCError(.fileUnreadable(path: path, reason: reason))
    }
}

/// The state of a file, to detect a change without reading it. A missing file has a state as well.
package struct FileStamp: Sendable, Equatable {
    private let target: String
    /// The file's number, its size, and its modification time; empty if there is no file.
    private let numbers: [Int]

    /// Reads the state of a file. Links are followed.
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
