import IOCModel

/// A part of a text with placeholders.
///
/// 1. `${key}` is replaced by the setting of that key, and `${key:default}` by the default if no source has it.
/// 2. Keys and defaults may contain placeholders: `${hosts.${stage}:localhost}`.
/// 3. `$${` is replaced by the text `${`, with the brace that closes it: `$${key}` is `${key}`.
/// 4. A `$` without a brace after it is itself.
indirect enum Placeholder {
    case text(String)
    case setting(name: [Placeholder], fallback: [Placeholder]?)

    private static let depthLimit = 32

    /// The parts of a text.
    static func parts(of text: String) throws(PlaceholderFault) -> [Placeholder] {
        var rest = text[...]
        return try parts(of: &rest, depth: 0, until: "")
    }

    /// Reads up to one of some characters, which is left.
    private static func parts(
        of rest: inout Substring, depth: Int, until ends: String
    ) throws(PlaceholderFault) -> [Placeholder] {
        guard depth <= depthLimit else {
            throw PlaceholderFault("placeholders are nested deeper than \(depthLimit) levels")
        }
        var parts: [Placeholder] = []
        var text = ""
        /// Braces that an escape opened; theirs close no placeholder.
        var escaped = 0
        while let character = rest.first {
            if rest.hasPrefix("$${") {
                text += "${"
                escaped += 1
                rest.removeFirst(3)
            } else if rest.hasPrefix("${") {
                rest.removeFirst(2)
                let name = try Self.parts(of: &rest, depth: depth + 1, until: ":}")
                var fallback: [Placeholder]?
                if rest.first == ":" {
                    rest.removeFirst()
                    fallback = try Self.parts(of: &rest, depth: depth + 1, until: "}")
                }
                guard rest.popFirst() == "}" else { throw PlaceholderFault("a placeholder has no closing brace") }
                parts += [.text(text), .setting(name: name, fallback: fallback)]
                text = ""
            } else if ends.contains(character), character != "}" || escaped == 0 {
                break
            } else {
                if character == "}", escaped > 0 { escaped -= 1 }
                text.append(character)
                rest.removeFirst()
            }
        }
        return (parts + [.text(text)]).filter { if case .text("") = $0 { false } else { true } }
    }
}

/// The reason why a text with placeholders can't be put together.
struct PlaceholderFault: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }

    /// The fault of a placeholder such as `${server.port:8080}` in the place of a key; nil for a key.
    static func asKey(_ key: SettingKey) -> Fault.Kind? {
        let text = key.description
        guard text.hasPrefix("${"), text.hasSuffix("}") else { return nil }
        let parts = text.dropFirst(2).dropLast().split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        return .placeholderMalformed(
            asKey: text, meant: String(parts[0]), default: parts.count > 1 ? String(parts[1]) : nil)
    }
}

/// Puts values in the place of placeholders, in one reading of a setting with everything below it.
struct PlaceholderExpansion {
    /// From the setting that was asked for to the one whose text is being put together.
    private var chain: [SettingKey] = []
    private var count = 0
    /// The depth to which placeholders, and the lists and objects that they stand for, are nested.
    private var depth = 0

    private static let countLimit = 10_000
    private static let chainLimit = 100

    /// The value with every placeholder in its texts replaced.
    mutating func expand(
        _ value: SettingValue, at key: SettingKey, from origin: () -> String, isSecret: inout Bool,
        by lookup: SettingLookup
    ) throws -> SettingValue {
        switch value {
        case .string(let text) where text.utf8.contains(UInt8(ascii: "$")):
            chain.append(key)
            defer { chain.removeLast() }
            do {
                return try self.value(of: Placeholder.parts(of: text), isSecret: &isSecret, by: lookup)
            } catch let fault as PlaceholderFault {
                throw SettingFailure(.placeholderMalformed(key: key.shown, origin: origin(), reason: fault.reason))
            }
        case .array(var elements):
            try nested { expansion in
                for index in elements.indices {
                    elements[index] = try expansion.expand(
                        elements[index], at: key.element(index), from: origin, isSecret: &isSecret, by: lookup)
                }
            }
            return .array(elements)
        case .object(var members):
            try nested { expansion in
                for (name, member) in members {
                    members[name] = try expansion.expand(
                        member, at: key.appending(name), from: origin, isSecret: &isSecret, by: lookup)
                }
            }
            return .object(members)
        default: return value
        }
    }

    /// Does something a level deeper; the setting itself may be as deep as a file.
    mutating func nested<Result>(_ body: (inout PlaceholderExpansion) throws -> Result) throws -> Result {
        depth += 1
        defer { depth -= 1 }
        guard depth <= DocumentLimits.depth || chain.isEmpty else {
            throw PlaceholderFault("it is nested deeper than \(DocumentLimits.depth) levels")
        }
        return try body(&self)
    }

    /// A single placeholder keeps the type of what it stands for; anything else is a text.
    private mutating func value(
        of parts: [Placeholder], isSecret: inout Bool, by lookup: SettingLookup
    ) throws -> SettingValue {
        var text = ""
        for part in parts {
            switch part {
            case .text(let plain): text += plain
            case .setting(let name, let fallback):
                let value = try value(named: name, fallback, isSecret: &isSecret, by: lookup)
                if parts.count == 1 { return value }
                text += try Self.text(value)
                guard text.utf8.count <= DocumentLimits.bytes else {
                    throw PlaceholderFault("the text grows beyond \(DocumentLimits.bytes) bytes")
                }
            }
        }
        return .string(text)
    }

    private static func text(_ value: SettingValue) throws -> String {
        switch value {
        case .string(let text): return text
        case .bool, .int, .unsigned, .double: return value.description
        case .null: return ""
        case .array, .object: throw PlaceholderFault("\(value.kindDescription) can't be part of a string")
        }
    }

    private mutating func value(
        named name: [Placeholder], _ fallback: [Placeholder]?, isSecret: inout Bool, by lookup: SettingLookup
    ) throws -> SettingValue {
        count += 1
        guard count <= Self.countLimit else {
            throw PlaceholderFault("it takes more than \(Self.countLimit) placeholders")
        }
        guard chain.count <= Self.chainLimit else {
            throw PlaceholderFault("its placeholders lead through more than \(Self.chainLimit) settings")
        }
        return try nested { expansion in
            let key = try expansion.key(name, by: lookup)
            if let start = expansion.chain.firstIndex(where: { $0.description == key.description }) {
                throw SettingFailure(.placeholderCycle(expansion.chain[start...].map(\.shown)))
            }
            if let node = try lookup.find(key, as: .any, in: lookup.layers, &expansion) {
                return try lookup.whole(node, at: key, isSecret: &isSecret, &expansion)
            }
            if let fallback { return try expansion.value(of: fallback, isSecret: &isSecret, by: lookup) }
            let chain = expansion.chain
            var failure = SettingFailure(.placeholderUnresolved(name: key.shown, chain: (chain + [key]).map(\.shown)))
            failure.suggest { lookup.store.suggestion(for: key, excluding: chain) }
            throw failure
        }
    }

    /// The key that a placeholder names. Messages show keys, so a secret can't be a part of one.
    private mutating func key(_ name: [Placeholder], by lookup: SettingLookup) throws -> SettingKey {
        var isSecret = false
        let key = SettingKey(try Self.text(value(of: name, isSecret: &isSecret, by: lookup)))
        if isSecret { throw PlaceholderFault("the name of a placeholder can't contain a secret") }
        guard key.isWellFormed else { throw PlaceholderFault("a placeholder has no key") }
        if let excess = key.excess { throw PlaceholderFault("a placeholder's key \(excess)") }
        return key
    }
}
