import IOCBase
import IOCModel

/// The files behind a loaded configuration: what they said, and where.
final class ConfigurationFiles: Sendable {
    /// One file that was read.
    struct File: Sendable {
        var path: String
        /// The places of keys and elements, by key path.
        var positions: [String: TextPosition]
        /// The places of the elements of its lists of texts, by key.
        var lists: [String: [String: Int]] = [:]
    }

    private let files: [File]
    /// The configuration as the files have it, to distinguish it from later changes in code.
    let original: ContextConfiguration
    /// The file that was asked for.
    let main: String

    init(files: [File], original: ContextConfiguration, main: String) {
        self.files = files
        self.original = original
        self.main = main
    }

    var paths: [String] { files.map(\.path) }

    /// The settings that the files give together.
    var settings: SettingValue { original.settings }

    /// The place where the files say a part of a configuration, the whole of it for the empty path, or nil if code said it.
    func origin(of keyPath: String, in current: ContextConfiguration) -> Origin? {
        if keyPath.isEmpty { return files.last.map { .file(FilePosition(path: $0.path)) } }
        let section = String(keyPath.prefix { $0 != "." && $0 != "[" })
        let rest = keyPath.dropFirst(section.count + 1)
        let isUnchanged =
            switch section {
            case "components": Self.isSame(rest, current.components, original.components)
            case "bindings": Self.isSame(rest, current.bindings, original.bindings)
            case "settings": current.settings == original.settings
            default: isUnchanged(keyPath, in: current)
            }
        if ConfigurationSections.listKeys.contains(section) {
            guard keyPath.hasSuffix("]"), let index = Int(rest.dropLast()) else { return place(of: section) }
            return place(ofElement: index, in: section, of: current)
        }
        return isUnchanged ? place(of: keyPath) : nil
    }

    /// Returns true if the entry that a key path begins with, whose name may have dots, is as the files have it.
    private static func isSame<Value: Equatable>(
        _ keyPath: Substring, _ current: [String: Value], _ original: [String: Value]
    ) -> Bool {
        let names = SettingTable.paths(above: String(keyPath)) + [String(keyPath)]
        let name = names.last { current[$0] != nil } ?? names.last { original[$0] != nil }
        return name.map { current[$0] == original[$0] } ?? true
    }

    private func isUnchanged(_ keyPath: String, in current: ContextConfiguration) -> Bool {
        let parts = zip(current.parts, original.parts).filter { part, _ in
            part.key.map { $0 == keyPath || $0.hasPrefix("\(keyPath).") } ?? false
        }
        return !parts.isEmpty && parts.allSatisfy { $0.isSame(as: $1) }
    }

    /// An element is known by its value, because code may have moved it.
    private func place(ofElement index: Int, in key: String, of current: ContextConfiguration) -> Origin? {
        let elements = current.list(key)
        guard elements.indices.contains(index) else { return nil }
        for file in files {
            if let place = file.lists[key]?[elements[index]] { return file.origin(of: "\(key)[\(place)]") }
        }
        return nil
    }

    /// Every place where a file says it, strongest first.
    func places(of keyPath: String) -> [Origin] {
        files.reversed().filter { $0.positions[keyPath] != nil }.map { $0.origin(of: keyPath) }
    }

    /// The place in the strongest file that has a key, or else what the key is in.
    func place(of keyPath: String) -> Origin? {
        var path = keyPath[...]
        while !path.isEmpty {
            let known = String(path)
            if let file = files.last(where: { $0.positions[known] != nil }) {
                return file.origin(of: keyPath, placedAt: known)
            }
            path = path.lastIndex { $0 == "." || $0 == "[" }.map { path[..<$0] } ?? ""
        }
        return files.last.map { .file(FilePosition(path: $0.path, keyPath: keyPath)) }
    }
}

extension ConfigurationFiles.File {
    /// The place of a key path in this file.
    func origin(of keyPath: String, placedAt known: String? = nil) -> Origin {
        let position = positions[known ?? keyPath]
        return .file(FilePosition(path: path, keyPath: keyPath, line: position?.line, column: position?.column))
    }
}

extension ContextConfiguration {
    /// The list of strings that a key of the file gives.
    fileprivate func list(_ key: String) -> [String] {
        switch key {
        case "prefixes": prefixes
        case "classes": classes
        case "exclude": exclude
        case "assemblies": assemblies
        case "profiles": profiles
        default: secretKeys
        }
    }
}

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
