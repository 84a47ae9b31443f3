/// How types are called in names and messages.
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

    /// Takes out `(unknown context at $1234).`, which no source can say.
    package static func readable(_ name: String) -> String {
        // A buffer is searched many bytes at a time, and every component's name comes through here.
        let hasContext = name.utf8.withContiguousStorageIfAvailable { $0.contains(UInt8(ascii: "(")) }
        if hasContext == false { return name }
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
