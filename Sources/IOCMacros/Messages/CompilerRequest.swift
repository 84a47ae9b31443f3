/// The request of the compiler, as far as the plugin needs it; a compiler that speaks otherwise asks for neither.
struct CompilerRequest: Decodable {
    struct Capability: Decodable {}

    var getCapability: Capability?
    var expandAttachedMacro: MacroUse?
}

/// One annotation to expand, in one of its roles.
struct MacroUse: Decodable {
    /// A piece of source as it stands in the file, comments and spaces before it included.
    struct Syntax: Decodable {
        struct Location: Decodable {
            var fileName: String
            /// The module and the file's name.
            var fileID: String?
            /// The first byte of the text, in the file.
            var offset: Int
            /// The line of the first byte.
            var line: Int?
        }

        var source: String
        var location: Location?
    }

    struct Macro: Decodable {
        var typeName: String
    }

    /// The macro of the plugin; `Component` unless it is given.
    var macro: Macro?
    /// `member`, `extension` or `peer`.
    var macroRole: String
    var attributeSyntax: Syntax
    var declSyntax: Syntax
    /// The name of the class in an extension.
    var extendedTypeSyntax: Syntax?
    /// `struct Placeholder: IOCComponent, Sendable {}`: those protocols of the macro's that the class lacks.
    var conformanceListSyntax: Syntax?
    /// The declarations around the class, without their members.
    var lexicalContext: [Syntax]?
}
