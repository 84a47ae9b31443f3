/// The names of types in names and messages.
package enum TypeName {
    /// `Module.Outer.Name`, without the contexts a private type stands in.
    package static func qualified(_ type: Any.Type) -> String {
        readable(_typeName(type, qualified: true))
    }

    /// The name without its module and outer types, generic arguments kept.
    package static func simple(_ type: Any.Type) -> String {
        readable(_typeName(type, qualified: false))
    }

    /// `P` for `any P`.
    package static func withoutAny(_ name: String) -> String {
        name.hasPrefix("any ") ? String(name.dropFirst(4)) : name
    }

    /// A name as people say it: without `(unknown context at $1234).`, which no source can say, and raw identifiers without
    /// their backticks.
    package static func readable(_ name: String) -> String {
        // A buffer is searched many bytes at a time, and every component's name comes through here.
        let isPlain = name.utf8.withContiguousStorageIfAvailable {
            !$0.contains(UInt8(ascii: "(")) && !$0.contains(UInt8(ascii: "`")) && !$0.contains(UInt8(ascii: "="))
        }
        return isPlain == true ? name : withoutBackticks(withoutRequirements(withoutContexts(name)))
    }

    /// `Creator<Card>` for `Creator<Self.Creator.Product == Card>`, as the runtime calls `any Creator<Card>`.
    private static func withoutRequirements(_ name: String) -> String {
        var result = ""
        var rest = name[...]
        while let start = rest.firstRange(of: "Self."), let end = rest[start.upperBound...].firstRange(of: " == ") {
            result += rest[..<start.lowerBound]
            rest = rest[end.upperBound...]
        }
        return result + rest
    }

    /// A raw identifier without its backticks, and with the spaces that its source has: the runtime keeps others in their place.
    package static func withoutBackticks(_ name: String) -> String {
        guard name.utf8.contains(UInt8(ascii: "`")) else { return name }
        return String(name.compactMap { $0 == "`" ? nil : $0 == "\u{A0}" ? " " : $0 })
    }

    private static func withoutContexts(_ name: String) -> String {
        var result = ""
        var rest = name[...]
        while let start = rest.firstRange(of: "(unknown context at $") {
            result += rest[..<start.lowerBound]
            rest = rest[start.upperBound...]
            guard let end = rest.firstRange(of: ").") else { break }
            rest = rest[end.upperBound...]
        }
        return result + rest
    }
}

extension Substring {
    /// The first occurrence of `text`; the standard library offers it with string processing only.
    fileprivate func firstRange(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) {
                return start..<index(start, offsetBy: text.count)
            }
            start = index(after: start)
        }
        return nil
    }
}
