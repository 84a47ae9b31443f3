import IOCBase
import IOCModel

/// A reader of one file's values. It records everything that does not fit the schema as a fault of the file.
struct ConfigurationReader {
    /// An imported file, with the place of the import.
    typealias Import = (path: String, isOptional: Bool, origin: Origin)

    /// A value in the file, with its key path; the value is nil if there is none.
    private struct Item {
        var value: SettingValue?
        var keyPath = ""

        /// A member of an object.
        subscript(key: String) -> Item {
            Item(value: value?.members?[key], keyPath: keyPath.isEmpty ? key : "\(keyPath).\(key)")
        }
    }

    /// The keys at the top of a file, in the order in which a message lists them.
    private static let keys = [
        "prefixes", "classes", "exclude", "assemblies", "imports", "profiles", "cycles", "reload", "components",
        "bindings", "settings", "secretKeys", "strict", "timeouts", "startup",
    ]

    /// The file, with the faults that were found in it.
    private(set) var document: Document

    /// Returns the imports of the file. Records unknown keys at the top of the file as faults.
    mutating func imports() -> [Import] {
        let file = Item(value: document.value)
        guard isObject(file, "an object with keys such as 'prefixes'", known: Self.keys) else { return [] }
        return elements(file["imports"]).compactMap { item -> Import? in
            guard let text = text(item) else { return nil }
            let optional = "optional:"
            let isOptional = text.hasPrefix(optional)
            guard text != optional else {
                refuse(item, wanted: "a path after '\(optional)'", found: "none")
                return nil
            }
            let path = isOptional ? String(text.dropFirst(optional.count)) : text
            return (path, isOptional, document.origin(of: item.keyPath))
        }
    }

    /// Merges the file into the configuration of the files before it, by the rules of ``ConfigurationLoader``. Faulty
    /// values are recorded and left out.
    mutating func read(into result: inout ContextConfiguration, over earlier: [Document]) {
        let file = Item(value: document.value)
        for (key, list) in ContextConfiguration.lists {
            let texts = texts(file[key]) ?? []
            document.lists[key] = Dictionary(texts.enumerated().map { ($1, $0) }) { first, _ in first }
            for text in texts where !result[keyPath: list].contains(text) { result[keyPath: list].append(text) }
        }
        result.cycles = constant(file["cycles"], of: ContextConfiguration.CyclePolicy.allCases) ?? result.cycles
        result.reload = constant(file["reload"], of: ContextConfiguration.ReloadPolicy.allCases) ?? result.reload
        for (name, item) in named(file["components"]) {
            guard let entry = entry(item) else { continue }
            if let former = result.components[name], !entry.overrides {
                let files = earlier.filter { $0.positions[item.keyPath] != nil }.suffix(1) + [document]
                let candidates = zip([former, entry], files).map { entry, file in
                    Fault.NamedCandidate(
                        name: name, typeName: entry.className ?? name, origin: file.origin(of: item.keyPath))
                }
                document.note(.nameRepeated(name: name), at: item.keyPath) { $0.candidates = candidates }
            }
            result.components[name] = entry
        }
        for (name, item) in named(file["bindings"]) {
            if let component = text(item) { result.bindings[name] = component }
        }
        if let settings = table(file["settings"]) { result.settingTable = settings.laid(over: result.settingTable) }
        if let strict = flag(file["strict"]) { result.failsOnUnreadSettings = strict }
        let limits = ContextConfiguration.timeouts
        if isObject(file["timeouts"], known: limits.map(\.key)) {
            for (key, limit) in limits {
                let time = duration(file["timeouts"][key], canBeZero: key == "drain")
                result[keyPath: limit] = time ?? result[keyPath: limit]
            }
        }
        if isObject(file["startup"], known: ["concurrency"]), let number = count(file["startup"]["concurrency"]) {
            result.startupConcurrency = number
        }
    }

    private mutating func entry(_ item: Item) -> ContextConfiguration.ComponentEntry? {
        guard isObject(item, known: ContextConfiguration.ComponentEntry.keys) else { return nil }
        var entry = ContextConfiguration.ComponentEntry()
        entry.className = text(item["class"])
        entry.scope = constant(item["scope"], of: Scope.nameable)
        entry.isPrimary = flag(item["primary"])
        entry.isFallback = flag(item["fallback"])
        entry.order = content(item["order"], "a whole number") { if case .int(let number) = $0 { number } else { nil } }
        entry.isLazy = flag(item["lazy"])
        entry.profiles = texts(item["profiles"])
        let when = item["when"]
        if isObject(when, known: ["setting", "equals"], required: "setting"), let setting = text(when["setting"]) {
            entry.when = .init(setting: setting, equals: when["equals"].value)
        }
        // The value is a type's name, or an object with the type and `ancestors`.
        let missing = item["whenMissing"]
        if missing.value?.members == nil {
            entry.whenMissing = text(missing)
        } else if isObject(missing, known: ["type", "ancestors"], required: "type") {
            entry.whenMissing = text(missing["type"])
            entry.countsAncestors = flag(missing["ancestors"]) ?? true
        }
        entry.dependsOn = texts(item["dependsOn"])
        entry.retry = retry(item["retry"])
        entry.settings = table(item["settings"]).flatMap { _ in item["settings"].value }
        entry.overrides = flag(item["override"]) ?? false
        return entry
    }

    /// Reads the retries of a failed start.
    private mutating func retry(_ item: Item) -> StartRetry? {
        guard isObject(item, known: ["attempts", "delay", "factor"], required: "attempts"),
            let attempts = count(item["attempts"])
        else { return nil }
        var retry = StartRetry(attempts: attempts)
        if let delay = duration(item["delay"]) { retry.delay = delay }
        let factor = content(item["factor"], "a number of at least 1") { value in
            value.string == nil ? Double.convert(value).flatMap { $0 >= 1 ? $0 : nil } : nil
        }
        if let factor { retry.factor = factor }
        return retry
    }
}

extension ConfigurationReader {
    private mutating func refuse(_ item: Item, wanted: String, found: String) {
        let key = item.keyPath.isEmpty ? "the file" : document.written(item.keyPath)
        document.note(.keyWrongType(key: key, wanted: wanted, found: found), at: item.keyPath)
    }

    /// Records an unknown word as a fault, with the most similar allowed word as a suggestion.
    private mutating func refuse(_ kind: Fault.Kind, _ item: Item, _ word: String, among allowed: [String]) {
        document.note(kind, at: item.keyPath) { $0.suggestion = Suggestion.nearest(to: word, among: allowed) }
    }

    /// Returns the content of a value; nil if there is no value. A value of another type is recorded as a fault, and
    /// has no content.
    private mutating func content<Content>(
        _ item: Item, _ wanted: String, isSecret: Bool = false, _ content: (SettingValue) -> Content?
    ) -> Content? {
        guard let value = item.value else { return nil }
        let result = content(value)
        if result == nil { refuse(item, wanted: wanted, found: isSecret ? value.kind : value.brief) }
        return result
    }

    private mutating func text(_ item: Item) -> String? {
        content(item, "a string that is not empty") { $0.string == "" ? nil : $0.string }
    }

    private mutating func flag(_ item: Item) -> Bool? {
        content(item, "true or false") { if case .bool(let flag) = $0 { flag } else { nil } }
    }

    /// Reads a whole number above zero.
    private mutating func count(_ item: Item) -> Int? {
        content(item, "a whole number above zero") {
            if case .int(let number) = $0, number >= 1 { number } else { nil }
        }
    }

    private mutating func duration(_ item: Item, canBeZero: Bool = false) -> Duration? {
        let kind = canBeZero ? "a duration" : "a duration above zero"
        return content(item, "\(kind) with units, such as 30s or 1m") { value in
            Duration.convert(value).flatMap { $0 > .zero || canBeZero && $0 == .zero ? $0 : nil }
        }
    }

    /// Returns the constant that a text names. An unknown name is recorded as a fault.
    private mutating func constant<Constant: CustomStringConvertible>(
        _ item: Item, of constants: [Constant]
    ) -> Constant? {
        guard let word = text(item) else { return nil }
        if let constant = constants.first(where: { $0.description == word }) { return constant }
        let allowed = constants.map(\.description)
        refuse(.valueUnknown(key: item.keyPath, value: word, allowed: allowed), item, word, among: allowed)
        return nil
    }

    private mutating func elements(_ item: Item) -> [Item] {
        let elements = content(item, "a list of strings", isSecret: item.keyPath == "secretKeys") {
            if case .array(let all) = $0 { all } else { nil }
        }
        return (elements ?? []).enumerated().map { Item(value: $1, keyPath: "\(item.keyPath)[\($0)]") }
    }

    private mutating func texts(_ item: Item) -> [String]? {
        item.value.map { _ in elements(item).compactMap { text($0) } }
    }

    /// Returns true if the value is an object. Unknown keys in it, and a missing required key, are recorded as faults.
    private mutating func isObject(
        _ item: Item, _ wanted: String = "an object", known: [String], required: String? = nil
    ) -> Bool {
        guard let members = content(item, wanted, \.members) else { return false }
        for key in members.keys.filter({ !known.contains($0) }).ordered() {
            let home = document.written(item["settings"].keyPath).split(separator: ".").last ?? ""
            let isObject = item[key].value?.members != nil && Suggestion.nearest(to: key, among: known) == nil
            let isSetting = known.contains("settings") && (key.contains(".") || isObject)
            let kind =
                isSetting
                ? Fault.Kind.keyUnknown(key: key, outsideOf: String(home)) : .keyUnknown(key: key, known: known)
            refuse(kind, item[key], key, among: known)
        }
        if let required, members[required] == nil {
            refuse(item, wanted: "an object with the key '\(required)'", found: "one without")
        }
        return true
    }

    /// Reads settings. Faults don't show the values, because they may be secret.
    private mutating func table(_ item: Item) -> SettingTable? {
        guard let members = content(item, "an object", isSecret: true, \.members) else { return nil }
        let table = SettingTable(.object(members), ofFile: true)
        for key in table.repeated { document.note(.keyRepeated(key: key), at: item[key].keyPath) }
        return table
    }

    /// Returns the members of an object whose keys are names, sorted by key.
    private mutating func named(_ item: Item) -> [(name: String, item: Item)] {
        guard let members = content(item, "an object", \.members) else { return [] }
        if members[""] != nil {
            refuse(item, wanted: "names that are not empty as its keys", found: "an empty one")
        }
        return members.filter { !$0.key.isEmpty }.inOrder.map { ($0.key, item[$0.key]) }
    }
}
