/// How types are called in names and messages.
enum TypeName {
    /// `Module.Outer.Name`, without the contexts a private type stands in.
    static func qualified(_ type: Any.Type) -> String {
        readable(_typeName(type, qualified: true))
    }

    /// The name without its module and outer types, generic arguments kept.
    static func simple(_ type: Any.Type) -> String {
        readable(_typeName(type, qualified: false))
    }

    /// The type as a person would write it at an injection point.
    static func written(_ type: Any.Type) -> String {
        if type is AnyClass { return qualified(type) }
        let name = readable(_typeName(type, qualified: true))
        return TypeIdentity.isExistential(type) && !name.hasPrefix("any ") ? "any \(name)" : name
    }

    /// `P` for `any P`.
    static func withoutAny(_ name: String) -> String {
        name.hasPrefix("any ") ? String(name.dropFirst(4)) : name
    }

    /// Takes out `(unknown context at $1234).`, which no source can say.
    static func readable(_ name: String) -> String {
        guard name.utf8.contains(UInt8(ascii: "(")) else { return name }
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
