/// The names of types, for the names of components and for messages.
package enum TypeName {
    /// Returns `Module.Outer.Name`, without the anonymous context that the runtime puts around a private type.
    package static func qualified(_ type: Any.Type) -> String {
        readable(_typeName(type, qualified: true))
    }

    /// Returns the name without its module and outer types, but with generic arguments.
    package static func simple(_ type: Any.Type) -> String {
        readable(_typeName(type, qualified: false))
    }

    /// Returns `P` for `any P`.
    package static func withoutAny(_ name: String) -> String {
        name.hasPrefix("any ") ? String(name.dropFirst(4)) : name
    }

    /// Returns a readable name: without `(unknown context at $1234).` and `(extension in Module):`, which source code
    /// can't contain; raw identifiers without their backticks; and `Creator<Card>` for the runtime's
    /// `Creator<Self.Creator.Product == Card>`.
    package static func readable(_ name: String) -> String {
        let isPlain = name.utf8.withContiguousStorageIfAvailable {
            !$0.contains(UInt8(ascii: "(")) && !$0.contains(UInt8(ascii: "`")) && !$0.contains(UInt8(ascii: "="))
        }
        return isPlain == true
            ? name
            : withoutBackticks(
                without("Self.", " == ", without("(extension in ", "):", without("(unknown context at $", ").", name))))
    }

    /// Returns a raw identifier without its backticks. The runtime replaces its spaces by nonbreaking ones. These
    /// become normal spaces again.
    package static func withoutBackticks(_ name: String) -> String {
        guard name.utf8.contains(UInt8(ascii: "`")) else { return name }
        return String(name.compactMap { $0 == "`" ? nil : $0 == "\u{A0}" ? " " : $0 })
    }

    /// Returns the name of a function if the annotation `@Provides` has generated a class for it; any other name
    /// unchanged.
    package static func ofFunction(_ name: String) -> String {
        let suffix = "__provided".utf8
        return name.utf8.suffix(suffix.count).elementsEqual(suffix) ? String(name.dropLast(suffix.count)) : name
    }

    /// Returns a name without the parts that begin with one text and end with another.
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
    /// Returns a setting's type as written in source code, without the names of some modules, such as `Swift`.
    static func shown(_ type: Any.Type) -> String {
        qualified(type).replacing(/\b(Swift|FoundationEssentials|Foundation|IOCConfiguration|IOC)\./, with: "")
    }
}
