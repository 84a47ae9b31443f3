/// A type of the sources together with its extensions.
package struct DeclaredType: Sendable {
    /// The declaration of the type, or an extension of it.
    package struct Part: Sendable {
        /// The declaration.
        package var declaration: TypeDeclaration
        /// The index of its file.
        package var file: Int

        /// Returns true if another part is the same declaration.
        package func isSame(as other: Part) -> Bool {
            file == other.file && declaration.location == other.declaration.location
        }
    }

    /// The names from the outermost type to this type.
    package var path: [String]
    /// The declaration of the type; the first declaration if several branches of `#if` declare it.
    package var main: Part
    /// The declarations of further branches.
    package var alternatives: [Part] = []
    /// Its extensions, in source order.
    package var extensions: [Part] = []
    /// Its access level, limited by the types around it.
    package var access: AccessLevel
    /// The generic parameters of each type on the path.
    package var generics: [[GenericParameter]]
    /// The module that declares it; nil if it is unknown.
    package var module: String?

    /// The names with dots between them: `Shop.Cart`.
    package var name: String { path.joined(separator: ".") }
    /// True if it is a protocol.
    package var isProtocol: Bool { main.declaration.kind == .protocol }
    /// The declarations without extensions, one for each branch of `#if`.
    package var declarations: [Part] { [main] + alternatives }
    /// The declarations and the extensions.
    package var parts: [Part] { declarations + extensions }
    /// The `#if` condition of the type; nil if there is none, or if every branch declares the type.
    package var condition: String? { Condition.union(declarations.map(\.declaration.condition)) }

    /// The names of all generic parameters in scope inside the type.
    package var genericNames: Set<String> {
        Set(generics.flatMap { $0 }.map(\.plainName))
    }

    /// The type as written outside of it, with its generic parameters as arguments.
    package var selfType: TypeSyntax {
        .named(
            zip(path, generics).map { name, parameters in
                TypeSyntax.Component(name, arguments: parameters.map { .name($0.plainName) })
            })
    }

    /// Returns the type with the declaration of one branch of `#if` as the main declaration.
    func declared(by part: Part) -> DeclaredType {
        guard let index = alternatives.firstIndex(where: { $0.isSame(as: part) }) else { return self }
        var copy = self
        swap(&copy.main, &copy.alternatives[index])
        copy.generics[copy.generics.count - 1] = part.declaration.genericParameters
        return copy
    }

    /// Returns the scope of code inside the type.
    package func scope(_ part: Part) -> Scope {
        Scope(path: path, file: part.file, generics: genericNames)
    }

    /// Returns the scope of the type's attributes and of the types after its colon.
    func outerScope(_ part: Part) -> Scope {
        Scope(path: path.dropLast(), file: part.file, generics: genericNames)
    }
}

/// The place from which a name is looked up.
package struct Scope: Sendable {
    /// The types around the place, outermost first.
    package var path: [String]
    /// The index of the file.
    package var file: Int
    /// The generic parameters in scope.
    package var generics: Set<String>
    /// The only module to search, if the name begins with a module.
    var module: String?

    /// Creates a scope.
    package init(path: [String] = [], file: Int, generics: Set<String> = []) {
        self.path = path
        self.file = file
        self.generics = generics
    }
}
