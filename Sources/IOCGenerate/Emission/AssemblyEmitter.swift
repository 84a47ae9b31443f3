import IOCModel
import IOCSource

/// Writes the assembly of one resolver: a definition for each `resolve…` method that a definition can call.
///
/// The component that is the resolver makes the instances, so the container answers its `provide…` methods, and what it
/// makes is what the container finds. What a resolver provides is left out: the container has it already.
struct AssemblyEmitter {
    private let analysis: Analysis
    private let index: ProjectIndex
    private let names: [Int: String]

    private var resolution: Resolution { analysis.resolution }
    private var resolver: ResolverDeclaration { resolution.resolver }

    init(_ analysis: Analysis, index: ProjectIndex) {
        self.analysis = analysis
        self.index = index
        names = MethodNames.names(for: analysis)
    }

    /// True if code outside the module can name the assembly.
    var isPublic: Bool { resolver.type.access >= .package }

    /// The reason why a method is left out, for those that are.
    var notes: [SourceDiagnostic] {
        made.compactMap { root in
            obstacle(root).map { reason in
                .note(
                    at: resolution.nodes[root].maker.location,
                    "\(names[root] ?? "") \(reason), so no definition of \(name) can call it")
            }
        }
    }

    /// Writes the code.
    func emit(into code: inout CodeText) {
        let roots = made.filter { obstacle($0) == nil }
        guard !roots.isEmpty else { return }
        let access = resolver.type.access
        let conditions = resolver.type.condition.map { [$0] } ?? []
        code.line()
        code.conditional(conditions) { code in
            code.line("/// What the component that is \(article) `\(resolver.type.name)` makes, as definitions.")
            code.line("\(access.modifier)final class \(name): IOC.Assembly {")
            code.indented { code in
                if access >= .package { code.line("/// An assembly that is not activated yet.") }
                code.line("\(access.modifier)init() {}")
                for root in roots {
                    code.line()
                    let inner = analysis.summaries[root].conditions.filter { !conditions.contains($0) }
                    code.conditional(inner) { code in emit(root, into: &code) }
                }
            }
            code.line("}")
        }
    }

    private var name: String { resolver.type.path.joined() + "Assembly" }

    private var article: String {
        let first = resolver.type.name.first?.lowercased() ?? ""
        return ["a", "e", "i", "o", "u"].contains(first) ? "an" : "a"
    }

    /// The products, by the names of the methods.
    private var made: [Int] {
        resolution.nodes.indices.filter { number in
            let node = resolution.nodes[number]
            switch node.maker.form {
            case .initializer, .factoryMethod: return node.isRoot
            case .provider, .injection: return false
            }
        }.sorted { (names[$0] ?? "") < (names[$1] ?? "") }
    }

    /// The reason why a definition can't call a method: its closure is synchronous and belongs to no actor.
    private func obstacle(_ root: Int) -> String? {
        let summary = analysis.summaries[root]
        let maker = resolution.nodes[root].maker
        if !maker.generics.isEmpty { return "is generic" }
        if summary.effects.isAsync { return "is asynchronous" }
        if resolver.isActor { return "belongs to an actor" }
        if let actor = summary.isolation ?? resolver.isolation { return "belongs to \(actor)" }
        if !summary.availability.isEmpty { return "is not available everywhere" }
        return nil
    }

    private func emit(_ root: Int, into code: inout CodeText) {
        let maker = resolution.nodes[root].maker
        let parameters = analysis.summaries[root].parameters.map { resolution.parameters[$0] }
        let types = [name, "\(maker.type)"] + parameters.map { "\($0.type)" }
        var used = Names(taken: Set(parameters.map(\.name)))
        let owner = used.unique("assembly")
        let list = ([owner] + parameters.map { Names.escaped($0.name) }).joined(separator: ", ")
        let access = min(resolver.type.access, member(root))
        let method = names[root] ?? ""
        let key = Names.escaped(CodeText.key(method.dropFirst("resolve".count)))
        code.line("\(access.modifier)let \(key): IOC.Definition<\(types.joined(separator: ", "))> =")
        code.indented { code in
            code.line("IOC.Definition(.prototype) { \(list) in")
            code.indented { code in
                let arguments = parameters.map { "\(Names.label($0.name)): \(Names.escaped($0.name))" }
                code.line("let resolver = try \(owner).context.component(\(resolverType).self)")
                let effect = analysis.summaries[root].effects.doesThrow ? "try " : ""
                code.line("return \(effect)resolver.\(method)(\(arguments.joined(separator: ", ")))")
            }
            code.line("}")
        }
    }

    private var resolverType: String {
        resolver.type.isProtocol ? "(any \(resolver.type.name))" : resolver.type.name
    }

    private func member(_ root: Int) -> AccessLevel {
        let maker = resolution.nodes[root].maker
        let parameters = analysis.summaries[root].parameters.map { resolution.parameters[$0].type }
        return (parameters + [maker.type]).map { index.access(of: $0, file: maker.file) }.min() ?? .internal
    }
}
