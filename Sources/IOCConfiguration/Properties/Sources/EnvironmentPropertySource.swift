import IOCBase
import IOCModel

/// A property source that reads environment variables.
///
/// A key maps to one variable:
///
/// 1. The key path is split at its dots.
/// 2. In each part an underscore goes before a capital that follows a small letter or a digit, and before the last of
///    several capitals where a small letter follows: `maxBody` → `max_Body`, `HTTPPort` → `HTTP_Port`.
/// 3. Whatever is no ASCII letter or digit becomes an underscore; several in a row become one, and those at the ends go:
///    `max-body` → `max_body`, `ports[0]` → `ports_0`.
/// 4. Letters become capitals, and the parts are joined with underscores: `server.maxBody` → `SERVER_MAX_BODY`.
/// 5. The name must be exactly the variable's; a variable is never searched for by a part of its name.
/// 6. A value is text, and is converted to what the property is; a list has commas between its elements. The empty text
///    is a value.
/// 7. A variable gives a single value or a list, never an object: its members have variables of their own.
/// 8. Where two properties that the program knows map to one variable that is set, nobody can tell which is meant: a
///    context reports `variable-ambiguous`.
/// 9. Placeholders are not looked for in variables.
/// 10. A variable that no property maps to, and whose name is nearly one that some property does, is probably misspelt: a
///    report tells of it as `variable-unread`. Nearly is a typing error in a name of six characters or more, and in a
///    shorter one other capitals or underscores.
public struct EnvironmentPropertySource: PropertySource {
    private let given: [String: String]?
    private let process = ProcessEnvironment()

    /// A source of given variables.
    /// - Parameter variables: Values by name; where nothing is said the process's own, as they are when the source is first
    ///   asked for one.
    public init(_ variables: [String: String]? = nil) { given = variables }

    private var variables: [String: String] { given ?? process.variables }

    /// The source as messages call it.
    public var name: String { "the environment" }

    /// The text of the variable that a key maps to; nothing where an object is wanted.
    public func property(at key: PropertyKey, as kind: PropertyKind) -> SourcedProperty? {
        let variable = Self.variable(for: key)
        guard kind != .object, let text = variables[variable] else { return nil }
        return SourcedProperty(.string(text), from: "the environment variable \(variable)")
    }

    /// The variables that none of some keys maps to, and that nearly are one's that is not set.
    /// - Parameter keys: The keys of properties, those that matter most first; the first thousand count.
    func strays(among keys: [String]) -> [(name: String, meant: String, key: String)] {
        let first = keys.prefix(DocumentLimits.reported).map { (Self.variable(for: PropertyKey($0)), $0) }
        let claimed = claimed(by: keys).map { ($0.variable, $0.key) }
        let known = Dictionary(first + claimed) { first, _ in first }
        // Some keys have no variable, such as the empty one.
        let missing = first.map(\.0).filter { !$0.isEmpty && variables[$0] == nil }
        guard !missing.isEmpty else { return [] }
        return variables.keys.ordered().compactMap { name in
            guard known[name] == nil else { return nil }
            let plain = Self.plain(name)
            let meant =
                missing.first { Self.plain($0) == plain }
                ?? (name.count < 6 ? nil : Suggestion.nearest(to: name, among: missing))
            guard let meant, let key = known[meant] else { return nil }
            return (name, meant, key)
        }
    }

    /// The keys that map to a variable that is set, each with it.
    ///
    /// Of most of many keys the letters alone show that they don't.
    func claimed(by keys: [String]) -> [(key: String, variable: String)] {
        if keys.isEmpty { return [] }
        let variables = variables
        let marks = Set(variables.keys.map(Self.mark))
        return keys.compactMap { key in
            guard marks.contains(Self.mark(key)) else { return nil }
            let variable = Self.variable(for: PropertyKey(key))
            return variables[variable] == nil ? nil : (key, variable)
        }
    }

    /// A number that a key and its variable have in common: FNV-1a of the letters and digits, small letters as capitals.
    private static func mark(_ text: String) -> UInt64 {
        var mark: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 {
            var letter = byte
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): letter = byte & 0xDF
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): break
            default: continue
            }
            mark = (mark ^ UInt64(letter)) &* 0x100_0000_01B3
        }
        return mark
    }

    private static func plain(_ name: String) -> String {
        name.uppercased().filter { $0.isLetter || $0.isNumber }
    }

    /// The variable that a key maps to.
    public static func variable(for key: PropertyKey) -> String {
        key.parts.map { word(Array($0.unicodeScalars)) }.joined(separator: "_")
    }

    private static func word(_ scalars: [Unicode.Scalar]) -> String {
        var result = ""
        for (index, scalar) in scalars.enumerated() {
            guard scalar.isASCII, scalar.properties.isAlphabetic || isDigit(scalar) else {
                if !result.isEmpty, !result.hasSuffix("_") { result += "_" }
                continue
            }
            if index > 0, isCapital(scalar) {
                let before = scalars[index - 1]
                let isFollowedBySmall = index + 1 < scalars.count && isSmall(scalars[index + 1])
                if isSmall(before) || isDigit(before) || (isCapital(before) && isFollowedBySmall) { result += "_" }
            }
            result += scalar.properties.uppercaseMapping
        }
        return result.hasSuffix("_") ? String(result.dropLast()) : result
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
    private static func isCapital(_ scalar: Unicode.Scalar) -> Bool { ("A"..."Z").contains(scalar) }
    private static func isSmall(_ scalar: Unicode.Scalar) -> Bool { ("a"..."z").contains(scalar) }
}
