/// One value of the property tree: what JSON and property lists can both say.
///
/// A property list's dates and data become the text that JSON would hold: ISO 8601 and Base64.
public enum PropertyValue: Sendable, Equatable {
    /// Nothing, said explicitly; a property list writes it as the text `$null`.
    case null
    /// True or false.
    case bool(Bool)
    /// A number written without a fraction or an exponent.
    case int(Int)
    /// Such a number that is larger than `Int.max`.
    case unsigned(UInt64)
    /// A number written with a fraction or an exponent. Of a property list, a whole number is an ``int(_:)`` even as `<real>`.
    case double(Double)
    /// A text.
    case string(String)
    /// A list.
    case array([PropertyValue])
    /// Values by key.
    case object([String: PropertyValue])
}

extension PropertyValue {
    /// The value at a key path such as `server.ports[0]`, or nil where there is none.
    ///
    /// Keys may hold dots themselves: the longest that exists wins.
    package func value(at keyPath: String) -> PropertyValue? {
        KeyPathWalk.find(keyPath[...], from: self) { value, key in
            guard case .object(let members) = value else { return nil }
            return members[String(key)]
        } element: { value, index in
            guard case .array(let elements) = value, elements.indices.contains(index) else { return nil }
            return elements[index]
        }
    }

    /// This value laid over another: objects merge member by member, anything else replaces what was there.
    package func merged(over lower: PropertyValue) -> PropertyValue {
        guard case .object(let upperMembers) = self, case .object(let lowerMembers) = lower else { return self }
        return .object(lowerMembers.merging(upperMembers) { lower, upper in upper.merged(over: lower) })
    }

    /// The kind of the value, as messages say it.
    package var kindDescription: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .int, .unsigned, .double: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
