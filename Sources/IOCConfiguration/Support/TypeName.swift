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

    /// A name as people say it: without `(unknown context at $1234).`, which no source can say, raw identifiers without their
    /// backticks, and `Creator<Card>` for `Creator<Self.Creator.Product == Card>`, as the runtime calls `any Creator<Card>`.
    package static func readable(_ name: String) -> String {
        // A buffer is searched many bytes at a time, and every component's name comes through here.
        let isPlain = name.utf8.withContiguousStorageIfAvailable {
            !$0.contains(UInt8(ascii: "(")) && !$0.contains(UInt8(ascii: "`")) && !$0.contains(UInt8(ascii: "="))
        }
        return isPlain == true
            ? name
            : withoutBackticks(
                without("Self.", " == ", without("(extension in ", "):", without("(unknown context at $", ").", name))))
    }

    /// A raw identifier without its backticks, and with the spaces that its source has: the runtime keeps others in their place.
    package static func withoutBackticks(_ name: String) -> String {
        guard name.utf8.contains(UInt8(ascii: "`")) else { return name }
        return String(name.compactMap { $0 == "`" ? nil : $0 == "\u{A0}" ? " " : $0 })
    }

    /// The name of the function that the annotation `@Provides` has written a class for; any other name as it is.
    package static func ofFunction(_ name: String) -> String {
        // Compared as bytes, because every component's name comes through here.
        let suffix = "__provided".utf8
        return name.utf8.suffix(suffix.count).elementsEqual(suffix) ? String(name.dropLast(suffix.count)) : name
    }

    /// A name without what begins with one text and ends with another.
    private static func without(_ begin: String, _ end: String, _ name: String) -> String {
        var result = ""
        var rest = name[...]
        while let start = rest.firstRange(of: begin), let stop = rest[start.upperBound...].firstRange(of: end) {
            result += rest[..<start.lowerBound]
            rest = rest[stop.upperBound...]
        }
        return result + rest
    }
}

extension TypeName {
    /// A setting's type as people write it, without the modules of the toolchain.
    static func shown(_ type: Any.Type) -> String {
        qualified(type).replacing(/\b(Swift|FoundationEssentials|Foundation|IOCConfiguration|IOC)\./, with: "")
    }
}
