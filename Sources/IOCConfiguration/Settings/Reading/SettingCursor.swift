import IOCModel
@_spi(Reflection) import Swift

/// A place in the settings: a key, and the layers in which it is looked for.
///
/// It lets a `Decodable` type read its members from the sources. Each member is a setting of its own: it is looked for in
/// every source, and a failure names its key.
///
/// Its generic functions are compiled once for all types: specialized for each that a decoder may be asked for, they were
/// 1 % of a program.
struct SettingCursor: Decoder, SingleValueDecodingContainer {
    let session: SettingSession
    var key: SettingKey
    var layers: [SettingLayer]
    var isSecret = false
    /// The type that is decoded; nil inside a type's own decoding.
    var type: Any.Type?

    private var store: SettingStore { session.store }

    // MARK: Looking

    /// The value here; null is nothing.
    func node(as kind: SettingKind) throws -> SettingNode? {
        session.hasLooked = true
        guard var node = try session.find(key, as: kind, in: layers) else { return nil }
        node.isSecret = node.isSecret || isSecret
        session.found = session.found ?? node.found
        session.hasSecret = session.hasSecret || node.isSecret
        return node
    }

    /// Returns true if there is something of a kind, even if it can't be put together.
    func has(_ kind: SettingKind = .any) -> Bool {
        do {
            let node = try node(as: kind)
            // An object without members is reported to a reader that wants a single value.
            return node.map { kind == .any || $0.value != nil || $0.found.value == [:] } ?? false
        } catch {
            return true
        }
    }

    // MARK: Reading

    /// A value of any type, converted.
    @_semantics("optimize.sil.specialize.generic.never")
    func read<Wanted: Decodable>(_ type: Wanted.Type) throws -> Wanted {
        if let converter = store.converter(to: type) { return try convert(by: converter, type) }
        if let form = type as? any SettingForm.Type, let value = try form.read(self) as? Wanted { return value }
        guard let convertible = type as? any SettingConvertible.Type else { return try decoded(type) }
        guard let node = try node(as: convertible.kind) else { throw store.missing(key, type) }
        guard let value = node.value, let converted = convertible.convert(value) as? Wanted else {
            throw conversion(node, type, expected: convertible.expectation)
        }
        return converted
    }

    /// A value that may be absent: it is there if the type finds a value or an object, or if it looks for nothing and there is
    /// one. A value that doesn't convert is there.
    ///
    /// Variables, and sources that don't know trees, may give the members of an object that no source has as a whole.
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

    /// Returns true if a source has one of a type's members, of which the type may not have asked for all.
    private func hasMember(of type: Any.Type) -> Bool {
        let isObject =
            !(type is any SettingConvertible.Type || type is any SettingForm.Type || type is any PropertyList.Type
            || type is any SettingMap.Type)
        guard isObject else { return false }
        var hasMember = false
        _forEachField(of: type, options: _EachFieldOptions()) { name, _, _, _ in
            var member = self
            member.key = key.appending(String(cString: name))
            hasMember = member.has()
            return !hasMember
        }
        return hasMember
    }

    private func convert<Wanted>(by converter: any SettingConverter, _ type: Wanted.Type) throws -> Wanted {
        guard let node = try node(as: .any) else { throw store.missing(key, type) }
        var isSecret = node.isSecret
        let value = try session.whole(node, at: key, isSecret: &isSecret)
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
            let isMasked = isSecret || SecretSearch.isSecret(inside: type)
            throw conversion(
                node, type, expected: "a value that \(name) takes", cause: isMasked ? nil : error)
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
            guard var node = try node(as: .any) ?? (hasMembers ? members : nil) else { throw store.missing(key, type) }
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
        return IOCError(kind, cause: cause) {
            $0.wanted = TypeName.shown(type)
            if !isSecret, case .string(let text)? = node.value {
                $0.suggestion = Suggestion.nearest(to: text, among: words)
            }
        }
    }

    /// The failure of a type that doesn't take what was found.
    private func refused(_ node: SettingNode, _ type: Any.Type, _ error: any Error) -> IOCError {
        let words = (type as? any CaseIterable.Type).map { Self.words(of: $0) } ?? []
        let expected =
            words.isEmpty ? "a value that \(TypeName.shown(type)) takes" : "one of: \(words.joined(separator: ", "))"
        let isMasked = node.isSecret || SecretSearch.isSecret(inside: type)
        return conversion(
            node, type, expected: expected, cause: isMasked || !words.isEmpty ? nil : error, among: words)
    }

    /// The words of a type's cases: their raw values, or else their names.
    private static func words<Cases: CaseIterable>(of type: Cases.Type) -> [String] {
        type.allCases.map { ($0 as? any RawRepresentable).map { "\($0.rawValue)" } ?? "\($0)" }
    }

    // MARK: Decoding

    var codingPath: [any CodingKey] { key.parts.map(AnyCodingKey.init) }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy keys: Key.Type) throws -> KeyedDecodingContainer<Key> {
        var members = SettingMembers<Key>(cursor: self, map: type as? any SettingMap.Type)
        if members.map != nil { store.noteMap(key) }
        // Members may be there although no source has the object: each variable of the environment is one by itself.
        guard let node = try node(as: .object) else { return KeyedDecodingContainer(members) }
        guard node.value == nil else {
            throw conversion(node, type ?? [String: Any].self, expected: "an object")
        }
        members.cursor.isSecret = node.isSecret
        members.cursor.layers = node.members
        return KeyedDecodingContainer(members)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let kind = type.map(SettingKind.init) ?? .list
        if let type, SecretSearch.isSecret(inside: type) { store.noteSecret(key) }
        guard let node = try node(as: kind.isList ? kind : .list) else { throw store.missing(key, type ?? [Any].self) }
        guard let elements = node.value?.elements else {
            throw conversion(
                node, type ?? [Any].self,
                expected: "a list, or a text such as a,b with commas between its elements, and \\, for a comma in one")
        }
        return SettingElements(list: self, node: node, elements: elements)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { (try? node(as: .any)) == nil }

    func decode<Wanted: Decodable>(_ type: Wanted.Type) throws -> Wanted {
        var inner = self
        inner.type = nil
        return try inner.read(type)
    }
}

extension SettingValue {
    /// The elements of a list, or of a text with commas between them.
    ///
    /// `\,` is a comma in an element. A text is no list if an element would be empty, or if it has the brackets of one.
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
    /// The type of a map, whose keys may have dots.
    var map: (any SettingMap.Type)?

    var codingPath: [any CodingKey] { cursor.codingPath }

    var allKeys: [Key] {
        let holdsSingleValues = map.map { SettingKind.isSingle($0.value) } ?? false
        let kind = holdsSingleValues ? map.map { SettingKind(of: $0.value) } ?? .any : .any
        // An entry that a stronger value or a `null` replaces is none.
        return SettingLayer.names(below: cursor.key, in: cursor.layers, holdsSingleValues: holdsSingleValues)
            .compactMap(Key.init(stringValue:)).filter { member($0).has(kind) }
    }

    private func member(_ key: any CodingKey) -> SettingCursor {
        let inner = cursor.key.appending(key.stringValue)
        let isSecret = cursor.isSecret || cursor.session.store.isSecretByName(inner)
        return SettingCursor(session: cursor.session, key: inner, layers: cursor.layers, isSecret: isSecret)
    }

    // The caller may have a default, and a failure is reported when the value is read.
    func contains(_ key: Key) -> Bool { member(key).has() }

    func decodeNil(forKey key: Key) throws -> Bool { try member(key).node(as: .any) == nil }

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

/// The elements of a list; they come from one source together.
struct SettingElements: UnkeyedDecodingContainer {
    let list: SettingCursor
    let node: SettingNode
    let elements: [SettingValue]
    private(set) var currentIndex = 0

    var codingPath: [any CodingKey] { list.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    private var cursor: SettingCursor {
        let key = list.key.element(currentIndex)
        let layers = isAtEnd ? [] : [node.layer(of: elements[currentIndex], at: key)]
        return SettingCursor(session: list.session, key: key, layers: layers, isSecret: node.isSecret)
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
