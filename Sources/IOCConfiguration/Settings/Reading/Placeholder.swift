import IOCModel

/// A part of a text with placeholders.
///
/// 1. `${key}` is replaced by the setting with that key. `${key:default}` is replaced by the default if no source has
///    the setting.
/// 2. Keys and defaults may contain placeholders: `${hosts.${stage}:localhost}`.
/// 3. `$${` is replaced by the text `${`, and the matching brace is text as well: `$${key}` becomes `${key}`.
/// 4. A `$` without a following brace is text.
indirect enum Placeholder {
    case text(String)
    case setting(name: [Placeholder], fallback: [Placeholder]?)
}

extension SettingSession {
    private static let nestingLimit = 32
    private static let countLimit = 10_000
    private static let chainLimit = 100

    /// Returns the value, with all placeholders in its texts replaced.
    func expand(_ value: SettingValue, at key: SettingKey, of found: SourcedSetting) throws -> SettingValue {
        switch value {
        case .string(let text) where text.utf8.contains(UInt8(ascii: "$")):
            chain.append((key, found))
            defer { chain.removeLast() }
            var rest = text[...]
            return try self.value(of: parts(of: &rest))
        case .array(let elements):
            return .array(
                try nested { try elements.enumerated().map { try expand($1, at: key.element($0), of: found) } })
        case .object(let members):
            let expanded = try nested { try members.map { ($0, try expand($1, at: key.appending($0), of: found)) } }
            return .object(Dictionary(uniqueKeysWithValues: expanded))
        default: return value
        }
    }

    /// Reads the parts of a text up to one of the characters in `ends`, which remains in `rest`.
    private func parts(of rest: inout Substring, depth: Int = 0, until ends: String = "") throws -> [Placeholder] {
        guard depth <= Self.nestingLimit else {
            throw malformed("placeholders are nested deeper than \(Self.nestingLimit) levels")
        }
        var parts: [Placeholder] = []
        var text = ""
        /// The number of open braces that were escaped. The braces that match them end no placeholder.
        var escaped = 0
        while let character = rest.first {
            if rest.hasPrefix("$${") {
                text += "${"
                escaped += 1
                rest.removeFirst(3)
            } else if rest.hasPrefix("${") {
                rest.removeFirst(2)
                let name = try self.parts(of: &rest, depth: depth + 1, until: ":}")
                var fallback: [Placeholder]?
                if rest.first == ":" {
                    rest.removeFirst()
                    fallback = try self.parts(of: &rest, depth: depth + 1, until: "}")
                }
                guard rest.popFirst() == "}" else { throw malformed("a placeholder has no closing brace") }
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

    /// Runs `body` one level deeper. The depth is limited only while placeholders are replaced, because a setting
    /// without placeholders is not deeper than its file.
    func nested<Result>(_ body: () throws -> Result) throws -> Result {
        depth += 1
        defer { depth -= 1 }
        guard depth <= DocumentLimits.depth || chain.isEmpty else {
            throw malformed("it is nested deeper than \(DocumentLimits.depth) levels")
        }
        return try body()
    }

    /// Returns the value of a text. If the whole text is one placeholder, the value is that of the placeholder's
    /// setting. Otherwise it is text.
    private func value(of parts: [Placeholder]) throws -> SettingValue {
        var text = ""
        for part in parts {
            switch part {
            case .text(let plain): text += plain
            case .setting(let name, let fallback):
                let value = try value(named: name, fallback)
                if parts.count == 1 { return value }
                text += try self.text(value)
                guard text.utf8.count <= DocumentLimits.bytes else {
                    throw malformed("the text grows beyond \(DocumentLimits.bytes) bytes")
                }
            }
        }
        return .string(text)
    }

    private func text(_ value: SettingValue) throws -> String {
        guard let text = value == .null ? "" : value.text else {
            throw malformed("\(value.brief) can't be part of a string")
        }
        return text
    }

    private func value(named name: [Placeholder], _ fallback: [Placeholder]?) throws -> SettingValue {
        count += 1
        guard count <= Self.countLimit else { throw malformed("it takes more than \(Self.countLimit) placeholders") }
        guard chain.count <= Self.chainLimit else {
            throw malformed("its placeholders lead through more than \(Self.chainLimit) settings")
        }
        return try nested {
            let key = try self.key(name)
            if let start = chain.firstIndex(where: { $0.key.description == key.description }) {
                let cycle = chain[start...].map(\.key.shown)
                throw IOCError(.placeholderCycle(cycle))
            }
            if let value = try cursor(at: key).whole()?.value { return value }
            if let fallback { return try value(of: fallback) }
            let others = chain.map(\.key)
            throw IOCError(.placeholderUnresolved(name: key.shown, chain: (others + [key]).map(\.shown))) { [store] in
                $0.suggestion = store.suggestion(for: key, excluding: others)
            }
        }
    }

    /// Returns the key that a placeholder names. Messages show keys, so a key must not contain a secret.
    private func key(_ name: [Placeholder]) throws -> SettingKey {
        let (text, isSecret) = try noticingSecrets { try self.text(value(of: name)) }
        let key = SettingKey(text)
        if isSecret { throw malformed("the name of a placeholder can't contain a secret") }
        guard key.isWellFormed else { throw malformed("a placeholder has no key") }
        if let excess = key.excess { throw malformed("a placeholder's key \(excess)") }
        return key
    }

    /// Returns the error of the text whose placeholders are being replaced.
    private func malformed(_ reason: String) -> IOCError {
        let (key, origin) = (chain.last?.key.shown ?? "", chain.last?.found.origin ?? "")
        return IOCError(.placeholderMalformed(key: key, origin: origin, reason: reason))
    }
}
