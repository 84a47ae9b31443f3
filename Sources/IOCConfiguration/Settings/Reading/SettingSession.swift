import IOCModel

/// One reading of a setting with everything below it.
///
/// Its generic functions are compiled once for all types: specialized for each that a decoder may be asked for, they were
/// 1 % of a program.
final class SettingSession {
    let lookup: SettingLookup
    private var expansion = PlaceholderExpansion()
    private var hasLooked = false
    /// True if the type that is being decoded has found a value or an object.
    private var hasFound = false
    /// True if one of them is secret; errors of the type's own code may quote it.
    private var hasSecret = false

    init(_ lookup: SettingLookup) { self.lookup = lookup }

    /// Where a value is to be looked for.
    struct Place {
        enum Content {
            /// In these layers.
            case layers([SettingLayer])
            /// Inside a list that a layer gave, or nowhere.
            case node(SettingNode?)
        }

        var key: SettingKey
        var content: Content
        var isSecret = false
    }

    /// The value at a place; null is nothing.
    func node(at place: Place, as kind: SettingKind) throws -> SettingNode? {
        hasLooked = true
        var node: SettingNode?
        switch place.content {
        case .node(let known): node = known
        case .layers(let layers): node = try lookup.find(place.key, as: kind, in: layers, &expansion)
        }
        if case .null? = node?.value { return nil }
        if place.isSecret { node?.isSecret = true }
        return node
    }

    /// Returns true if there is something at a place, even if it can't be put together.
    func has(_ place: Place) -> Bool {
        do { return try node(at: place, as: .any) != nil } catch { return true }
    }

    /// A value of any type, converted.
    @_semantics("optimize.sil.specialize.generic.never")
    func read<Wanted: Decodable>(_ type: Wanted.Type, at place: Place) throws -> Wanted {
        if let converter = lookup.store.converter(to: type) { return try convert(by: converter, type, at: place) }
        if let form = type as? any SettingForm.Type, let value = try form.read(self, at: place) as? Wanted {
            return value
        }
        guard let convertible = type as? any SettingConvertible.Type else { return try decode(type, at: place) }
        guard let node = try node(at: place, as: convertible.kind) else { throw missing(place.key, type) }
        return try convert(node, type, convertible, at: place)
    }

    /// A value that may be absent: it is there if the type finds a value or an object, or if it looks for nothing and there is
    /// one. A value that doesn't convert is there.
    ///
    /// Variables, and sources that don't know trees, may give the members of an object that no source has as a whole.
    @_semantics("optimize.sil.specialize.generic.never")
    func readIfPresent<Wanted: Decodable>(_ type: Wanted.Type, at place: Place) throws -> Wanted? {
        let inner = SettingSession(lookup)
        defer {
            hasLooked = hasLooked || inner.hasLooked
            hasFound = hasFound || inner.hasFound
            hasSecret = hasSecret || inner.hasSecret
        }
        do {
            let value = try inner.read(type, at: place)
            return inner.hasFound || !inner.hasLooked && has(place) ? value : nil
        } catch {
            if inner.hasFound { throw error }
            guard let failure = error as? SettingFailure, !failure.isMissing else { return nil }
            throw failure
        }
    }

    private func convert<Wanted>(
        _ node: SettingNode, _ type: Wanted.Type, _ convertible: any SettingConvertible.Type, at place: Place
    ) throws -> Wanted {
        found(node)
        guard let value = node.value, let converted = convertible.convert(value) as? Wanted else {
            throw conversion(node, at: place.key, type, expected: convertible.expectation)
        }
        return converted
    }

    private func convert<Wanted>(
        by converter: any SettingConverter, _ type: Wanted.Type, at place: Place
    ) throws -> Wanted {
        guard let node = try node(at: place, as: .any) else { throw missing(place.key, type) }
        found(node)
        var isSecret = node.isSecret
        let value = try lookup.whole(node, at: place.key, isSecret: &isSecret, &expansion)
        let name = "\(Swift.type(of: converter))"
        do {
            guard let made = try converter.convert(value, to: type) as? Wanted else {
                throw conversion(node, at: place.key, type, expected: "a value that \(name) makes one of")
            }
            try (made as? any ValidatedSetting)?.validate()
            return made
        } catch let failure as SettingFailure {
            throw failure
        } catch {
            var failure = conversion(node, at: place.key, type, expected: "a value that \(name) takes")
            if !isSecret { failure.cause = error }
            throw failure
        }
    }

    @_semantics("optimize.sil.specialize.generic.never")
    private func decode<Wanted: Decodable>(_ type: Wanted.Type, at place: Place) throws -> Wanted {
        let before = (hasFound, hasSecret)
        (hasFound, hasSecret) = (false, false)
        defer { (hasFound, hasSecret) = (hasFound || before.0, hasSecret || before.1) }
        do {
            let value = try type.init(from: SettingDecoder(session: self, place: place, type: type))
            try (value as? any ValidatedSetting)?.validate()
            return value
        } catch let failure as SettingFailure {
            throw failure
        } catch {
            let members = SettingNode(content: .members([]), isSecret: place.isSecret) { "its members" }
            guard var node = try node(at: place, as: .any) ?? (hasFound ? members : nil) else {
                throw missing(place.key, type)
            }
            node.isSecret = node.isSecret || hasSecret
            throw refused(node, at: place.key, type, error)
        }
    }

    // MARK: Failures

    func found(_ node: SettingNode) {
        hasFound = true
        if node.isSecret { hasSecret = true }
    }

    func missing(_ key: SettingKey, _ type: Any.Type) -> SettingFailure {
        let isVariable = SettingKind.isSingle(type)
        var failure = SettingFailure(
            .settingMissing(key: key.shown, variable: isVariable ? EnvironmentSettingSource.variable(for: key) : ""),
            wanted: type)
        failure.suggest { [store = lookup.store] in store.suggestion(for: key) }
        failure.miss { [store = lookup.store] in store.nearVariables(of: key) }
        return failure
    }

    func conversion(
        _ node: SettingNode, at key: SettingKey, _ type: Any.Type, expected: String
    ) -> SettingFailure {
        SettingFailure(
            .settingConversion(key: key.shown, value: node.shown, origin: node.origin(), expected: expected),
            wanted: type)
    }

    /// The failure of a type that doesn't take what was found.
    private func refused(
        _ node: SettingNode, at key: SettingKey, _ type: Any.Type, _ error: any Error
    ) -> SettingFailure {
        let words = (type as? any CaseIterable.Type).map { Self.words(of: $0) } ?? []
        let expected =
            words.isEmpty ? "a value that \(TypeName.shown(type)) takes" : "one of: \(words.joined(separator: ", "))"
        var failure = conversion(node, at: key, type, expected: expected)
        if words.isEmpty, !node.isSecret { failure.cause = error }
        if !node.isSecret, case .string(let text)? = node.value {
            failure.suggestion = Suggestion.nearest(to: text, among: words)
        }
        return failure
    }

    /// The raw values of a type's cases.
    private static func words<Cases: CaseIterable>(of type: Cases.Type) -> [String] {
        type.allCases.compactMap { ($0 as? any RawRepresentable).map { "\($0.rawValue)" } }
    }
}
