import IOCModel

/// A way to make a value of a type, and the arguments that it takes.
struct Maker {
    /// The way the value is made.
    enum Form: Equatable {
        /// `T(dependency: …)`
        case initializer
        /// `T.makeInstance(dependency: …)`
        case factoryMethod
        /// A method of the resolver.
        case provider(String)
        /// The `dependency` of an existing object is set.
        case injection
    }

    /// The way in which the arguments are passed.
    enum Shape {
        /// As arguments of a provider.
        case arguments
        /// Through an initializer of the dependency type.
        case members
        /// As a tuple.
        case tuple
        /// The dependency is the one argument itself.
        case value
    }

    /// One dependency.
    struct Argument {
        var label: String?
        var name: String
        /// The canonical type; nil if none is written, which only a property with an initial value allows.
        var type: TypeSyntax?
        /// True if a call can omit it.
        var isDefaulted = false
        var location: SourceLocation
        /// The number of its file.
        var file: Int
    }

    var form: Form
    /// The type of the value; for an injection, the type of the object.
    var type: TypeSyntax
    /// The name of the type or the provider, for messages.
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
    /// The `#if` conditions under which it exists.
    var conditions: [String] = []
    var availability: [String] = []
    var location: SourceLocation
    /// The number of its file.
    var file: Int
    /// The numbers of files with further branches of `#if`.
    var otherFiles: Set<Int> = []

    /// The call as the code repeats it. Branches of `#if` must agree on it.
    var call: String {
        let list = arguments.map { argument in
            "\(argument.label ?? "_"): \(argument.type?.description ?? "_")" + (argument.isDefaulted ? " = …" : "")
        }
        let dependency = dependencyType?.description ?? ""
        let values = shape == .tuple || shape == .value ? "" : "(\(list.joined(separator: ", ")))"
        let parameters = generics.isEmpty ? "" : "<\(generics.map(\.text).joined(separator: ", "))> "
        return (availability + [isolation.map { "@\($0)" }].compactMap { $0 }).map { $0 + " " }.joined() + parameters
            + dependency + values + effects.signature + (genericWhereClause.map { " where \($0)" } ?? "")
    }

    /// True if only the context of a call determines its types.
    var isInferred: Bool {
        if case .provider = form { !generics.isEmpty } else { false }
    }

    var effects: Effects { callEffects.joined(dependencyEffects) }

    var genericNames: Set<String> { Set(generics.map(\.plainName)) }

    /// Returns the maker that takes its `Dependency` as one argument.
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

    /// Returns the maker with its generic parameters replaced. It keeps the list of its generic parameters.
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

    /// Returns the effects of a function that makes both calls.
    func joined(_ other: Effects) -> Effects {
        var result = Effects(isAsync: isAsync || other.isAsync)
        switch (throwing, other.throwing) {
        case (.nothing, let rest), (let rest, .nothing): result.throwing = rest
        case (let left, let right): result.throwing = left == right ? left : .anything
        }
        return result
    }

    /// The effects as written after a function's parameters.
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

/// A protocol or type that has `provide…` methods and gets `resolve…` methods.
struct ResolverDeclaration {
    var type: DeclaredType
    var providers: [Maker]
    var isolation: String?
    /// True if it is an actor, or a protocol only actors conform to.
    var isActor: Bool
    var location: SourceLocation
}
