/// A type of the sources together with its extensions.
package struct DeclaredType: Sendable {
    /// One declaration of the type, or an extension of it.
    package struct Part: Sendable {
        /// The written text.
        package var declaration: TypeDeclaration
        /// The number of the file it is in.
        package var file: Int

        /// Returns true if it is the same declaration.
        package func isSame(as other: Part) -> Bool {
            file == other.file && declaration.position == other.declaration.position
        }
    }

    /// The names from the outermost type to this one.
    package var path: [String]
    /// The declaration itself.
    package var main: Part
    /// Its extensions, in source order.
    package var extensions: [Part] = []
    /// The declarations of the same name in other branches of an `#if`.
    package var branches: [Part] = []
    /// Its access level, enclosing types considered.
    package var access: AccessLevel
    /// The generic parameters of each type on the path.
    package var generics: [[GenericParameter]]
    /// The `#if` condition it exists under; nil where there is none or every branch declares it.
    package var condition: String?

    /// The module it is declared in, where that is known.
    package var module: String?

    /// The names with dots between them: `Shop.Cart`.
    package var name: String { LocalType.shown(path).joined(separator: ".") }
    /// True if it is declared among statements, so that only they can name it.
    package var isLocal: Bool { LocalType.shown(path).count < path.count }
    /// The last part of the name, a raw identifier without its backticks.
    package var simpleName: String { (path.last ?? "").withoutBackticks }
    /// The name with the module in front, as the running program prints it; raw identifiers without their backticks.
    package var qualifiedName: String {
        (module.map { "\($0)." } ?? "") + LocalType.shown(path).map(\.withoutBackticks).joined(separator: ".")
    }
    /// True if it is a protocol.
    package var isProtocol: Bool { main.declaration.kind == .protocol }
    /// The declaration and its extensions.
    package var parts: [Part] { [main] + extensions }

    /// The names of all generic parameters in scope inside the type.
    package var genericNames: Set<String> {
        Set(generics.flatMap { $0 }.map(\.plainName))
    }

    /// The type as it is written from outside, generic parameters standing for themselves.
    package var selfType: TypeSyntax {
        .named(
            zip(path, generics).map { name, parameters in
                TypeSyntax.Component(name, arguments: parameters.map { .name($0.plainName) })
            })
    }

    /// The names that code inside the type can use without qualification.
    package func scope(_ part: Part) -> Scope {
        Scope(path: path, file: part.file, generics: genericNames)
    }

    /// The names that its attributes and what stands behind its colon can use: those around it.
    package func outerScope(_ part: Part) -> Scope {
        Scope(path: path.dropLast(), file: part.file, generics: genericNames)
    }
}

extension GenericParameter {
    /// The name without `each` or `let`.
    package var plainName: String {
        String(name.split(separator: " ").last ?? "")
    }
}

/// From where a name is looked up.
package struct Scope: Sendable {
    /// The types around the place, outermost first.
    package var path: [String]
    /// The number of the file.
    package var file: Int
    /// The generic parameters in scope.
    package var generics: Set<String>
    /// The one module to look in, where the name says it.
    var module: String?

    /// A place in a file.
    package init(path: [String] = [], file: Int, generics: Set<String> = []) {
        self.path = path
        self.file = file
        self.generics = generics
    }
}
