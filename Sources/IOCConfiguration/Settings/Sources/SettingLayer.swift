import IOCBase
import IOCModel

/// A setting source with its rank in the order of precedence.
struct SettingLayer: Sendable {

    /// The ranks, strongest first.
    enum Rank: Int, Sendable {
        case component, overrides, code, arguments, environment, custom, files
    }

    let rank: Rank
    let source: any SettingSource
    /// True if the source consists only of an element of a list, or of the value that replaced a placeholder. Its
    /// placeholders are already replaced.
    var isExpanded = false

    /// True if placeholders in its texts are replaced.
    var expandsPlaceholders: Bool { !isExpanded && ![.arguments, .environment, .custom].contains(rank) }

    private var table: SettingTable? {
        ((source as? ArgumentSettingSource)?.source ?? source as? TreeSettingSource)?.table
    }

    /// Returns true if the source has a value, and not an object, at a key above `key`. Such a value replaces the
    /// values of weaker sources below it.
    func replaces(above key: SettingKey) throws -> Bool {
        try key.containers.contains { above, kind in
            if let table { return table.replaces(above.description) }
            guard let found = try setting(at: above, as: kind) else { return false }
            return found.value.members == nil
        }
    }

    func setting(at key: SettingKey, as kind: SettingKind) throws -> SourcedSetting? {
        let found: SourcedSetting?
        do {
            found = try source.setting(at: key, as: kind)
        } catch {
            throw IOCError(.settingSourceFailed(source: source.name, key: key.shown), cause: error)
        }
        // An argument without a value is true or false, so it can't be a value of another kind.
        if rank == .arguments, let found, case .bool(let isTrue) = found.value, kind != .bool, kind != .any {
            let mistake = isTrue ? "needs a value" : "is for a setting that is true or false"
            throw IOCError(
                .argumentMalformed("\(found.origin) \(mistake)", do: "write it as --\(key) VALUE", key: key.shown))
        }
        return found
    }

    /// Returns the names of the members that some layers have below a key, in order.
    ///
    /// The keys of a dictionary may have dots. If its values are single values, a name is the whole path of a value.
    /// Otherwise a name has dots if one of the layers has an object with that name.
    static func names(below key: SettingKey, in layers: [SettingLayer], holdsSingleValues: Bool) -> [String] {
        var names: Set<String> = []
        var paths: Set<String> = []
        var dotted: Set<String> = []
        for layer in layers {
            guard let table = layer.table else {
                names.formUnion(layer.source.members(of: key))
                continue
            }
            paths.formUnion(table.paths(below: key.description))
            dotted.formUnion(table.dottedNames[key.description] ?? [])
        }
        if holdsSingleValues { return names.union(paths).ordered() }
        for path in paths {
            let starts = SettingTable.paths(above: path) + [path]
            // If `a` has a single value, `a.b` is not a member of an object `a`, so the whole path is a name.
            let isBelowValue = starts.dropLast().contains(where: paths.contains)
            names.insert(starts.last(where: dotted.contains) ?? (isBelowValue ? path : starts[0]))
        }
        return names.ordered()
    }
}

extension SettingKey {
    /// The keys of the objects and lists around this key, each with its kind.
    fileprivate var containers: [(key: SettingKey, kind: SettingKind)] {
        // A part may contain dots, so the text is split again.
        let parts = SettingKey(description).parts
        return parts.indices.flatMap { index -> [(SettingKey, SettingKind)] in
            let part = parts[index]
            let lists = part.indices.filter { part[$0] == "[" }.map { bracket in
                (SettingKey(parts: parts[..<index] + [String(part[..<bracket])]), SettingKind.list)
            }
            return index + 1 < parts.count ? lists + [(SettingKey(parts: Array(parts[...index])), .object)] : lists
        }
    }
}
