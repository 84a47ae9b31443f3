import IOCSource

/// Writes the imports that the code may need: those of the files that declare what it names.
struct ImportEmitter {
    private struct Key: Hashable {
        var target: String
        var condition: String?
    }

    private var found: [Key: ImportDeclaration] = [:]

    init(files: [SourceFile], module: String?) {
        for file in files {
            for item in file.imports where item.module != module { add(item) }
        }
        // What is imported in any case needs no condition elsewhere.
        for key in found.keys where key.condition != nil && found[Key(target: key.target)] != nil {
            found[key] = nil
        }
    }

    private mutating func add(_ item: ImportDeclaration) {
        let key = Key(target: item.target, condition: item.condition)
        guard var known = found[key] else {
            found[key] = item
            return
        }
        known.attributes += item.attributes.filter { !known.attributes.contains($0) }
        known.writtenAccess = [known.writtenAccess, item.writtenAccess].compactMap { $0 }.max()
        found[key] = known
    }

    /// - Parameter isPublic: Whether public functions follow, for which an import may have to be public too.
    func emit(isPublic: Bool, into code: inout CodeText) {
        let items = found.values.sorted { left, right in
            (left.condition ?? "", left.module, left.target) < (right.condition ?? "", right.module, right.target)
        }
        for item in items where item.condition == nil { code.line(text(item, isPublic)) }
        let conditions = items.compactMap(\.condition)
        var written: Set<String> = []
        for condition in conditions where written.insert(condition).inserted {
            code.conditional([condition]) { code in
                for item in items where item.condition == condition { code.line(text(item, isPublic)) }
            }
        }
    }

    private func text(_ item: ImportDeclaration, _ isPublic: Bool) -> String {
        var access = ""
        if let written = item.writtenAccess {
            let isNarrow = written < .internal
            access =
                written >= .package && isPublic ? written.modifier : written == .internal || isNarrow ? "internal " : ""
        }
        let attributes = item.attributes.sorted().map { $0 + " " }.joined()
        return "\(attributes)\(access)import \(item.target)"
    }
}
