/// What the compiler asks, as far as the plugin needs it.
enum CompilerRequest: Decodable {
    case getCapability
    case expandAttachedMacro(MacroUse)
    /// A message of a compiler that speaks otherwise.
    case other

    private enum CodingKeys: CodingKey {
        case getCapability, expandAttachedMacro
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if container.contains(.getCapability) {
            self = .getCapability
        } else if let use = try container.decodeIfPresent(MacroUse.self, forKey: .expandAttachedMacro) {
            self = .expandAttachedMacro(use)
        } else {
            self = .other
        }
    }
}

/// One annotation to expand, in one of its roles.
struct MacroUse: Decodable {
    /// A piece of source as it stands in the file, comments and spaces before it included.
    struct Syntax: Decodable {
        struct Location: Decodable {
            var fileName: String
            /// The first byte of the text, in the file.
            var offset: Int
        }

        var source: String
        var location: Location?
    }

    /// `member` or `extension`.
    var macroRole: String
    var attributeSyntax: Syntax
    var declSyntax: Syntax
    /// How an extension names the class.
    var extendedTypeSyntax: Syntax?
    /// `struct Placeholder: IOCComponent, Sendable {}`: those protocols of the macro's that the class lacks.
    var conformanceListSyntax: Syntax?
    /// The declarations around the class, without their members.
    var lexicalContext: [Syntax]?
}
