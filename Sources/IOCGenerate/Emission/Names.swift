/// Gives out names in one function, each once.
struct Names {
    private var taken: Set<String>
    private let reserved: Set<String>

    /// - Parameters:
    ///   - taken: Names that the function has already.
    ///   - reserved: Names that must go on meaning what they mean outside, such as those of types.
    init(taken: Set<String> = [], reserved: Set<String> = []) {
        self.taken = taken
        self.reserved = reserved
    }

    /// A name like `wanted` that nothing else has.
    mutating func unique(_ wanted: String) -> String {
        var name = wanted
        var number = 2
        while reserved.contains(name) || !taken.insert(name).inserted {
            name = "\(wanted)\(number)"
            number += 1
        }
        return name
    }

    /// Words that are no names by themselves.
    private static let keywords: Set<String> = [
        "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init", "inout",
        "internal", "let", "open", "operator", "private", "precedencegroup", "protocol", "public", "rethrows", "static",
        "struct", "subscript", "typealias", "var", "break", "case", "catch", "continue", "default", "defer", "do",
        "else", "fallthrough", "for", "guard", "if", "in", "repeat", "return", "throw", "switch", "where", "while",
        "Any", "as", "await", "false", "is", "nil", "self", "Self", "super", "throws", "true", "try",
    ]

    /// The name as code writes it.
    static func escaped(_ name: String) -> String {
        keywords.contains(name) ? "`\(name)`" : name
    }

    /// The name as an argument's label, where most keywords may stand as they are.
    static func label(_ name: String) -> String {
        ["inout", "var", "let"].contains(name) ? "`\(name)`" : name
    }

    /// A name that a variable may have.
    static func variable(_ name: String) -> String {
        switch name {
        case "self", "Self", "super", "init", "Type", "_", "": "value"
        default: name
        }
    }
}
