import IOCModel

/// Puts values in the place of placeholders, for one property that was asked for.
struct PlaceholderExpansion {
    private let budget: PlaceholderBudget
    /// From the property that was asked for to the one whose text is being put together.
    private var chain: [PropertyKey] = []
    private var placeholders = 0
    /// The depth to which placeholders, and the lists and objects that they stand for, are nested.
    private var depth = 0

    static let placeholderLimit = 10_000
    static let lengthLimit = 1 << 20
    static let chainLimit = 100

    /// - Parameter budget: The budget, shared with other properties of the same reading.
    init(_ budget: PlaceholderBudget) { self.budget = budget }

    /// The value with every placeholder in its texts replaced.
    mutating func expand(
        _ value: PropertyValue, at key: PropertyKey, from origin: () -> String, isSecret: inout Bool,
        by lookup: PropertyLookup
    ) throws -> PropertyValue {
        switch value {
        case .string(let text) where PlaceholderText.isNeeded(in: text):
            chain.append(key)
            defer { chain.removeLast() }
            do {
                try budget.spend(text.utf8.count)
                return try result(of: PlaceholderText(text).pieces, isSecret: &isSecret, by: lookup)
            } catch let error as PlaceholderText.Malformed {
                throw PropertyFailure(.placeholderMalformed(key: key.shown, origin: origin(), reason: error.reason))
            }
        case .string(let text):
            // It was gone over all the same.
            if !chain.isEmpty { try budget.spend(text.utf8.count >> 4) }
            return value
        case .array(let elements):
            try descend()
            defer { depth -= 1 }
            var expanded: [PropertyValue] = []
            expanded.reserveCapacity(elements.count)
            for (index, element) in elements.enumerated() {
                if !chain.isEmpty { try budget.spendStep() }
                guard element.mayHoldText else {
                    expanded.append(element)
                    continue
                }
                let inner = key.element(index)
                expanded.append(try expand(element, at: inner, from: origin, isSecret: &isSecret, by: lookup))
            }
            return .array(expanded)
        case .object(let members):
            try descend()
            defer { depth -= 1 }
            var expanded = members
            for (name, member) in members {
                if !chain.isEmpty { try budget.spendStep() }
                guard member.mayHoldText else { continue }
                let inner = key.appending(name)
                expanded[name] = try expand(member, at: inner, from: origin, isSecret: &isSecret, by: lookup)
            }
            return .object(expanded)
        default: return value
        }
    }

    /// Goes a level deeper; what was asked for itself may be as deep as a file.
    mutating func descend() throws {
        depth += 1
        guard depth <= DocumentLimits.depth || chain.isEmpty else {
            throw PlaceholderText.Malformed(reason: "it is nested deeper than \(DocumentLimits.depth) levels")
        }
    }

    mutating func ascend() { depth -= 1 }

    /// A lone placeholder keeps the type of what it stands for; anything else is a text.
    private mutating func result(
        of pieces: [PlaceholderText.Piece], isSecret: inout Bool, by lookup: PropertyLookup
    ) throws -> PropertyValue {
        if pieces.count == 1, case .placeholder(let name, let fallback) = pieces[0] {
            return try value(of: name, fallback, isSecret: &isSecret, by: lookup)
        }
        var text = ""
        for piece in pieces {
            let part: String =
                switch piece {
                case .text(let part): part
                case .placeholder(let name, let fallback):
                    try Self.part(value(of: name, fallback, isSecret: &isSecret, by: lookup))
                }
            // Before it is written: what is too long is not made first.
            guard text.utf8.count + part.utf8.count <= Self.lengthLimit else {
                throw PlaceholderText.Malformed(reason: "the text grows beyond \(Self.lengthLimit) bytes")
            }
            try budget.spend(part.utf8.count)
            text += part
        }
        return .string(text)
    }

    private static func part(_ value: PropertyValue) throws -> String {
        switch value {
        case .string(let text): return text
        case .bool, .int, .unsigned, .double: return value.description
        case .null: return ""
        case .array, .object:
            throw PlaceholderText.Malformed(reason: "\(value.kindDescription) can't stand inside a text")
        }
    }

    private mutating func value(
        of name: [PlaceholderText.Piece], _ fallback: [PlaceholderText.Piece]?, isSecret: inout Bool,
        by lookup: PropertyLookup
    ) throws -> PropertyValue {
        placeholders += 1
        guard placeholders <= Self.placeholderLimit else {
            throw PlaceholderText.Malformed(reason: "it takes more than \(Self.placeholderLimit) placeholders")
        }
        guard chain.count <= Self.chainLimit else {
            throw PlaceholderText.Malformed(
                reason: "its placeholders lead through more than \(Self.chainLimit) properties")
        }
        try descend()
        defer { depth -= 1 }
        let key = try self.key(name, isSecret: &isSecret, by: lookup)
        if let start = chain.firstIndex(where: { "\($0)" == "\(key)" }) {
            throw PropertyFailure(.placeholderCycle(chain[start...].map(\.shown)))
        }
        try budget.spend(lookingUp: key)
        if let node = try lookup.find(key, as: .any, in: lookup.layers, &self) {
            return try lookup.whole(node, at: key, isSecret: &isSecret, &self)
        }
        if let fallback { return try result(of: fallback, isSecret: &isSecret, by: lookup) }
        var failure = PropertyFailure(
            .placeholderUnresolved(name: key.shown, chain: chain.map(\.shown) + [key.shown]))
        if !key.isMasked { failure.suggest { [chain] in lookup.store.suggestion(for: key, excluding: chain) } }
        throw failure
    }

    /// The key that a placeholder names; where a part of it is put together from a secret, that part is not shown.
    private mutating func key(
        _ name: [PlaceholderText.Piece], isSecret: inout Bool, by lookup: PropertyLookup
    ) throws -> PropertyKey {
        var isNameSecret = false
        let text = try Self.part(result(of: name, isSecret: &isNameSecret, by: lookup))
        isSecret = isSecret || isNameSecret
        let key = isNameSecret ? PropertyKey(text, shown: PlaceholderText.shown(name)) : PropertyKey(text)
        guard key.isWellFormed else { throw PlaceholderText.Malformed(reason: "a placeholder has no key") }
        if let excess = key.excess { throw PlaceholderText.Malformed(reason: "a placeholder's key \(excess)") }
        return key
    }
}

extension PropertyValue {
    /// True if there may be a text in it.
    fileprivate var mayHoldText: Bool {
        switch self {
        case .string, .array, .object: true
        case .null, .bool, .int, .unsigned, .double: false
        }
    }
}
