import IOCModel

/// The files behind a loaded configuration: what they said, and where.
final class ConfigurationFiles: Sendable {
    /// An element of a list: the file and its place in that file's list.
    struct Place: Sendable {
        var file: Int
        var index: Int
    }

    /// One file that was read.
    struct File: Sendable {
        var path: String
        /// The places of keys and elements, by key path.
        var positions: [String: TextPosition]
    }

    private let files: [File]
    /// For each list's key the place of each element.
    private let lists: [String: [String: Place]]
    /// The configuration as the files have it, to tell it from later changes in code.
    let original: ContextConfiguration
    /// The file that was asked for, and the profiles that were with it.
    let asked: (path: String, profiles: [String])

    init(
        files: [File], lists: [String: [String: Place]], original: ContextConfiguration,
        asked: (path: String, profiles: [String])
    ) {
        self.files = files
        self.asked = asked
        self.lists = lists
        self.original = original
    }

    var paths: [String] { files.map(\.path) }

    /// The properties that the files give together.
    var properties: PropertyValue { original.properties }

    /// Where the files say it, the whole of it for the empty path, or nil where code said it.
    func origin(of keyPath: String, in current: ContextConfiguration) -> Origin? {
        if keyPath.isEmpty { return files.last.map { .file(FilePosition(path: $0.path)) } }
        for (key, row) in ConfigurationKey.ofFiles {
            guard let rest = ConfigurationKey.rest(of: keyPath, below: key) else { continue }
            if let elements = row.elements { return element(rest, of: elements(current), key) }
            return row.isUnchanged(rest, current, original) ? place(of: keyPath) : nil
        }
        let rows = ConfigurationKey.ofFiles.filter { ConfigurationKey.rest(of: $0.key, below: keyPath) != nil }
        return !rows.isEmpty && rows.allSatisfy { $0.row.isUnchanged("", current, original) } ? place(of: keyPath) : nil
    }

    /// Every place where a file says it, strongest first.
    func places(of keyPath: String) -> [Origin] {
        files.reversed().filter { $0.positions[keyPath] != nil }.map { $0.origin(of: keyPath) }
    }

    /// An element is known by its value, as code may have moved it.
    private func element(_ rest: Substring, of values: [String], _ key: String) -> Origin? {
        guard let index = Int(String(rest.dropFirst().dropLast())) else { return place(of: key) }
        guard values.indices.contains(index), let place = lists[key]?[values[index]] else { return nil }
        return files[place.file].origin(of: "\(key)[\(place.index)]")
    }

    /// A later file wins, so it is asked first; a key that no file has stands where its parent does.
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
