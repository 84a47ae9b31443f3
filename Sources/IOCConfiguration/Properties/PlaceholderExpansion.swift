import IOCModel

/// Puts values in the place of placeholders, for one property that was asked for.
struct PlaceholderExpansion {
    /// From the property that was asked for to the one whose text is being put together.
    private var chain: [String] = []
    private var steps = 0

    /// Placeholders may multiply each other: ten lines can ask for more than any memory holds.
    private static let stepLimit = 10_000
    private static let lengthLimit = 1 << 20
    private static let chainLimit = 100

    /// The value with every placeholder in its texts replaced.
    mutating func expand(
        _ value: PropertyValue, at key: PropertyKey, from origin: @autoclosure () -> String, isSecret: inout Bool,
        by lookup: PropertyLookup
    ) throws -> PropertyValue {
        switch value {
        case .string(let text) where PlaceholderText.isNeeded(in: text):
            chain.append("\(key)")
            defer { chain.removeLast() }
            do {
                return try result(of: PlaceholderText(text).pieces, isSecret: &isSecret, by: lookup)
            } catch let error as PlaceholderText.Malformed {
                throw PropertyFailure(.malformedPlaceholder(key: "\(key)", origin: origin(), reason: error.reason))
            }
        case .array(let elements):
            var expanded: [PropertyValue] = []
            for (index, element) in elements.enumerated() {
                let inner = key.element(index)
                expanded.append(try expand(element, at: inner, from: origin(), isSecret: &isSecret, by: lookup))
            }
            return .array(expanded)
        case .object(let members):
            var expanded: [String: PropertyValue] = [:]
            for (name, member) in members {
                let inner = key.appending(name)
                expanded[name] = try expand(member, at: inner, from: origin(), isSecret: &isSecret, by: lookup)
            }
            return .object(expanded)
        default: return value
        }
    }

    /// A lone placeholder keeps the type of what it stands for; anything else is a text.
    private mutating func result(
        of pieces: [PlaceholderText.Piece], isSecret: inout Bool, by lookup: PropertyLookup
    ) throws -> PropertyValue {
        if pieces.count == 1, case .placeholder(let name, let fallback) = pieces[0] {
            return try value(of: name, fallback, isSecret: &isSecret, by: lookup)
        }
        var text = ""
        for piece in pieces {
            switch piece {
            case .text(let part): text += part
            case .placeholder(let name, let fallback):
                text += try part(value(of: name, fallback, isSecret: &isSecret, by: lookup))
            }
            guard text.utf8.count <= Self.lengthLimit else {
                throw PlaceholderText.Malformed(reason: "the text grows beyond \(Self.lengthLimit) bytes")
            }
        }
        return .string(text)
    }

    private func part(_ value: PropertyValue) throws -> String {
        switch value {
        case .string(let text): return text
        case .bool, .int, .double: return value.description
        case .null: return ""
        case .array, .object:
            throw PlaceholderText.Malformed(reason: "\(value.kindDescription) can't stand inside a text")
        }
    }

    private mutating func value(
        of name: [PlaceholderText.Piece], _ fallback: [PlaceholderText.Piece]?, isSecret: inout Bool,
        by lookup: PropertyLookup
    ) throws -> PropertyValue {
        steps += 1
        guard steps <= Self.stepLimit, chain.count <= Self.chainLimit else {
            throw PlaceholderText.Malformed(reason: "it takes more than \(Self.stepLimit) placeholders")
        }
        let text = try part(result(of: name, isSecret: &isSecret, by: lookup))
        let key = PropertyKey(text)
        guard key.isWellFormed else { throw PlaceholderText.Malformed(reason: "a placeholder has no key") }
        if let start = chain.firstIndex(of: text) {
            throw PropertyFailure(.placeholderCycle(Array(chain[start...])))
        }
        if let node = try lookup.find(key, as: .any, in: lookup.layers, &self) {
            return try lookup.whole(node, at: key, isSecret: &isSecret, &self)
        }
        if let fallback { return try result(of: fallback, isSecret: &isSecret, by: lookup) }
        var failure = PropertyFailure(.unresolvedPlaceholder(name: text, chain: chain + [text]))
        failure.suggestion = lookup.store.suggestion(for: key, excluding: chain)
        throw failure
    }
}
