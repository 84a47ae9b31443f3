import IOCModel

/// One reading of a property with everything below it.
///
/// Its generic functions are compiled once for all types: specialized for each that a decoder may be asked for, they were
/// 1 % of a program.
final class PropertySession {
    let lookup: PropertyLookup
    let budget = PlaceholderBudget()
    /// The number of values and objects found.
    private(set) var foundCount = 0
    /// The number of places looked at.
    private var askCount = 0
    /// The number of secret ones among them; errors of the type's own code may quote them.
    private(set) var secretCount = 0

    init(_ lookup: PropertyLookup) { self.lookup = lookup }

    /// Where a value is to be looked for.
    struct Place {
        enum Content {
            /// In these layers.
            case layers([PropertyLayer])
            /// Inside a list that a layer gave, or nowhere.
            case node(PropertyNode?)
        }

        var key: PropertyKey
        var content: Content
        var isSecret = false
    }

    /// The value at a place; null is nothing.
    func node(at place: Place, as kind: PropertyKind) throws -> PropertyNode? {
        askCount += 1
        var node: PropertyNode?
        switch place.content {
        case .node(let known): node = known
        case .layers(let layers):
            var expansion = PlaceholderExpansion(budget)
            node = try lookup.find(place.key, as: kind, in: layers, &expansion)
        }
        if case .null? = node?.value { return nil }
        if place.isSecret { node?.isSecret = true }
        return node
    }

    /// A value of any type, converted.
    @_semantics("optimize.sil.specialize.generic.never")
    func read<Wanted: Decodable>(_ type: Wanted.Type, at place: Place) throws -> Wanted {
        if let value = try converted(type, at: place) { return value }
        if let form = type as? any PropertyForm.Type, let value = try form.read(self, at: place) as? Wanted {
            return value
        }
        guard let convertible = type as? any PropertyConvertible.Type else { return try decode(type, at: place) }
        guard let node = try node(at: place, as: convertible.kind) else { throw missing(place.key, type) }
        found(node)
        guard let value = node.value, let converted = convertible.convert(value) as? Wanted else {
            throw conversion(node, at: place.key, type, expected: convertible.expectation)
        }
        return converted
    }

    /// A value that may be absent: where nothing was found, whatever the type makes of nothing does not count.
    ///
    /// The counts from before and after tell what the type's decoding has done: found a value, looked in vain, or not looked at all.
    @_semantics("optimize.sil.specialize.generic.never")
    func readIfPresent<Wanted: Decodable>(_ type: Wanted.Type, at place: Place) throws -> Wanted? {
        let before = (found: foundCount, asked: askCount)
        do {
            let value = try read(type, at: place)
            // A type may ask for nothing at all.
            return foundCount > before.found || askCount == before.asked && has(place) ? value : nil
        } catch {
            if foundCount > before.found { throw error }
            // Only a missing value is absent; one that was found and does not convert was counted.
            guard let failure = error as? PropertyFailure else { return nil }
            if failure.isMissing { return nil }
            throw error
        }
    }

    /// Returns true if something stands at a place; what can't be put together does.
    func has(_ place: Place) -> Bool {
        do { return try node(at: place, as: .any) != nil } catch { return true }
    }

    @_semantics("optimize.sil.specialize.generic.never")
    private func decode<Wanted: Decodable>(_ type: Wanted.Type, at place: Place) throws -> Wanted {
        let (found, secrets) = (foundCount, secretCount)
        do {
            var decoder = PropertyDecoder(session: self, place: place)
            if let list = type as? any PropertyList.Type { decoder.listKind = .list(of: list.elementKind) }
            let value = try type.init(from: decoder)
            try (value as? any ValidatedProperty)?.validate()
            return value
        } catch let failure as PropertyFailure {
            throw failure
        } catch {
            // Variables of the environment give members without an object.
            let members = PropertyNode(content: .members([]), isSecret: place.isSecret) { "its members" }
            guard var node = try node(at: place, as: .any) ?? (foundCount > found ? members : nil) else {
                throw missing(place.key, type)
            }
            node.isSecret = node.isSecret || secretCount > secrets
            let words = (type as? any CaseIterable.Type).flatMap { allowed($0) }
            var failure = refused(node, at: place.key, type, named: TypeName.shown(type), words)
            if words == nil, !node.isSecret { failure.cause = error }
            throw failure
        }
    }

    private func allowed<Cases: CaseIterable>(_ type: Cases.Type) -> [String]? {
        let words = type.allCases.compactMap { ($0 as? any RawRepresentable).map { "\($0.rawValue)" } }
        return words.isEmpty ? nil : words
    }

    // MARK: Failures

    func found(_ node: PropertyNode) {
        foundCount += 1
        if node.isSecret { secretCount += 1 }
    }

    func missing(_ key: PropertyKey, _ type: Any.Type) -> PropertyFailure {
        var failure = PropertyFailure(
            .propertyMissing(key: key.shown, variable: EnvironmentPropertySource.variable(for: key)), wanted: type)
        failure.suggest { [store = lookup.store] in store.suggestion(for: key) }
        failure.miss { [store = lookup.store] in store.nearVariables(of: key) }
        return failure
    }

    func conversion(
        _ node: PropertyNode, at key: PropertyKey, _ type: Any.Type, expected: String
    ) -> PropertyFailure {
        PropertyFailure(
            .propertyConversion(key: key.shown, value: node.shown, origin: node.origin(), expected: expected),
            wanted: type)
    }

    /// The failure where a type does not take what was found.
    /// - Parameter words: The accepted words, where they can be listed.
    func refused(
        _ node: PropertyNode, at key: PropertyKey, _ type: Any.Type, named typeName: String, _ words: [String]?
    ) -> PropertyFailure {
        let expected = words.map { "one of: \($0.joined(separator: ", "))" } ?? "a value that \(typeName) takes"
        var failure = conversion(node, at: key, type, expected: expected)
        if let words, !node.isSecret, case .string(let text) = node.value {
            failure.suggestion = Suggestion.nearest(to: text, among: words)
        }
        return failure
    }
}
