import IOCModel

/// One key of a configuration: its name, how a file's value is read, laid over earlier ones, compared, shown and located.
///
/// Whatever goes over all parts of a configuration goes over ``all``, so a new key is a row there and a stored property.
struct ConfigurationKey: Sendable {
    typealias Path<Value> = any WritableKeyPath<ContextConfiguration, Value> & Sendable
    /// Something that is done to a configuration.
    typealias Change = @Sendable (inout ContextConfiguration) -> Void

    /// The key path in a file, such as `timeouts.start`; nil where only code can say it.
    var fileKey: String?
    /// The name in code.
    let name: String
    /// Reads a file's value into what that file says, or notes what is wrong with it.
    var read: @Sendable (inout ConfigurationReader, PropertyValue, inout ConfigurationSections) -> Void = { _, _, _ in }
    /// Lays what a file says over what was said before it.
    var merge: @Sendable (ContextConfiguration, inout ContextConfiguration) -> Void = { _, _ in }
    /// The elements that add up over files; nil where the value is no list.
    var elements: (@Sendable (ContextConfiguration) -> [String])?
    /// Returns true if two configurations say the same.
    var isSame: @Sendable (ContextConfiguration, ContextConfiguration) -> Bool
    /// The value as it may be printed, without secrets; nil where it is never printed.
    var shown: @Sendable (ContextConfiguration) -> Any?
    /// Returns the change that makes what files say into what code has made of it; nil where code has changed nothing.
    var change: @Sendable (_ current: ContextConfiguration, _ files: ContextConfiguration) -> Change?
    /// Returns true if the part that a key path below the key names is still as the files say it.
    var isUnchanged:
        @Sendable (_ rest: Substring, _ current: ContextConfiguration, _ files: ContextConfiguration) -> Bool =
            { _, _, _ in false }

    /// The rows that a file may have, with their keys.
    static let ofFiles = all.compactMap { row in row.fileKey.map { (key: $0, row: row) } }

    /// The keys that stand at the top of a file.
    static let sections = ofFiles.reduce(into: [String]()) { sections, file in
        let section = String(file.key.prefix { $0 != "." })
        if sections.last != section { sections.append(section) }
    }

    /// The keys below those whose value is an object of further keys.
    static let groups = sections.compactMap { section -> (section: String, keys: [String])? in
        let inner = ofFiles.compactMap { rest(of: $0.key, below: section)?.dropFirst() }.filter { !$0.isEmpty }
        return inner.isEmpty ? nil : (section, inner.map(String.init))
    }

    /// Returns what follows a key in a key path that begins with it; nil where it begins with another.
    static func rest(of keyPath: String, below key: String) -> Substring? {
        guard keyPath.hasPrefix(key) else { return nil }
        let rest = keyPath[keyPath.index(keyPath.startIndex, offsetBy: key.count)...]
        return rest.isEmpty || rest.first == "." || rest.first == "[" ? rest : nil
    }
}

// MARK: Forms of rows

// Compiled once for all types of values: a row is asked where files are read, not where something is fast.

extension ConfigurationKey {
    /// A row that only code can say: it stays where files are read again.
    @_semantics("optimize.sil.specialize.generic.never")
    static func code<Value: Sendable>(
        _ name: String, _ path: Path<Value>, shown: @escaping @Sendable (Value) -> Any?,
        isSame: @escaping @Sendable (Value, Value) -> Bool
    ) -> Self {
        Self(
            name: name, isSame: { isSame($0[keyPath: path], $1[keyPath: path]) }, shown: { shown($0[keyPath: path]) },
            change: { current, _ in
                let value = current[keyPath: path]
                return { $0[keyPath: path] = value }
            })
    }

    /// A row that only code can say, and that is printed as it is.
    @_semantics("optimize.sil.specialize.generic.never")
    static func code<Value: Equatable & Sendable>(_ name: String, _ path: Path<Value>) -> Self {
        code(name, path, shown: { $0 }, isSame: { $0 == $1 })
    }

    /// A single value, of which one that is read later wins.
    @_semantics("optimize.sil.specialize.generic.never")
    static func value<Value: Equatable & Sendable>(
        _ key: String, as name: String? = nil, _ path: Path<Value>,
        _ read: @escaping @Sendable (inout ConfigurationReader, PropertyValue, String) -> Value?
    ) -> Self {
        var row = code(name ?? key, path)
        row.fileKey = key
        row.read = { reader, value, sections in
            if let value = read(&reader, value, key) { sections.said[keyPath: path] = value }
        }
        row.merge = { file, result in result[keyPath: path] = file[keyPath: path] }
        row.change = { current, files in
            let value = current[keyPath: path]
            if value == files[keyPath: path] { return nil }
            return { $0[keyPath: path] = value }
        }
        row.isUnchanged = { _, current, files in current[keyPath: path] == files[keyPath: path] }
        return row
    }

    /// A list of texts, whose elements add up over files without repetition.
    static func list(_ key: String, _ path: Path<[String]>) -> Self {
        var row = value(key, path) { $0.texts($1, $2) }
        row.elements = { $0[keyPath: path] }
        row.merge = { file, result in
            var seen = Set(result[keyPath: path])
            result[keyPath: path] += file[keyPath: path].filter { seen.insert($0).inserted }
        }
        row.change = { current, files in
            let (ours, theirs) = (current[keyPath: path], files[keyPath: path])
            guard ours != theirs else { return nil }
            let added = ours.filter { !theirs.contains($0) }
            let removed = theirs.filter { !ours.contains($0) }
            return { configuration in
                configuration[keyPath: path].removeAll { removed.contains($0) }
                configuration[keyPath: path] += added.filter { !configuration[keyPath: path].contains($0) }
            }
        }
        return row
    }

    /// Values by name, of which one that is read later wins.
    @_semantics("optimize.sil.specialize.generic.never")
    static func entries<Value: Equatable & Sendable>(
        _ key: String, _ path: Path<[String: Value]>,
        _ read: @escaping @Sendable (inout ConfigurationReader, PropertyValue, String) -> Value?
    ) -> Self {
        var row = value(key, path) { reader, value, _ in
            reader.entries(value, key).reduce(into: [:]) { $0[$1.name] = read(&reader, $1.value, "\(key).\($1.name)") }
        }
        row.merge = { file, result in result[keyPath: path].merge(file[keyPath: path]) { _, later in later } }
        row.change = { current, files in
            let (ours, theirs) = (current[keyPath: path], files[keyPath: path])
            guard ours != theirs else { return nil }
            let changed = ours.filter { theirs[$0.key] != $0.value }
            let removed = theirs.keys.filter { ours[$0] == nil }
            return { configuration in
                for key in removed { configuration[keyPath: path][key] = nil }
                configuration[keyPath: path].merge(changed) { $1 }
            }
        }
        row.isUnchanged = { rest, current, files in
            // A name may hold dots itself.
            var name = rest.dropFirst()
            while current[keyPath: path][String(name)] == nil, let cut = name.lastIndex(of: ".") { name = name[..<cut] }
            return current[keyPath: path][String(name)] == files[keyPath: path][String(name)]
        }
        return row
    }

    /// A tree, whose objects merge deeply.
    static func tree(_ key: String, _ path: Path<PropertyValue>) -> Self {
        var row = value(key, path) { $0.tree($1, $2) }
        row.merge = { file, result in
            result[keyPath: path] = file[keyPath: path].merged(over: result[keyPath: path])
        }
        row.change = { current, files in
            let (ours, theirs) = (current[keyPath: path], files[keyPath: path])
            guard ours != theirs else { return nil }
            let different = ours.difference(from: theirs)
            return { $0[keyPath: path] = different.merged(over: $0[keyPath: path]) }
        }
        row.isUnchanged = { rest, current, files in
            let rest = String(rest.first == "." ? rest.dropFirst() : rest)
            return current[keyPath: path].value(at: rest) == files[keyPath: path].value(at: rest)
        }
        return row
    }

    /// The files that a file imports, which are no part of the configuration themselves.
    static let imports = Self(
        fileKey: "imports", name: "imports",
        read: { reader, value, sections in sections.imports = reader.imports(value, "imports") },
        isSame: { _, _ in true }, shown: { _ in nil }, change: { _, _ in nil })
}
