/// What one file declares.
public struct SourceFile: Hashable, Sendable {
    /// The path as it was asked for.
    public var path: String
    /// The imports, in order.
    public var imports: [ImportDeclaration] = []
    /// The types and extensions at file level, in order.
    public var types: [TypeDeclaration] = []
    /// The global functions.
    public var functions: [FunctionDeclaration] = []
    /// The global variables and constants.
    public var properties: [PropertyDeclaration] = []
    /// The type aliases at file level.
    public var aliases: [AliasDeclaration] = []
    /// What the parser complains about.
    public var diagnostics: [SourceDiagnostic] = []

    /// A file without declarations yet.
    public init(path: String) {
        self.path = path
    }

    /// Whether the file is well-formed, so that what it declares is complete.
    public var isWellFormed: Bool {
        !diagnostics.contains { $0.severity == .error }
    }
}

/// An import, as written.
public struct ImportDeclaration: Hashable, Sendable {
    /// The module, without submodules and symbol.
    public var module: String
    /// What follows the word `import`: `struct Shop.Cart`.
    public var target: String
    /// Attributes in order, without arguments of their own: `@preconcurrency`.
    public var attributes: [String] = []
    /// The access level that is written, if any.
    public var writtenAccess: AccessLevel?
    /// The `#if` condition that the import stands under, if any.
    public var condition: String?
    /// Where the import starts.
    public var position: SourcePosition

    /// An import of a module.
    public init(module: String, target: String, position: SourcePosition) {
        self.module = module
        self.target = target
        self.position = position
    }
}
