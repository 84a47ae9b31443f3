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
        var outline: DocumentOutline
    }

    private let files: [File]
    private let lists: [String: [String: Place]]
    /// What the files said, to tell it from what code changed afterwards.
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
        let section = String(keyPath.prefix { $0 != "." && $0 != "[" })
        let rest = keyPath.dropFirst(section.count + 1)
        switch section {
        case "": return files.last.map { .file(FilePosition(path: $0.path)) }
        case "cycles": return current.cycles == original.cycles ? last(keyPath) : nil
        case "strict": return current.failsOnUnreadProperties == original.failsOnUnreadProperties ? last(keyPath) : nil
        case "components":
            let name = owner(of: rest, in: current.components)
            return current.components[name] == original.components[name] ? last(keyPath) : nil
        case "bindings":
            return current.bindings[String(rest)] == original.bindings[String(rest)] ? last(keyPath) : nil
        case "properties":
            let path = String(rest)
            return current.properties.value(at: path) == original.properties.value(at: path) ? last(keyPath) : nil
        default:
            return ContextConfiguration.lists.first { $0.key == section }
                .flatMap { element(section, current[keyPath: $0.path], keyPath) }
        }
    }

    /// Every place where a file says it, strongest first.
    func places(of keyPath: String) -> [Origin] {
        files.reversed().filter { $0.outline.has(keyPath) }.map { $0.origin(of: keyPath) }
    }

    /// An element is known by its value, as code may have moved it.
    private func element(_ section: String, _ values: [String], _ keyPath: String) -> Origin? {
        guard let index = Int(keyPath.dropFirst(section.count + 1).dropLast()) else { return last(section) }
        guard values.indices.contains(index), let place = lists[section]?[values[index]] else { return nil }
        return files[place.file].origin(of: "\(section)[\(place.index)]")
    }

    /// The component an inner key path belongs to; names may hold dots.
    private func owner(of path: Substring, in components: [String: ContextConfiguration.ComponentEntry]) -> String {
        var name = path
        while components[String(name)] == nil, let cut = name.lastIndex(of: ".") {
            name = name[..<cut]
        }
        return String(name)
    }

    /// What a later file says wins, so it is asked first; a key that no file has stands where its parent does.
    private func last(_ keyPath: String) -> Origin? {
        var path = keyPath[...]
        while !path.isEmpty {
            let known = String(path)
            if let file = files.last(where: { $0.outline.has(known) }) {
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
        let position = outline.position(of: known ?? keyPath)
        return .file(FilePosition(path: path, keyPath: keyPath, line: position?.line, column: position?.column))
    }
}
