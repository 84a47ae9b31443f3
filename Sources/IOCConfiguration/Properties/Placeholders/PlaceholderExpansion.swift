import IOCModel

/// Puts values in the place of placeholders, in one reading of a property with everything below it.
struct PlaceholderExpansion {
    /// From the property that was asked for to the one whose text is being put together.
    private var chain: [PropertyKey] = []
    private var placeholders = 0
    private var length = 0
    /// The depth to which placeholders, and the lists and objects that they stand for, are nested.
    private var depth = 0

    private static let placeholderLimit = 10_000
    private static let chainLimit = 100

    /// The value with every placeholder in its texts replaced.
    mutating func expand(
        _ value: PropertyValue, at key: PropertyKey, from origin: () -> String, isSecret: inout Bool,
        by lookup: PropertyLookup
    ) throws -> PropertyValue {
        switch value {
        case .string(let text) where text.utf8.contains(UInt8(ascii: "$")):
            chain.append(key)
            defer { chain.removeLast() }
            do {
                return try self.value(of: PlaceholderPiece.pieces(of: text), isSecret: &isSecret, by: lookup)
            } catch let fault as PlaceholderFault {
                throw PropertyFailure(.placeholderMalformed(key: key.shown, origin: origin(), reason: fault.reason))
            }
        case .array(let elements):
            try descend()
            defer { ascend() }
            var expanded: [PropertyValue] = []
            for (index, element) in elements.enumerated() {
                let inner = key.element(index)
                expanded.append(try expand(element, at: inner, from: origin, isSecret: &isSecret, by: lookup))
            }
            return .array(expanded)
        case .object(let members):
            try descend()
            defer { ascend() }
            var expanded = members
            for (name, member) in members {
                let inner = key.appending(name)
                expanded[name] = try expand(member, at: inner, from: origin, isSecret: &isSecret, by: lookup)
            }
            return .object(expanded)
        default: return value
        }
    }

    /// Goes a level deeper; the property itself may be as deep as a file.
    mutating func descend() throws {
        depth += 1
        guard depth <= DocumentLimits.depth || chain.isEmpty else {
            throw PlaceholderFault("it is nested deeper than \(DocumentLimits.depth) levels")
        }
    }

    mutating func ascend() { depth -= 1 }

    /// A single placeholder keeps the type of what it stands for; anything else is a text.
    private mutating func value(
        of pieces: [PlaceholderPiece], isSecret: inout Bool, by lookup: PropertyLookup
    ) throws -> PropertyValue {
        if pieces.count == 1, case .placeholder(let name, let fallback) = pieces[0] {
            return try value(of: name, fallback, isSecret: &isSecret, by: lookup)
        }
        var text = ""
        for piece in pieces {
            switch piece {
            case .text(let part): text += part
            case .placeholder(let name, let fallback):
                text += try Self.text(value(of: name, fallback, isSecret: &isSecret, by: lookup))
            }
            guard length + text.utf8.count <= DocumentLimits.bytes else {
                throw PlaceholderFault("the text grows beyond \(DocumentLimits.bytes) bytes")
            }
        }
        length += text.utf8.count
        return .string(text)
    }

    private static func text(_ value: PropertyValue) throws -> String {
        switch value {
        case .string(let text): return text
        case .bool, .int, .unsigned, .double: return value.description
        case .null: return ""
        case .array, .object: throw PlaceholderFault("\(value.kindDescription) can't stand inside a text")
        }
    }

    private mutating func value(
        of name: [PlaceholderPiece], _ fallback: [PlaceholderPiece]?, isSecret: inout Bool, by lookup: PropertyLookup
    ) throws -> PropertyValue {
        placeholders += 1
        guard placeholders <= Self.placeholderLimit else {
            throw PlaceholderFault("it takes more than \(Self.placeholderLimit) placeholders")
        }
        guard chain.count <= Self.chainLimit else {
            throw PlaceholderFault("its placeholders lead through more than \(Self.chainLimit) properties")
        }
        try descend()
        defer { ascend() }
        let key = try key(name, by: lookup)
        if let start = chain.firstIndex(where: { $0.description == key.description }) {
            throw PropertyFailure(.placeholderCycle(chain[start...].map(\.shown)))
        }
        if let node = try lookup.find(key, as: .any, in: lookup.layers, &self) {
            return try lookup.whole(node, at: key, isSecret: &isSecret, &self)
        }
        if let fallback { return try value(of: fallback, isSecret: &isSecret, by: lookup) }
        var failure = PropertyFailure(.placeholderUnresolved(name: key.shown, chain: (chain + [key]).map(\.shown)))
        failure.suggest { [chain] in lookup.store.suggestion(for: key, excluding: chain) }
        throw failure
    }

    /// The key that a placeholder names. Messages show keys, so a secret can't be a part of one.
    private mutating func key(_ name: [PlaceholderPiece], by lookup: PropertyLookup) throws -> PropertyKey {
        var isSecret = false
        let key = PropertyKey(try Self.text(value(of: name, isSecret: &isSecret, by: lookup)))
        if isSecret { throw PlaceholderFault("the name of a placeholder can't contain a secret") }
        guard key.isWellFormed else { throw PlaceholderFault("a placeholder has no key") }
        if let excess = key.excess { throw PlaceholderFault("a placeholder's key \(excess)") }
        return key
    }
}
