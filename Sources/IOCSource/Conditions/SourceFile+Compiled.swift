extension SourceFile {
    /// The part of a file that a build compiles: declarations under a condition that doesn't hold are left out, and conditions
    /// that hold are no more.
    package func compiled(in build: BuildSettings) -> SourceFile {
        var file = self
        file.imports = imports.kept(in: build)
        file.types = types.kept(in: build)
        file.functions = functions.kept(in: build)
        file.properties = properties.kept(in: build)
        file.aliases = aliases.kept(in: build)
        file.locals = locals.kept(in: build)
        return file
    }

    /// The diagnostics of `#error` and `#warning` in a build.
    ///
    /// Code under a condition that isn't known is left to the compiler.
    package func messages(in build: BuildSettings) -> [SourceDiagnostic] {
        messages.filter { message in
            message.condition.map { CompilationCondition($0).holds(in: build) == true } ?? true
        }.map(\.diagnostic)
    }
}

/// The syntax that may stand under a condition of `#if`.
protocol Conditional {
    var condition: String? { get set }
    /// Leaves out what a build doesn't compile of what is declared inside.
    mutating func keepMembers(in build: BuildSettings)
}

extension Conditional {
    mutating func keepMembers(in build: BuildSettings) {}
}

extension ImportDeclaration: Conditional {}
extension FunctionDeclaration: Conditional {}
extension PropertyDeclaration: Conditional {}
extension CaseDeclaration: Conditional {}
extension AliasDeclaration: Conditional {}
extension LocalType: Conditional {
    var condition: String? {
        get { declaration.condition }
        set { declaration.condition = newValue }
    }

    mutating func keepMembers(in build: BuildSettings) { declaration.keepMembers(in: build) }
}
extension TypeDeclaration: Conditional {
    mutating func keepMembers(in build: BuildSettings) {
        types = types.kept(in: build)
        properties = properties.kept(in: build)
        functions = functions.kept(in: build)
        aliases = aliases.kept(in: build)
        cases = cases.kept(in: build)
    }
}

extension Array where Element: Conditional {
    /// Without what a build doesn't compile.
    fileprivate func kept(in build: BuildSettings) -> [Element] {
        compactMap { element in
            var element = element
            if let condition = element.condition {
                switch CompilationCondition(condition).holds(in: build) {
                case false?: return nil
                case true?: element.condition = nil
                case nil: break
                }
            }
            element.keepMembers(in: build)
            return element
        }
    }
}
