import IOCBase
import IOCModel

/// Reads one file's tree by the schema into a configuration, and notes everything in it that does not fit.
struct ConfigurationReader {
    /// A file to read first.
    struct Import {
        var path: String
        var isOptional: Bool
        var origin: Origin
    }

    /// An object in the file.
    private struct Object {
        let members: [String: SettingValue]
        let keyPath: String

        func keyPath(of key: String) -> String { keyPath.isEmpty ? key : "\(keyPath).\(key)" }
    }

    /// The keys at the top of a file, in the order in which a message lists them.
    private static let keys = [
        "prefixes", "classes", "exclude", "assemblies", "imports", "profiles", "cycles", "reload", "components",
        "bindings", "settings", "secretKeys", "strict", "timeouts", "startup",
    ]

    /// The file, with the faults that were found in it.
    private(set) var document: Document

    init(_ document: Document) { self.document = document }

    /// The files that the file imports. It is asked for first, and notes what is wrong with the keys of the file.
    mutating func imports() -> [Import] {
        let wanted = "an object with keys such as 'prefixes'"
        guard let file = object(document.value, "", wanted: wanted, known: Self.keys) else { return [] }
        return (list("imports", in: file) ?? []).enumerated().compactMap { index, element in
            let (keyPath, optional) = ("imports[\(index)]", "optional:")
            guard let text = text(element, keyPath) else { return nil }
            let isOptional = text.hasPrefix(optional)
            guard text != optional else {
                refuse(keyPath, wanted: "a path after '\(optional)'", found: "none")
                return nil
            }
            return Import(
                path: isOptional ? String(text.dropFirst(optional.count)) : text, isOptional: isOptional,
                origin: document.origin(of: keyPath))
        }
    }

    /// Lays the file over those that were read before: lists add up without repetition, and of anything else the later
    /// file wins. What is faulty is left out.
    mutating func read(into result: inout ContextConfiguration, over earlier: [Document]) {
        guard case .object(let members) = document.value else { return }
        let file = Object(members: members, keyPath: "")
        for (key, list) in ContextConfiguration.lists {
            let texts = texts(key, in: file) ?? []
            document.lists[key] = Dictionary(texts.enumerated().map { ($1, $0) }) { first, _ in first }
            for text in texts where !result[keyPath: list].contains(text) { result[keyPath: list].append(text) }
        }
        if let cycles = word("cycles", in: file, of: ContextConfiguration.CyclePolicy.all) { result.cycles = cycles }
        if let reload = word("reload", in: file, of: ContextConfiguration.ReloadPolicy.all) { result.reload = reload }
        for (name, value) in named("components", in: file) {
            guard let entry = component(value, "components.\(name)") else { continue }
            if let former = result.components[name], !entry.overrides { noteRepeated(name, entry, former, earlier) }
            result.components[name] = entry
        }
        for (name, value) in named("bindings", in: file) {
            if let component = text(value, "bindings.\(name)") { result.bindings[name] = component }
        }
        if let settings = tree("settings", in: file) { result.settings = settings.merged(over: result.settings) }
        if let strict = flag("strict", in: file) { result.failsOnUnreadSettings = strict }
        if let timeouts = object("timeouts", in: file, known: ContextConfiguration.timeouts.map(\.key)) {
            for (key, limit) in ContextConfiguration.timeouts {
                if let time = duration(key, in: timeouts, canBeZero: key == "drain") { result[keyPath: limit] = time }
            }
        }
        if let startup = object("startup", in: file, known: ["concurrency"]),
            let concurrency = count("concurrency", in: startup)
        {
            result.startupConcurrency = concurrency
        }
    }

    private mutating func component(_ value: SettingValue, _ keyPath: String) -> ContextConfiguration.ComponentEntry? {
        guard let object = object(value, keyPath, known: ContextConfiguration.ComponentEntry.keys) else { return nil }
        var entry = ContextConfiguration.ComponentEntry()
        entry.className = text("class", in: object)
        entry.scope = word("scope", in: object, of: ScopeFacts.names).flatMap(ScopeFacts.init(name:)).map { Scope($0) }
        entry.isPrimary = flag("primary", in: object)
        entry.isFallback = flag("fallback", in: object)
        entry.order = integer("order", in: object)
        entry.isLazy = flag("lazy", in: object)
        entry.profiles = texts("profiles", in: object)
        if let when = self.object("when", in: object, known: ["setting", "equals"], required: "setting") {
            entry.when = text("setting", in: when).map { .init(setting: $0, equals: when.members["equals"]) }
        }
        readMissing(in: object, into: &entry)
        entry.dependsOn = texts("dependsOn", in: object)
        entry.retry = retry(in: object)
        entry.settings = tree("settings", in: object)
        entry.overrides = flag("override", in: object) ?? false
        return entry
    }

    /// Reads a type's name, or an object with the type and whether parent contexts count.
    private mutating func readMissing(in object: Object, into entry: inout ContextConfiguration.ComponentEntry) {
        let key = "whenMissing"
        guard case .object? = object.members[key],
            let missing = self.object(key, in: object, known: ["type", "ancestors"])
        else {
            entry.whenMissing = text(key, in: object)
            return
        }
        guard missing.members["type"] != nil else {
            let wanted = "a type's name, or an object with the key 'type'"
            return refuse(missing.keyPath, wanted: wanted, found: "an object without")
        }
        entry.whenMissing = text("type", in: missing)
        entry.countsAncestors = flag("ancestors", in: missing) ?? true
    }

    /// Reads how often a start is tried again.
    private mutating func retry(in object: Object) -> StartRetry? {
        let known = ["attempts", "delay", "factor"]
        guard let object = self.object("retry", in: object, known: known, required: "attempts"),
            let attempts = count("attempts", in: object)
        else { return nil }
        var retry = StartRetry(attempts: attempts)
        if let delay = duration("delay", in: object) { retry.delay = delay }
        switch object.members["factor"] {
        case nil: break
        case .int(let factor) where factor >= 1: retry.factor = Double(factor)
        case .double(let factor) where factor >= 1: retry.factor = factor
        case .some(let other):
            let found = if case .int(let number) = other { "\(number)" } else { other.kindDescription }
            refuse(object.keyPath(of: "factor"), wanted: "a number of at least 1", found: found)
        }
        return retry
    }

    /// Notes a component that an earlier file has, too.
    private mutating func noteRepeated(
        _ name: String, _ entry: ContextConfiguration.ComponentEntry, _ former: ContextConfiguration.ComponentEntry,
        _ earlier: [Document]
    ) {
        let keyPath = "components.\(name)"
        let places = earlier.filter { $0.positions[keyPath] != nil } + [document]
        document.note(.nameRepeated(name: name), at: keyPath) { fault in
            fault.namedCandidates = zip([former, entry], places.suffix(2)).map { entry, document in
                .init(name: name, typeName: entry.className ?? name, origin: document.origin(of: keyPath))
            }
        }
    }
}

extension ConfigurationReader {
    private mutating func refuse(_ keyPath: String, wanted: String, found: String) {
        let key = keyPath.isEmpty ? "the file" : keyPath
        document.note(.keyWrongType(key: key, wanted: wanted, found: found), at: keyPath)
    }

    /// Notes a word that is not one of those allowed, with the one that was probably meant.
    private mutating func refuse(_ kind: Fault.Kind, at keyPath: String, _ word: String, among allowed: [String]) {
        document.note(kind, at: keyPath) { $0.suggestion = Suggestion.nearest(to: word, among: allowed) }
    }

    /// The content of a value, or nil if there is no value or it is of another type, which is noted.
    private mutating func expect<Content>(
        _ wanted: String, in value: SettingValue?, _ keyPath: String, _ content: (SettingValue) -> Content?
    ) -> Content? {
        guard let value else { return nil }
        let result = content(value)
        if result == nil { refuse(keyPath, wanted: wanted, found: value.kindDescription) }
        return result
    }

    private mutating func text(_ value: SettingValue?, _ keyPath: String) -> String? {
        let text = expect("a string", in: value, keyPath) { if case .string(let text) = $0 { text } else { nil } }
        if text == "" { refuse(keyPath, wanted: "a string that is not empty", found: "an empty one") }
        return text == "" ? nil : text
    }

    private mutating func text(_ key: String, in object: Object) -> String? {
        text(object.members[key], object.keyPath(of: key))
    }

    private mutating func flag(_ key: String, in object: Object) -> Bool? {
        expect("true or false", in: object.members[key], object.keyPath(of: key)) {
            if case .bool(let flag) = $0 { flag } else { nil }
        }
    }

    private mutating func integer(_ key: String, in object: Object) -> Int? {
        let (value, keyPath) = (object.members[key], object.keyPath(of: key))
        if case .double? = value {
            refuse(keyPath, wanted: "a whole number", found: "a number with a fraction")
            return nil
        }
        return expect("a whole number", in: value, keyPath) { if case .int(let number) = $0 { number } else { nil } }
    }

    /// Reads a whole number above zero.
    private mutating func count(_ key: String, in object: Object) -> Int? {
        guard let number = integer(key, in: object) else { return nil }
        if number >= 1 { return number }
        refuse(object.keyPath(of: key), wanted: "a whole number above zero", found: "\(number)")
        return nil
    }

    private mutating func duration(_ key: String, in object: Object, canBeZero: Bool = false) -> Duration? {
        guard let value = object.members[key] else { return nil }
        if let duration = Duration.convert(value), canBeZero ? duration >= .zero : duration > .zero { return duration }
        let found = if case .string(let text) = value { "'\(text)'" } else { value.kindDescription }
        let kind = canBeZero ? "a duration" : "a duration above zero"
        refuse(object.keyPath(of: key), wanted: "\(kind) with units, such as 30s or 1m", found: found)
        return nil
    }

    /// The one of some constants that a text names.
    private mutating func word<Constant: CustomStringConvertible>(
        _ key: String, in object: Object, of constants: [Constant]
    ) -> Constant? {
        guard let word = text(key, in: object) else { return nil }
        if let constant = constants.first(where: { $0.description == word }) { return constant }
        let (keyPath, allowed) = (object.keyPath(of: key), constants.map(\.description))
        refuse(.valueUnknown(key: keyPath, value: word, allowed: allowed), at: keyPath, word, among: allowed)
        return nil
    }

    private mutating func list(_ key: String, in object: Object) -> [SettingValue]? {
        expect("a list of strings", in: object.members[key], object.keyPath(of: key)) {
            if case .array(let elements) = $0 { elements } else { nil }
        }
    }

    private mutating func texts(_ key: String, in object: Object) -> [String]? {
        list(key, in: object)?.enumerated().compactMap { text($1, "\(object.keyPath(of: key))[\($0)]") }
    }

    /// An object with known keys; any keys are known unless said otherwise.
    private mutating func object(
        _ value: SettingValue?, _ keyPath: String, wanted: String = "an object", known: [String]? = nil,
        required: String? = nil
    ) -> Object? {
        let members = expect(wanted, in: value, keyPath) { if case .object(let all) = $0 { all } else { nil } }
        guard let members else { return nil }
        let object = Object(members: members, keyPath: keyPath)
        if let known {
            for key in members.keys.filter({ !known.contains($0) }).ordered() {
                refuse(.keyUnknown(key: key, known: known), at: object.keyPath(of: key), key, among: known)
            }
        }
        if let required, members[required] == nil {
            refuse(keyPath, wanted: "an object with the key '\(required)'", found: "one without")
        }
        return object
    }

    private mutating func object(
        _ key: String, in object: Object, known: [String]? = nil, required: String? = nil
    ) -> Object? {
        self.object(object.members[key], object.keyPath(of: key), known: known, required: required)
    }

    private mutating func tree(_ key: String, in object: Object) -> SettingValue? {
        guard let tree = self.object(key, in: object) else { return nil }
        let value = SettingValue.object(tree.members)
        for path in SettingTable(value).repeated {
            document.note(.keyRepeated(key: path), at: tree.keyPath(of: path))
        }
        return value
    }

    /// The members of an object whose keys are names, in a stable order.
    private mutating func named(_ key: String, in file: Object) -> [(key: String, value: SettingValue)] {
        guard let object = object(key, in: file) else { return [] }
        if object.members[""] != nil {
            refuse(key, wanted: "names that are not empty as its keys", found: "an empty one")
        }
        return object.members.filter { !$0.key.isEmpty }.inOrder
    }
}
