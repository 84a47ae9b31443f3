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
    /// The configuration as the files have it, to tell it from later changes in code.
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
    /// The list of texts that a key of the file gives.
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
