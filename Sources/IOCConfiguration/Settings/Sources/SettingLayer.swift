import IOCBase
import IOCModel

/// A setting source with its place in the order of precedence.
struct SettingLayer: Sendable {

    /// From the strongest to the weakest.
    enum Rank: Int, Sendable {
        case component, overrides, code, arguments, environment, custom, files
    }

    let rank: Rank
    let source: any SettingSource
    /// The parts of keys that lead to what the source holds: it may be one element of a list.
    var prefix = 0

    /// True if placeholders are looked for in its texts; those of a list's elements are expanded with the list.
    var expandsPlaceholders: Bool {
        switch rank {
        case .component, .overrides, .code, .files: prefix == 0
        case .arguments, .environment, .custom: false
        }
    }

    func setting(at key: SettingKey, as kind: SettingKind) throws -> SourcedSetting? {
        do {
            return try source.setting(at: SettingKey(parts: Array(key.parts.dropFirst(prefix))), as: kind)
        } catch {
            var failure = SettingFailure(.settingSourceFailed(source: source.name, key: key.shown))
            failure.cause = error
            throw failure
        }
    }

    /// The values by their paths; nil for a source that can't list them.
    private var table: SettingTable? {
        (source as? TreeSettingSource)?.table ?? (source as? ArgumentSettingSource)?.table
    }

    /// The names of the members that layers have below a key, in order.
    ///
    /// The keys of a map may have dots. If its values are single ones, a name is the whole path to one. Otherwise a name
    /// has dots if one of the layers has an object of that name.
    static func names(below key: SettingKey, in layers: [SettingLayer], holdsSingleValues: Bool) -> [String] {
        var names: Set<String> = []
        var paths: Set<String> = []
        var dotted: Set<String> = []
        for layer in layers {
            let key = SettingKey(parts: Array(key.parts.dropFirst(layer.prefix)))
            guard let table = layer.table else {
                names.formUnion(layer.source.members(of: key))
                continue
            }
            paths.formUnion(table.paths(below: key.description))
            dotted.formUnion(table.dottedNames[key.description] ?? [])
        }
        for path in paths {
            if holdsSingleValues {
                names.insert(path)
            } else {
                let starts = SettingTable.paths(above: path) + [path]
                // What is below a single value has no object to be in.
                let isBelowValue = starts.dropLast().contains(where: paths.contains)
                names.insert(starts.last(where: dotted.contains) ?? (isBelowValue ? path : starts[0]))
            }
        }
        return names.ordered()
    }
}

/// The value at a key, all sources considered.
struct SettingNode {
    enum Content {
        /// A value that one source gave; objects inside lists are whole too.
        case value(SettingValue)
        /// An object that the layers make up together.
        case members([SettingLayer])
    }

    var content: Content
    var isSecret: Bool
    /// True if the entry of a component gave it.
    var isOwn = false
    var origin: @Sendable () -> String

    var value: SettingValue? { if case .value(let value) = content { value } else { nil } }
}

extension SettingNode {
    /// The value as a message shows it: masked, or by its kind if it holds others.
    var shown: String {
        if isSecret { return ShownText.mask }
        switch value {
        case nil: return "an object"
        case .array?, .object?: return value?.kindDescription ?? ""
        case .some(let value): return value.shown(.usual, limit: 80)
        }
    }
}
