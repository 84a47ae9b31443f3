/// An emitter of the imports that the code may need: the imports of the files whose types the code mentions.
struct ImportEmitter {
    private struct Key: Hashable {
        var target: String
        var condition: String?
    }

    private var found: [Key: ImportDeclaration] = [:]

    /// - Parameters:
    ///   - files: The files whose imports may be needed. Each has a flag: true if a public or package signature
    ///     mentions a type that the file imports. Imports of a file with this flag keep `public` or `package`. All
    ///     other access levels become internal, because the compiler warns about a public import that no public
    ///     signature needs.
    ///   - module: The module of the code.
    init(files: [(file: SourceFile, isPublic: Bool)], module: String?) {
        for (file, isPublic) in files {
            // `IOCStatic` contains only protocols. The generated code names the types that conform to them, never the
            // protocols, so it needs no import of `IOCStatic`.
            for var item in file.imports where item.module != module && item.module != "IOCStatic" {
                if let access = item.writtenAccess, access < .package || !isPublic { item.writtenAccess = .internal }
                add(item)
            }
        }
        // A module that is imported unconditionally needs no conditional import.
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

    func emit(into code: inout CodeText) {
        let items = found.values.sorted { left, right in
            (left.condition ?? "", left.module, left.target) < (right.condition ?? "", right.module, right.target)
        }
        for item in items where item.condition == nil { code.line(text(item)) }
        let conditions = items.compactMap(\.condition)
        var written: Set<String> = []
        for condition in conditions where written.insert(condition).inserted {
            code.conditional([condition]) { code in
                for item in items where item.condition == condition { code.line(text(item)) }
            }
        }
    }

    private func text(_ item: ImportDeclaration) -> String {
        let access = item.writtenAccess.map { $0 == .internal ? "internal " : $0.modifier } ?? ""
        let attributes = item.attributes.sorted().map { $0 + " " }.joined()
        return "\(attributes)\(access)import \(item.target)"
    }
}
