/// The declarations of one file that matter for generated code.
///
/// A declaration inside `#if` is included, with the text of its condition. No condition is evaluated. Generated code
/// repeats the conditions.
package struct SourceFile: Sendable {
    /// The path as it was requested.
    package var path: String
    /// The imports, in order.
    package var imports: [ImportDeclaration] = []
    /// The types and extensions at file level, in order.
    package var types: [TypeDeclaration] = []
    /// The type aliases at file level.
    package var aliases: [AliasDeclaration] = []
    /// The messages of the parser.
    package var diagnostics: [SourceDiagnostic] = []

    /// Creates a file without declarations.
    package init(path: String) {
        self.path = path
    }
}

/// An import.
package struct ImportDeclaration: Sendable {
    /// The module, without submodules and symbol.
    package var module: String
    /// The part after the word `import`: `struct Shop.Cart`.
    package var target: String
    /// The attributes in order, such as `@preconcurrency`.
    package var attributes: [String] = []
    /// The access level, if one is written.
    package var writtenAccess: AccessLevel?
    /// The condition of the `#if` around it, if any.
    package var condition: String?

    /// Creates an import of a module.
    package init(module: String, target: String) {
        self.module = module
        self.target = target
    }
}
