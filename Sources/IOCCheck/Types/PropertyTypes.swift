import IOCBase
import IOCConfiguration
import IOCSource

/// The types that properties convert to and that the checker knows as the compiler does.
enum PropertyTypes {
    typealias Readable = any (Decodable & Sendable).Type

    /// The type that is written, or nil where only the compiler knows it.
    static func type(_ written: TypeSyntax, isForeign: ([TypeSyntax.Component]) -> Bool) -> Readable? {
        func type(_ written: TypeSyntax) -> Readable? { Self.type(written, isForeign: isForeign) }
        switch written.withoutAttributes {
        case .optional(let wrapped): return type(wrapped).map { optional($0) }
        case .array(let element): return type(element).map { list($0) }
        case .dictionary(.named(let key), let value) where key.map(\.name) == ["String"]:
            return type(value).map { dictionary($0) }
        case .named(let components):
            guard let last = components.last, isForeign(components) else { return nil }
            if last.name == "Secret", last.arguments.count == 1 { return type(last.arguments[0]).map { secret($0) } }
            if last.name == "Set", last.arguments.count == 1 {
                return (type(last.arguments[0]) as? any (Decodable & Hashable & Sendable).Type).map { set($0) }
            }
            guard last.arguments.isEmpty else { return nil }
            let path = components.map(\.name)
            return path.count == 1
                || path.count == 2
                    && ["Swift", "Foundation", "FoundationEssentials", "IOC"]
                        .contains(path[0])
                ? plain[last.name] : nil
        default: return nil
        }
    }

    private static let plain: [String: Readable] = [
        "String": String.self, "Bool": Bool.self, "Int": Int.self, "Int8": Int8.self, "Int16": Int16.self,
        "Int32": Int32.self, "Int64": Int64.self, "UInt": UInt.self, "UInt8": UInt8.self, "UInt16": UInt16.self,
        "UInt32": UInt32.self, "UInt64": UInt64.self, "Double": Double.self, "Float": Float.self,
        "Duration": Duration.self, "ByteSize": ByteSize.self, "URL": URL.self, "UUID": UUID.self, "Date": Date.self,
        "Data": Data.self, "Decimal": Decimal.self,
    ]

    private static func optional<Wrapped: Decodable & Sendable>(_ type: Wrapped.Type) -> Readable { Wrapped?.self }
    private static func list<Element: Decodable & Sendable>(_ type: Element.Type) -> Readable { [Element].self }
    private static func secret<Content: Decodable & Sendable>(_ type: Content.Type) -> Readable {
        Secret<Content>.self
    }
    private static func set<Element: Decodable & Hashable & Sendable>(_ type: Element.Type) -> Readable {
        Set<Element>.self
    }
    private static func dictionary<Value: Decodable & Sendable>(_ type: Value.Type) -> Readable {
        [String: Value].self
    }
}
