import IOCModel

/// The values that one resolver creates, and the dependencies of each.
struct Resolution {
    /// A parameter of a `resolve…` method.
    struct Parameter: Hashable {
        var name: String
        var type: TypeSyntax
    }

    /// The source of an argument.
    enum Binding {
        case node(Int)
        /// A parameter of the method.
        case parameter(Int)
        /// The default value, so that the call omits the argument.
        case omitted
    }

    /// A value that the resolver creates.
    struct Node {
        var maker: Maker
        var bindings: [Binding] = [] {
            didSet { targets = bindings.compactMap { if case .node(let target) = $0 { target } else { nil } } }
        }
        /// The nodes in the bindings.
        private(set) var targets: [Int] = []
        /// True if the resolver gets a method for this node. A generic type with replaced parameters gets none.
        var isRoot: Bool

        init(maker: Maker, isRoot: Bool) {
            self.maker = maker
            self.isRoot = isRoot
        }
    }

    var resolver: ResolverDeclaration
    var nodes: [Node] = []
    var parameters: [Parameter] = []
    /// For each parameter, the first argument that needs it.
    var parameterOrigins: [(location: SourceLocation, title: String, file: Int)] = []
    var diagnostics: [SourceDiagnostic] = []
}

/// A builder of a ``Resolution``. It finds the source of every argument.
///
/// The rules, in the order of their use:
/// 1. The only provider of the type. If there are several, the provider whose name is `provide` with the argument's
///    name. If no provider has that name, the argument is ambiguous.
/// 2. The injectable type itself. An initializer is preferred to a factory method.
/// 3. The first generic provider whose pattern matches, otherwise the first generic injectable type whose pattern
///    matches.
/// 4. For an optional, the same rules for the wrapped type.
/// 5. The argument's default value.
/// 6. A parameter of the `resolve…` method; in strict mode, an error.
struct ResolutionBuilder {
    private var resolution: Resolution
    private let makers: [Maker]
    private let isStrict: Bool
    private var exact: [TypeSyntax: [Int]] = [:]
    private var patterns: [Int] = []
    private var numbers: [NodeKey: Int] = [:]
    private var parameterNumbers: [Resolution.Parameter: Int] = [:]
    private var pending: [Int] = []

    private struct NodeKey: Hashable {
        var maker: Int
        var type: TypeSyntax
    }

    init(_ resolver: ResolverDeclaration, injectables: [Maker], isStrict: Bool) {
        resolution = Resolution(resolver: resolver)
        makers = resolver.providers + injectables
        self.isStrict = isStrict
        for (number, maker) in makers.enumerated() where maker.form != .injection {
            if maker.generics.isEmpty {
                exact[maker.type, default: []].append(number)
            } else if maker.genericNames.contains(maker.type.description) {
                let message = "'\(maker.title)' provides any type at all; name the type, at least in part"
                resolution.diagnostics.append(.error(at: maker.location, message))
            } else {
                patterns.append(number)
            }
        }
        for numbers in exact.values { reportHiding(by: numbers[0], numbers.dropFirst()) }
    }

    mutating func build() -> Resolution {
        for number in makers.indices where isWinner(number) { _ = node(number, as: makers[number], isRoot: true) }
        var next = 0
        while next < pending.count {
            bind(pending[next])
            next += 1
        }
        return resolution
    }

    /// Returns true if a maker gets a method: every provider, every injection and every generic type. Any other type
    /// gets one method, unless a provider has that type.
    private func isWinner(_ number: Int) -> Bool {
        let maker = makers[number]
        if maker.form == .injection || number < resolution.resolver.providers.count {
            return !maker.genericNames.contains(maker.type.description)
        }
        return maker.generics.isEmpty ? exact[maker.type]?.first == number : true
    }

    private mutating func node(_ number: Int, as maker: Maker, isRoot: Bool) -> Int {
        let key = NodeKey(maker: number, type: maker.type)
        if let known = numbers[key] { return known }
        let index = resolution.nodes.count
        numbers[key] = index
        // If another maker creates the `Dependency` itself, its members are not resolved one by one.
        let isGiven = maker.shape == .members && maker.dependencyType.flatMap { exact[$0] } != nil
        let taken = isGiven ? maker.takingWholeDependency() : maker
        resolution.nodes.append(Resolution.Node(maker: taken, isRoot: isRoot))
        pending.append(index)
        return index
    }

    private mutating func bind(_ index: Int) {
        let maker = resolution.nodes[index].maker
        guard maker.type.size < 200 else {
            let head = maker.type.withoutArguments
            let message = "'\(head)' needs itself with an ever longer type, without end"
            let fault = SourceDiagnostic.error(at: maker.location, message)
            if !resolution.diagnostics.contains(fault) { resolution.diagnostics.append(fault) }
            return
        }
        resolution.nodes[index].bindings = maker.arguments.map { argument in
            guard let type = argument.type else { return .omitted }
            return binding(argument, type.withoutSpecifiers, for: maker)
        }
    }

    private mutating func binding(
        _ argument: Maker.Argument, _ type: TypeSyntax, for maker: Maker
    ) -> Resolution.Binding {
        if let target = target(argument, type, for: maker) { return .node(target) }
        if let wrapped = type.wrapped, let target = target(argument, wrapped, for: maker) { return .node(target) }
        if argument.isDefaulted { return .omitted }
        let parameter = Resolution.Parameter(name: argument.name, type: type)
        if let known = parameterNumbers[parameter] { return .parameter(known) }
        let number = resolution.parameters.count
        parameterNumbers[parameter] = number
        resolution.parameters.append(parameter)
        resolution.parameterOrigins.append((argument.location, maker.title, argument.file))
        if isStrict { reportMissing(parameter, argument, maker) }
        return .parameter(number)
    }

    private mutating func target(_ argument: Maker.Argument, _ type: TypeSyntax, for maker: Maker) -> Int? {
        let candidates = exact[type] ?? []
        let providers = candidates.filter { $0 < resolution.resolver.providers.count }
        if providers.count > 1 {
            let wanted = "provide" + argument.name.prefix(1).uppercased() + argument.name.dropFirst()
            let named = providers.filter { makers[$0].form == .provider(wanted) }
            guard named.count == 1 else {
                reportAmbiguity(argument, type, providers, maker)
                return node(providers[0], as: makers[providers[0]], isRoot: true)
            }
            return node(named[0], as: makers[named[0]], isRoot: true)
        }
        if let only = providers.first ?? candidates.first { return node(only, as: makers[only], isRoot: true) }
        for number in patterns {
            let maker = makers[number]
            guard let replacements = maker.type.matching(type, names: maker.genericNames) else { continue }
            return node(number, as: maker.substituting(replacements), isRoot: false)
        }
        return nil
    }

    // MARK: Faults

    private mutating func reportAmbiguity(
        _ argument: Maker.Argument, _ type: TypeSyntax, _ providers: [Int], _ maker: Maker
    ) {
        let list = providers.map { "'\(makers[$0].title)'" }.joined(separator: " and ")
        let isBranched = Set(providers.map { makers[$0].conditions }).count > 1
        let message =
            "'\(argument.name)' of '\(maker.title)' is ambiguous: \(list) provide '\(type)'; "
            + (isBranched ? "give them one name if they are branches of one '#if'" : "name it after one of them")
        let notes = providers.map { SourceDiagnostic.note(at: makers[$0].location, "'\(makers[$0].title)' is here") }
        resolution.diagnostics.append(.error(at: argument.location, message, notes: notes))
    }

    /// Reports a provider that hides an injectable type only in some branches of `#if`.
    private mutating func reportHiding(by number: Int, _ others: ArraySlice<Int>) {
        let provider = makers[number]
        let hidden = others.map { makers[$0] }.first {
            $0.dependencyType != nil && $0.conditions != provider.conditions
        }
        guard case .provider = provider.form, !provider.conditions.isEmpty, let hidden else { return }
        let message =
            "'\(provider.title)' exists only where '\(provider.conditions.joined(separator: " && "))' holds, and elsewhere "
            + "'\(hidden.title)' would be made by itself: provide it everywhere"
        let note = SourceDiagnostic.note(at: hidden.location, "'\(hidden.title)' is here")
        resolution.diagnostics.append(.error(at: provider.location, message, notes: [note]))
    }

    private mutating func reportMissing(_ parameter: Resolution.Parameter, _ argument: Maker.Argument, _ maker: Maker) {
        let resolver = resolution.resolver.type.name
        let method = "provide" + parameter.name.prefix(1).uppercased() + parameter.name.dropFirst()
        let note = SourceDiagnostic.note(
            at: resolution.resolver.location, "declare 'func \(method)() -> \(parameter.type)' in '\(resolver)'")
        let message = "nothing gives '\(maker.title)' its '\(argument.name)' of type '\(parameter.type)'"
        resolution.diagnostics.append(.error(at: argument.location, message, notes: [note]))
    }
}
