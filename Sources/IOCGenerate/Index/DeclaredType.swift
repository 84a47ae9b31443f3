import IOCModel
import IOCSource

/// A type of the sources together with its extensions.
struct DeclaredType {
    /// One declaration of the type, or an extension of it.
    struct Part {
        var declaration: TypeDeclaration
        /// The number of the file it is in.
        var file: Int
    }

    /// The names from the outermost type to this one.
    var path: [String]
    /// The declaration itself.
    var main: Part
    /// Its extensions, in source order.
    var extensions: [Part] = []
    /// Who may name it, enclosing types considered.
    var access: AccessLevel
    /// The generic parameters of each type on the path.
    var generics: [[GenericParameter]]
    /// The `#if` condition it exists under; nil where there is none or every branch declares it.
    var condition: String?

    var name: String { path.joined(separator: ".") }
    var simpleName: String { path.last ?? "" }
    var isProtocol: Bool { main.declaration.kind == .protocol }
    var parts: [Part] { [main] + extensions }

    /// The names of all generic parameters in scope inside the type.
    var genericNames: Set<String> {
        Set(generics.flatMap { $0 }.map(\.plainName))
    }

    /// The type as it is written from outside, generic parameters standing for themselves.
    var selfType: TypeSyntax {
        .named(
            zip(path, generics).map { name, parameters in
                TypeSyntax.Component(name, arguments: parameters.map { .name($0.plainName) })
            })
    }

    /// The names that code inside the type can use without qualification.
    func scope(_ part: Part) -> Scope {
        Scope(path: path, file: part.file, generics: genericNames)
    }

    /// The names that its attributes and what stands behind its colon can use: those around it.
    func outerScope(_ part: Part) -> Scope {
        Scope(path: path.dropLast(), file: part.file, generics: genericNames)
    }
}

extension GenericParameter {
    /// The name without `each` or `let`.
    var plainName: String {
        String(name.split(separator: " ").last ?? "")
    }
}

/// From where a name is looked up.
struct Scope {
    /// The types around the place, outermost first.
    var path: [String] = []
    /// The number of the file.
    var file: Int
    /// The generic parameters in scope.
    var generics: Set<String> = []
}
