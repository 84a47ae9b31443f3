/// One value in an address: a segment of the path, or a part of the query.
public struct URLPart<Value> {
    let name: String
    let type: String
    let isRequired: Bool
    /// Reads a text, or its absence; nil where that is not a value.
    let read: (String?) -> Value?
    /// Prints a value; nil for one that is left out.
    let print: (Value) -> String?
}

extension URLPart where Value: URLValue {
    /// A value without which an address does not fit.
    public static func value(_ name: String, _ type: Value.Type) -> URLPart {
        URLPart(
            name: name, type: Value.urlDescription, isRequired: true,
            read: { $0.flatMap { Value(urlValue: $0) } }, print: { $0.urlValue })
    }
}

extension URLPart {
    /// A value in the query that may be left out.
    public static func optional<Wrapped: URLValue>(
        _ name: String, _ type: Wrapped.Type
    ) -> URLPart where Value == Wrapped? {
        URLPart(
            name: name, type: Wrapped.urlDescription, isRequired: false,
            read: { text in
                guard let text else { return .some(nil) }
                return Wrapped(urlValue: text).map { .some($0) }
            },
            print: { $0?.urlValue })
    }
}
