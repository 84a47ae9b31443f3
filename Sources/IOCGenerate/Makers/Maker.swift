import IOCModel
import IOCSource

/// A way to get a value of some type, and what it takes.
struct Maker {
    /// The way the value is made.
    enum Form: Equatable {
        /// `T(dependency: …)`
        case initializer
        /// `T.makeInstance(dependency: …)`
        case factoryMethod
        /// A method of the resolver.
        case provider(String)
        /// Nothing is made: an object's `dependency` is set.
        case injection
    }

    /// The way the arguments are passed.
    enum Shape {
        /// Each as an argument of its own, to a provider.
        case arguments
        /// Through an initializer of the dependency type.
        case members
        /// As a tuple.
        case tuple
        /// The dependency is the one argument itself.
        case value
    }

    /// One thing that is needed.
    struct Argument {
        var label: String?
        var name: String
        /// The canonical type; nil where none is written, which only a defaulted property may do.
        var type: TypeSyntax?
        /// True if it can be left out.
        var isDefaulted = false
        var location: SourceLocation
        /// The number of the file it is declared in.
        var file: Int
    }

    var form: Form
    /// The type that is made; for an injection, the type of the object.
    var type: TypeSyntax
    /// Its usual name.
    var title: String
    /// The type that `Dependency` stands for; nil for providers.
    var dependencyType: TypeSyntax?
    var shape = Shape.members
    var arguments: [Argument] = []
    var generics: [GenericParameter] = []
    var genericWhereClause: String?
    /// The effects of the call itself.
    var callEffects = Effects()
    /// The effects of the dependency's initializer.
    var dependencyEffects = Effects()
    /// The global actor it belongs to.
    var isolation: String?
    var access = AccessLevel.internal
    var condition: String?
    var availability: [String] = []
    var location: SourceLocation
    /// The number of the file it is declared in.
    var file: Int

    /// True if only the place it is used in can tell its types.
    var isInferred: Bool {
        if case .provider = form { !generics.isEmpty } else { false }
    }

    var effects: Effects { callEffects.joined(dependencyEffects) }

    var genericNames: Set<String> { Set(generics.map(\.plainName)) }

    /// The maker where somebody provides the whole dependency, instead of what it consists of.
    func takingWholeDependency() -> Maker {
        guard let dependencyType else { return self }
        var copy = self
        copy.shape = .value
        copy.dependencyEffects = Effects()
        copy.arguments = [
            Argument(
                label: "dependency", name: dependencyType.localName, type: dependencyType, location: location,
                file: file)
        ]
        return copy
    }

    /// The maker with generic parameters replaced, of which it still tells that it had them.
    func substituting(_ replacements: [String: TypeSyntax]) -> Maker {
        var copy = self
        copy.type = type.substituting(replacements)
        copy.title = copy.type.description
        copy.dependencyType = dependencyType?.substituting(replacements)
        for index in arguments.indices {
            copy.arguments[index].type = arguments[index].type?.substituting(replacements)
        }
        return copy
    }
}

/// The effects of a call besides returning.
struct Effects {
    var isAsync = false
    var throwing = FunctionDeclaration.Throwing.nothing

    var doesThrow: Bool { throwing != .nothing }

    /// The effects of a function that does both.
    func joined(_ other: Effects) -> Effects {
        var result = Effects(isAsync: isAsync || other.isAsync)
        switch (throwing, other.throwing) {
        case (.nothing, let rest), (let rest, .nothing): result.throwing = rest
        case (let left, let right): result.throwing = left == right ? left : .anything
        }
        return result
    }

    /// The effects written behind a function's parameters.
    var signature: String {
        let word =
            switch throwing {
            case .nothing: ""
            case .anything, .rethrowing: " throws"
            case .error(let type): " throws(\(type))"
            }
        return (isAsync ? " async" : "") + word
    }
}

/// A protocol or type whose `provide…` methods answer, and which gets `resolve…` methods.
struct ResolverDeclaration {
    var type: DeclaredType
    var providers: [Maker]
    var isolation: String?
    /// True if it is an actor, or a protocol only actors conform to.
    var isActor: Bool
    var location: SourceLocation
}
