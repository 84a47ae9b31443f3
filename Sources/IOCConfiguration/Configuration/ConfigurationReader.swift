import IOCBase
import IOCModel

/// Reads one file's tree by the schema and collects everything in it that does not fit.
struct ConfigurationReader {
    /// A key path, put together only where a fault needs it.
    typealias Path = () -> String

    let file: ConfigurationFiles.File
    private var reported: [Fault] = []
    private var counts = FaultCount()

    init(file: ConfigurationFiles.File) { self.file = file }

    /// All that does not fit: a hundred of each code, and for each how many more there are.
    var faults: [Fault] { reported + counts.rests }

    static let conditionKeys = ["setting", "equals"]
    static let missingKeys = ["type", "ancestors"]
    static let retryKeys = ["attempts", "delay", "factor"]

    /// The file's sections; what is faulty is left out of them.
    mutating func sections(of document: SettingValue) -> ConfigurationSections {
        var sections = ConfigurationSections()
        guard case .object(let members) = document else {
            refuse("", wanted: "an object with keys such as 'prefixes'", found: document)
            return sections
        }
        refuseUnknownKeys(members, known: ConfigurationSections.keys, under: "")
        for key in ConfigurationSections.listKeys { sections.lists[key] = members[key].flatMap { texts($0, key) } }
        sections.imports = members["imports"].map { imports($0, "imports") } ?? []
        sections.cycles = members["cycles"].flatMap { word($0, "cycles", of: ContextConfiguration.CyclePolicy.all) }
        sections.reload = members["reload"].flatMap { word($0, "reload", of: ContextConfiguration.ReloadPolicy.all) }
        for (name, value) in entries(members["components"], "components") {
            sections.components[name] = component(value, "components.\(name)")
        }
        for (name, value) in entries(members["bindings"], "bindings") {
            sections.bindings[name] = text(value, "bindings.\(name)")
        }
        sections.settings = members["settings"].flatMap { tree($0, "settings") } ?? [:]
        sections.strict = members["strict"].flatMap { flag($0, "strict") }
        let timeouts = group(members["timeouts"], "timeouts", known: ConfigurationSections.timeoutKeys)
        for key in ConfigurationSections.timeoutKeys {
            sections.timeouts[key] = timeouts[key].flatMap {
                duration($0, "timeouts.\(key)", canBeZero: key == "drain")
            }
        }
        let startup = group(members["startup"], "startup", known: ["concurrency"])
        sections.startupConcurrency = startup["concurrency"].flatMap { count($0, "startup.concurrency") }
        return sections
    }

    /// The members of an object with known keys.
    private mutating func group(_ value: SettingValue?, _ path: String, known: [String]) -> [String: SettingValue] {
        guard let value, let members = object(value, path) else { return [:] }
        refuseUnknownKeys(members, known: known, under: path)
        return members
    }

    mutating func imports(_ value: SettingValue, _ key: String) -> [ConfigurationSections.Import] {
        elements(value, key).compactMap { element in
            let optional = "optional:"
            let isOptional = element.value.hasPrefix(optional)
            let path = isOptional ? String(element.value.dropFirst(optional.count)) : element.value
            guard !path.isEmpty else {
                refuse("\(key)[\(element.index)]", wanted: "a path after '\(optional)'", found: "none")
                return nil
            }
            return ConfigurationSections.Import(path: path, isOptional: isOptional, index: element.index)
        }
    }

    /// The one of some constants that a text names.
    mutating func word<Constant: CustomStringConvertible>(
        _ value: SettingValue, _ path: String, of constants: [Constant]
    ) -> Constant? {
        guard let word = text(value, path) else { return nil }
        let constant = constants.first { $0.description == word }
        if constant == nil { refuse(path, word, allowed: constants.map(\.description)) }
        return constant
    }

    mutating func duration(_ value: SettingValue, _ path: String, canBeZero: Bool = false) -> Duration? {
        if let duration = Duration.convert(value), canBeZero ? duration >= .zero : duration > .zero { return duration }
        let found = if case .string(let text) = value { "'\(text)'" } else { value.kindDescription }
        let kind = canBeZero ? "a duration" : "a duration above zero"
        refuse(path, wanted: "\(kind) with units, such as 30s or 1m", found: found)
        return nil
    }

    /// Reads a whole number above zero.
    mutating func count(_ value: SettingValue, _ path: String) -> Int? {
        guard let number = integer(value, path) else { return nil }
        if number >= 1 { return number }
        refuse(path, wanted: "a whole number above zero", found: "\(number)")
        return nil
    }

    /// Reads how often a start is tried again.
    mutating func retry(_ value: SettingValue, _ path: String) -> StartRetry? {
        guard let members = object(value, path) else { return nil }
        refuseUnknownKeys(members, known: Self.retryKeys, under: path)
        guard let attempts = required("attempts", in: members, path),
            let attempts = count(attempts, "\(path).attempts")
        else { return nil }
        var retry = StartRetry(attempts: attempts)
        if let delay = members["delay"].flatMap({ duration($0, "\(path).delay") }) { retry.delay = delay }
        switch members["factor"] {
        case nil: break
        case .int(let factor) where factor >= 1: retry.factor = Double(factor)
        case .double(let factor) where factor >= 1: retry.factor = factor
        case .some(let other):
            let found = if case .int(let number) = other { "\(number)" } else { other.kindDescription }
            refuse("\(path).factor", wanted: "a number of at least 1", found: found)
        }
        return retry
    }

    mutating func component(_ value: SettingValue, _ path: String) -> ContextConfiguration.ComponentEntry? {
        guard let members = object(value, path) else { return nil }
        refuseUnknownKeys(members, known: ContextConfiguration.ComponentEntry.keys, under: path)
        var entry = ContextConfiguration.ComponentEntry()
        entry.className = members["class"].flatMap { text($0, "\(path).class") }
        let scope = members["scope"].flatMap { word($0, "\(path).scope", of: ScopeFacts.names) }
        entry.scope = scope.flatMap(ScopeFacts.init(name:)).map { Scope($0) }
        entry.isPrimary = members["primary"].flatMap { flag($0, "\(path).primary") }
        entry.isFallback = members["fallback"].flatMap { flag($0, "\(path).fallback") }
        entry.order = members["order"].flatMap { integer($0, "\(path).order") }
        entry.isLazy = members["lazy"].flatMap { flag($0, "\(path).lazy") }
        entry.profiles = members["profiles"].flatMap { texts($0, "\(path).profiles") }
        entry.when = members["when"].flatMap { condition($0, "\(path).when") }
        if let value = members["whenMissing"] { missing(value, "\(path).whenMissing", &entry) }
        entry.dependsOn = members["dependsOn"].flatMap { texts($0, "\(path).dependsOn") }
        entry.retry = members["retry"].flatMap { retry($0, "\(path).retry") }
        entry.settings = members["settings"].flatMap { tree($0, "\(path).settings") }
        entry.overrides = members["override"].flatMap { flag($0, "\(path).override") } ?? false
        return entry
    }

    /// Reads a type's name, or an object with the type and whether parent contexts count.
    mutating func missing(
        _ value: SettingValue, _ path: String, _ entry: inout ContextConfiguration.ComponentEntry
    ) {
        guard case .object(let members) = value else {
            entry.whenMissing = text(value, path)
            return
        }
        refuseUnknownKeys(members, known: Self.missingKeys, under: path)
        guard let type = members["type"] else {
            return refuse(path, wanted: "a type's name, or an object with the key 'type'", found: "an object without")
        }
        entry.whenMissing = text(type, "\(path).type")
        entry.countsAncestors = members["ancestors"].flatMap { flag($0, "\(path).ancestors") } ?? true
    }

    mutating func condition(
        _ value: SettingValue, _ path: @autoclosure Path
    ) -> ContextConfiguration.SettingCondition? {
        guard let members = object(value, path()) else { return nil }
        let path = path()
        refuseUnknownKeys(members, known: Self.conditionKeys, under: path)
        return required("setting", in: members, path).flatMap { text($0, "\(path).setting") }
            .map { .init(setting: $0, equals: members["equals"]) }
    }
}

extension ConfigurationReader {
    private mutating func refuseUnknownKeys(_ members: [String: SettingValue], known: [String], under path: String) {
        for key in members.keys.filter({ !known.contains($0) }).ordered() {
            refuse(.keyUnknown(key: key, known: known), at: path.isEmpty ? key : "\(path).\(key)", key, known)
        }
    }

    private mutating func refuse(_ path: String, _ word: String, allowed: [String]) {
        refuse(.valueUnknown(key: path, value: word, allowed: allowed), at: path, word, allowed)
    }

    private mutating func refuse(_ path: String, wanted: String, found: String) {
        let key = path.isEmpty ? "the file" : path
        refuse(.keyWrongType(key: key, wanted: wanted, found: found), at: path)
    }

    /// Notes a fault, with the word among those allowed that another one was meant to be.
    private mutating func refuse(
        _ kind: Fault.Kind, at path: String, _ word: String? = nil, _ allowed: [String] = []
    ) {
        guard counts.admits(kind) else { return }
        let suggestion = word.flatMap { Suggestion.nearest(to: $0, among: allowed) }
        reported.append(Fault(kind, at: file.origin(of: path), suggestion: suggestion))
    }

    private mutating func refuse(_ path: String, wanted: String, found: SettingValue) {
        refuse(path, wanted: wanted, found: found.kindDescription)
    }

    /// The content of a value, or nil where it is of another type, which is noted.
    private mutating func expect<Held>(
        _ wanted: String, in value: SettingValue, _ path: Path, _ held: (SettingValue) -> Held?
    ) -> Held? {
        let result = held(value)
        if result == nil { refuse(path(), wanted: wanted, found: value) }
        return result
    }

    mutating func text(_ value: SettingValue, _ path: @autoclosure Path) -> String? {
        let text = expect("a string", in: value, path) { if case .string(let text) = $0 { text } else { nil } }
        if text == "" { refuse(path(), wanted: "a string that is not empty", found: "an empty one") }
        return text == "" ? nil : text
    }

    mutating func flag(_ value: SettingValue, _ path: @autoclosure Path) -> Bool? {
        expect("true or false", in: value, path) { if case .bool(let flag) = $0 { flag } else { nil } }
    }

    mutating func integer(_ value: SettingValue, _ path: @autoclosure Path) -> Int? {
        if case .double = value {
            refuse(path(), wanted: "a whole number", found: "a number with a fraction")
            return nil
        }
        return expect("a whole number", in: value, path) { if case .int(let number) = $0 { number } else { nil } }
    }

    private mutating func elements(
        _ value: SettingValue, _ path: @autoclosure Path
    ) -> [(value: String, index: Int)] {
        let values = expect("a list of strings", in: value, path) { if case .array(let all) = $0 { all } else { nil } }
        return (values ?? []).enumerated().compactMap { index, value in
            text(value, "\(path())[\(index)]").map { ($0, index) }
        }
    }

    mutating func texts(_ value: SettingValue, _ path: @autoclosure Path) -> [String]? {
        elements(value, path()).map(\.value)
    }

    private mutating func object(_ value: SettingValue, _ path: @autoclosure Path) -> [String: SettingValue]? {
        expect("an object", in: value, path) { if case .object(let members) = $0 { members } else { nil } }
    }

    mutating func tree(_ value: SettingValue, _ path: @autoclosure Path) -> SettingValue? {
        guard object(value, path()) != nil else { return nil }
        for key in SettingTable(value).repeated { refuse(.keyRepeated(key: key), at: "\(path()).\(key)") }
        return value
    }

    /// The value of a key that an object must have.
    private mutating func required(
        _ key: String, in members: [String: SettingValue], _ path: String
    ) -> SettingValue? {
        if members[key] == nil { refuse(path, wanted: "an object with the key '\(key)'", found: "one without") }
        return members[key]
    }

    /// The members of an object whose keys are names, in a stable order.
    mutating func entries(_ value: SettingValue?, _ path: String) -> [(name: String, value: SettingValue)] {
        guard let value, let members = object(value, path) else { return [] }
        if members[""] != nil { refuse(path, wanted: "names that are not empty as its keys", found: "an empty one") }
        return members.filter { !$0.key.isEmpty }.inOrder.map { ($0.key, $0.value) }
    }
}
