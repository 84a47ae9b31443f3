/// Unique names for the variables of one function.
struct Names {
    private var taken: Set<String>
    private let reserved: Set<String>

    /// - Parameters:
    ///   - taken: Names that the function already uses.
    ///   - reserved: Names that must keep their meaning in the function, such as the names of types.
    init(taken: Set<String> = [], reserved: Set<String> = []) {
        self.taken = taken
        self.reserved = reserved
    }

    /// Returns `wanted`, with a number if that name is taken or reserved.
    mutating func unique(_ wanted: String) -> String {
        var name = wanted
        var number = 2
        while reserved.contains(name) || !taken.insert(name).inserted {
            name = "\(wanted)\(number)"
            number += 1
        }
        return name
    }

    /// The words that need backticks to be names.
    private static let keywords: Set<String> = [
        "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init", "inout",
        "internal", "let", "open", "operator", "private", "precedencegroup", "protocol", "public", "rethrows", "static",
        "struct", "subscript", "typealias", "var", "break", "case", "catch", "continue", "default", "defer", "do",
        "else", "fallthrough", "for", "guard", "if", "in", "repeat", "return", "throw", "switch", "where", "while",
        "Any", "as", "await", "false", "is", "nil", "self", "Self", "super", "throws", "true", "try",
    ]

    /// Returns a name with backticks if it is a keyword.
    static func escaped(_ name: String) -> String {
        keywords.contains(name) ? "`\(name)`" : name
    }

    /// Returns a name as an argument's label. Most keywords need no backticks there.
    static func label(_ name: String) -> String {
        ["inout", "var", "let"].contains(name) ? "`\(name)`" : name
    }

    /// Returns a name that a variable can have; `value` for words such as `self`.
    static func variable(_ name: String) -> String {
        switch name {
        case "self", "Self", "super", "init", "Type", "_", "": "value"
        default: name
        }
    }
}
