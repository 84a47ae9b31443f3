/// The declarations of one file.
package struct SourceFile: Sendable {
    /// The path as it was asked for.
    package var path: String
    /// The imports, in order.
    package var imports: [ImportDeclaration] = []
    /// The types and extensions at file level, in order.
    package var types: [TypeDeclaration] = []
    /// The global functions.
    package var functions: [FunctionDeclaration] = []
    /// The global variables and constants.
    package var properties: [PropertyDeclaration] = []
    /// The type aliases at file level.
    package var aliases: [AliasDeclaration] = []
    /// The types that are declared among statements.
    package var locals: [LocalType] = []
    /// The complaint of the parser.
    package var diagnostics: [SourceDiagnostic] = []
    /// The diagnostics of `#error` and `#warning`.
    package var messages: [CompilerMessage] = []

    /// A file without declarations yet.
    package init(path: String) {
        self.path = path
    }

    /// True if the file is well-formed, so that what it declares is complete.
    package var isWellFormed: Bool {
        !diagnostics.contains { $0.severity == .error }
    }
}

/// The diagnostic of `#error` or `#warning` where it is compiled.
package struct CompilerMessage: Sendable {
    /// The text with its place.
    package var diagnostic: SourceDiagnostic
    /// The `#if` condition that it stands under, if any.
    package var condition: String?
}

/// A type that is declared among statements, and seen there only.
package struct LocalType: Sendable {
    /// The declarations.
    package var declaration: TypeDeclaration
    /// The names of the types around it, outermost first, and between them those of the code.
    package var path: [String]

    /// The name in a path of the code that starts at an offset; no type has such a name.
    static func context(at offset: Int) -> String { "(\(offset))" }

    /// A path without the names of code, as the running program prints it.
    static func shown(_ path: [String]) -> [String] { path.filter { !$0.hasPrefix("(") } }
}

/// An import, as written.
package struct ImportDeclaration: Sendable {
    /// The module, without submodules and symbol.
    package var module: String
    /// The part after the word `import`: `struct Shop.Cart`.
    package var target: String
    /// Attributes in order, without arguments of their own: `@preconcurrency`.
    package var attributes: [String] = []
    /// The access level that is written, if any.
    package var writtenAccess: AccessLevel?
    /// The `#if` condition that the import stands under, if any.
    package var condition: String?
    /// Where the import starts.
    package var position: SourcePosition

    /// An import of a module.
    package init(module: String, target: String, position: SourcePosition) {
        self.module = module
        self.target = target
        self.position = position
    }
}
