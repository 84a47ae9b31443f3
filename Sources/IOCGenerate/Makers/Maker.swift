import IOCModel

/// A way to create or inject a value of a type, with the arguments that it takes.
struct Maker {
    /// The way to create or inject the value.
    enum Form: Equatable {
        /// `T(dependency: …)`
        case initializer
        /// `T.makeInstance(dependency: …)`
        case factoryMethod
        /// A method of the resolver.
        case provider(String)
        /// By setting the `dependency` of an existing object.
        case injection
    }

    /// The way in which the arguments are passed.
    enum Shape {
        /// As the arguments of a provider.
        case arguments
        /// Through an initializer of the dependency type.
        case members
        /// As a tuple.
        case tuple
        /// As a single value, which is the dependency itself.
        case value
    }

    /// An argument of the call: one dependency.
    struct Argument {
        var label: String?
        var name: String
        /// The canonical type; nil if none is written, which is allowed only for a property with an initial value.
        var type: TypeSyntax?
        /// True if a call can omit the argument.
        var isDefaulted = false
        var location: SourceLocation
        /// The index of the file with the argument.
        var file: Int
    }

    var form: Form
    /// The type of the value; for an injection, the type of the object.
    var type: TypeSyntax
    /// The name of the type or the provider, for messages.
    var title: String
    /// The type of `Dependency`; nil for providers.
    var dependencyType: TypeSyntax?
    var shape = Shape.members
    var arguments: [Argument] = []
    var generics: [GenericParameter] = []
    var genericWhereClause: String?
    /// The effects of the call itself.
    var callEffects = Effects()
    /// The effects of the dependency's initializer.
    var dependencyEffects = Effects()
    /// The global actor of the declaration; nil for none.
    var isolation: String?
    var access = AccessLevel.internal
    /// The `#if` conditions around the declaration.
    var conditions: [String] = []
    var availability: [String] = []
    var location: SourceLocation
    /// The index of the file with the declaration.
    var file: Int
    /// The indices of the files that contain the declaration's other branches of `#if`.
    var otherFiles: Set<Int> = []

    /// The signature of the call, for comparison and for messages. It must be the same in all branches of `#if`.
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

    /// True if the type of the value can be inferred only from the context of the call, as for a generic provider.
    var isInferred: Bool {
        if case .provider = form { !generics.isEmpty } else { false }
    }

    var effects: Effects { callEffects.joined(dependencyEffects) }

    var genericNames: Set<String> { Set(generics.map(\.plainName)) }

    /// Returns a maker that takes its `Dependency` as a single argument.
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

/// The effects of a call, such as `async`.
struct Effects {
    var isAsync = false
    var throwing = FunctionDeclaration.Throwing.nothing

    var doesThrow: Bool { throwing != .nothing }

    /// Returns the effects of a function that makes a call with these effects and a call with the other effects.
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

/// A protocol or a type with `provide…` methods, for which `resolve…` methods are generated.
struct ResolverDeclaration {
    var type: DeclaredType
    var providers: [Maker]
    var isolation: String?
    /// True if it is an actor, or a protocol to which only actors conform.
    var isActor: Bool
    var location: SourceLocation
}
