import IOCModel
@_spi(Reflection) import Swift

/// Lets a `Decodable` type read its members from the sources. Each member is a setting of its own: every source is
/// searched for it, and an error names its key.
///
/// All types share one compiled copy of a generic function with `@_semantics`.
extension SettingCursor: Decoder, SingleValueDecodingContainer {
    // MARK: Reading

    /// Reads and converts a value of any type.
    @_semantics("optimize.sil.specialize.generic.never")
    func read<Wanted: Decodable>(_ type: Wanted.Type) throws -> Wanted {
        if let converter = store.converter(to: type) { return try convert(by: converter, type) }
        if let form = type as? any SettingForm.Type, let value = try form.read(self) as? Wanted { return value }
        guard let convertible = type as? any SettingConvertible.Type else { return try decoded(type) }
        guard let node = try find(convertible.kind) else { throw store.missing(key, type) }
        guard let value = node.value, let converted = convertible.convert(value) as? Wanted else {
            throw conversion(node, type, expected: convertible.expectation)
        }
        return converted
    }

    /// Reads a value that may be missing.
    ///
    /// 1. If decoding has found a value or an object, the setting exists. If its value doesn't convert, that is an
    ///    error.
    /// 2. If decoding has looked up no setting, the setting exists if a source has the key.
    /// 3. Otherwise the setting is missing, and the result is nil.
    ///
    /// The members of an object are searched as well. Environment variables, and sources that don't support trees, may
    /// have them although no source has the object itself.
    @_semantics("optimize.sil.specialize.generic.never")
    func readIfPresent<Wanted: Decodable>(_ type: Wanted.Type) throws -> Wanted? {
        let before = session.found
        (session.hasLooked, session.found) = (false, nil)
        defer { (session.hasLooked, session.found) = (true, session.found ?? before) }
        do {
            let value = try read(type)
            return session.found != nil || !session.hasLooked && has() ? value : nil
        } catch {
            if session.found != nil || hasMember(of: type) { throw error }
            guard let error = error as? IOCError, error.code != .settingMissing else { return nil }
            throw error
        }
    }

    /// Returns true if a source has one of a type's members. Decoding may have failed before it has looked up this
    /// member.
    private func hasMember(of type: Any.Type) -> Bool {
        if type is any SettingConvertible.Type || type is any SettingContainer.Type { return false }
        var hasMember = false
        _forEachField(of: type, options: _EachFieldOptions()) { name, _, _, _ in
            hasMember = member(String(cString: name)).has()
            return !hasMember
        }
        return hasMember
    }

    private func convert<Wanted>(by converter: any SettingConverter, _ type: Wanted.Type) throws -> Wanted {
        guard let node = try whole(), let value = node.value else { throw store.missing(key, type) }
        let name = "\(Swift.type(of: converter))"
        do {
            guard let made = try converter.convert(value, to: type) as? Wanted else {
                throw conversion(node, type, expected: "a value that \(name) makes one of")
            }
            try (made as? any ValidatedSetting)?.validate()
            return made
        } catch let error as IOCError where error.isOfSetting {
            throw error
        } catch {
            throw conversion(node, type, expected: "a value that \(name) takes", cause: error)
        }
    }

    @_semantics("optimize.sil.specialize.generic.never")
    private func decoded<Wanted: Decodable>(_ type: Wanted.Type) throws -> Wanted {
        let before = (session.found, session.hasSecret)
        (session.found, session.hasSecret) = (nil, false)
        defer {
            session.found = session.found ?? before.0
            session.hasSecret = session.hasSecret || before.1
        }
        do {
            var inner = self
            inner.type = type
            let value = try type.init(from: inner)
            try (value as? any ValidatedSetting)?.validate()
            return value
        } catch let error as IOCError where error.isOfSetting {
            throw error
        } catch {
            let hasMembers = session.found != nil
            let members = SettingNode(found: SourcedSetting(.null, from: "its members"), isSecret: isSecret)
            guard var node = try find(.any) ?? (hasMembers ? members : nil) else { throw store.missing(key, type) }
            node.isSecret = node.isSecret || session.hasSecret
            throw refused(node, type, error)
        }
    }

    // MARK: Failures

    private func conversion(
        _ node: SettingNode, _ type: Any.Type, expected: String, cause: (any Error)? = nil,
        among words: [String] = []
    ) -> IOCError {
        let isSecret = node.isSecret || SecretSearch.isSecret(inside: type)
        let shown = node.value?.brief ?? "an object"
        let kind = Fault.Kind.settingConversion(
            key: key.shown, value: isSecret || session.isSecret(key) ? ShownText.mask : shown,
            origin: node.found.origin, expected: expected)
        return IOCError(kind, cause: isSecret ? nil : cause) {
            $0.wanted = TypeName.shown(type)
            if !isSecret, case .string(let text)? = node.value {
                $0.suggestion = Suggestion.nearest(to: text, among: words)
            }
        }
    }

    /// Returns the error of a type that rejects the found value.
    private func refused(_ node: SettingNode, _ type: Any.Type, _ error: any Error) -> IOCError {
        let words = (type as? any CaseIterable.Type).map { Self.words(of: $0) } ?? []
        let name = TypeName.shown(type)
        var expected = "a value that \(name) takes"
        if type is any RawRepresentable.Type {
            expected = "a raw value of \(name), which would be listed here if \(name) were CaseIterable"
        }
        if !words.isEmpty { expected = "one of: \(words.joined(separator: ", "))" }
        return conversion(node, type, expected: expected, cause: words.isEmpty ? error : nil, among: words)
    }

    /// Returns the words for a type's cases: their raw values, or their names if there are none.
    private static func words<Cases: CaseIterable>(of type: Cases.Type) -> [String] {
        type.allCases.map { ($0 as? any RawRepresentable).map { "\($0.rawValue)" } ?? "\($0)" }
    }

    // MARK: Decoding

    var codingPath: [any CodingKey] { key.parts.map(AnyCodingKey.init) }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy keys: Key.Type) throws -> KeyedDecodingContainer<Key> {
        var members = SettingMembers<Key>(cursor: self, map: type as? any SettingMap.Type)
        if members.map != nil { store.noteMap(key) }
        // Members may exist although no source has the object. For example, each environment variable is a single
        // value.
        guard let node = try find(.object) else { return KeyedDecodingContainer(members) }
        guard node.value == nil else { throw conversion(node, type ?? [String: Any].self, expected: "an object") }
        members.cursor = inside(node)
        return KeyedDecodingContainer(members)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let kind = type.map(SettingKind.init) ?? .list
        if let type, SecretSearch.isSecret(inside: type) { store.noteSecret(key) }
        guard let node = try find(kind.isList ? kind : .list) else { throw store.missing(key, type ?? [Any].self) }
        guard let elements = node.value?.elements else {
            throw conversion(
                node, type ?? [Any].self,
                expected: "a list, or a text such as a,b with commas between its elements, and \\, for a comma in one")
        }
        return SettingElements(list: self, node: node, elements: elements)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { (try? find(.any)) == nil }

    func decode<Wanted: Decodable>(_ type: Wanted.Type) throws -> Wanted {
        var inner = self
        inner.type = nil
        return try inner.read(type)
    }
}

extension SettingValue {
    /// The elements of a list, or of a text with commas between the elements.
    ///
    /// `\,` is a comma in an element. An empty text has no elements. Any other text is not a list if an element would
    /// be empty, or if brackets are around the text.
    fileprivate var elements: [SettingValue]? {
        if case .array(let elements) = self { return elements }
        guard let text = string else { return nil }
        if text.isEmpty { return [] }
        if text.trimmed.hasPrefix("["), text.trimmed.hasSuffix("]") { return nil }
        var elements = [""]
        var rest = text[...]
        while let character = rest.popFirst() {
            if character == "\\", rest.first == "," {
                rest.removeFirst()
                elements[elements.count - 1].append(",")
            } else if character == "," {
                elements.append("")
            } else {
                elements[elements.count - 1].append(character)
            }
        }
        let trimmed = elements.map { String($0.trimmed) }
        return trimmed.contains("") ? nil : trimmed.map { .string($0) }
    }
}

/// The members of an object.
struct SettingMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    var cursor: SettingCursor
    /// The dictionary type whose keys may have dots; nil for other types.
    var map: (any SettingMap.Type)?

    var codingPath: [any CodingKey] { cursor.codingPath }

    var allKeys: [Key] {
        let holdsSingleValues = map.map { SettingKind.isSingle($0.content) } ?? false
        let kind = holdsSingleValues ? map.map { SettingKind(of: $0.content) } ?? .any : .any
        // An entry that a stronger value or a `null` replaces doesn't count.
        return SettingLayer.names(below: cursor.key, in: cursor.layers, holdsSingleValues: holdsSingleValues)
            .compactMap(Key.init(stringValue:)).filter { member($0).has(kind) }
    }

    private func member(_ key: any CodingKey) -> SettingCursor { cursor.member(key.stringValue) }

    // A value that can't be read counts as present. Reading it then throws the error.
    func contains(_ key: Key) -> Bool { member(key).has() }

    func decodeNil(forKey key: Key) throws -> Bool { try member(key).find(.any) == nil }

    func decode<Wanted: Decodable>(_ type: Wanted.Type, forKey key: Key) throws -> Wanted {
        try member(key).read(type)
    }

    func decodeIfPresent<Wanted: Decodable>(_ type: Wanted.Type, forKey key: Key) throws -> Wanted? {
        try member(key).readIfPresent(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try member(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try member(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { member(AnyCodingKey("super")) }

    func superDecoder(forKey key: Key) throws -> any Decoder { member(key) }
}

/// The elements of a list. They all come from the same source.
struct SettingElements: UnkeyedDecodingContainer {
    let list: SettingCursor
    let node: SettingNode
    let elements: [SettingValue]
    private(set) var currentIndex = 0

    var codingPath: [any CodingKey] { list.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    private var cursor: SettingCursor {
        list.element(currentIndex, of: node, isAtEnd ? nil : elements[currentIndex])
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, case .null = elements[currentIndex] else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Wanted: Decodable>(_ type: Wanted.Type) throws -> Wanted {
        let value = try cursor.read(type)
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested>
    {
        try superDecoder().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try superDecoder().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder {
        defer { currentIndex += 1 }
        return cursor
    }
}
