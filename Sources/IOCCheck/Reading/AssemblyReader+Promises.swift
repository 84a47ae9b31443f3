import IOCModel
import IOCSource

extension AssemblyReader {
    /// The type of a definition's instances.
    func promise(of member: Member, in assembly: Int, depth: Int) -> WantedType? {
        guard depth < 32 else { return nil }
        if member.generics.count > 1 { return graph.wanted(member.generics[1], file: member.scope.file) }
        guard let chain = member.chain else { return nil }
        func read(_ type: TypeSyntax) -> WantedType {
            graph.wanted(graph.index.canonical(type, in: member.scope), file: member.scope.file)
        }
        if chain.root.name == "value" { return chain.root.arguments.first?.value.literalType.map(read) }
        guard let closure = chain.root.arguments.closure else { return nil }
        if let result = closure.result { return read(result) }
        switch closure.value {
        case .cast(let type): return read(type)
        case .expression(let value):
            if let literal = value.literalType { return read(literal) }
            guard case .call(let function, _) = value.form else { return nil }
            if let made = constructed(function, in: member.scope) { return made }
            return called(function, owner: closure.parameters.first?.name, in: assembly, depth: depth)
        case nil: return nil
        }
    }

    /// The type whose initializer a call means.
    func constructed(_ function: ExpressionSyntax, in scope: IOCSource.Scope) -> WantedType? {
        var text = function.text
        if text.hasSuffix(".init") { text.removeLast(5) }
        guard case .named(let components) = graph.index.canonical(TypeSyntax(text), in: scope),
            case .declared(let number, let arguments) = graph.key(components, file: scope.file)
        else { return nil }
        let type = graph.index.types[number]
        let isFailable = type.parts.contains { $0.declaration.initializers.contains(where: \.isFailable) }
        guard !isFailable, !type.isGeneric || !arguments.isEmpty else { return nil }
        return graph.wanted(.named(components), file: scope.file)
    }

    /// The promise of the definition that `core.clock()` or `core.network().socket()` returns.
    private func called(
        _ function: ExpressionSyntax, owner: String?, in assembly: Int, depth: Int
    ) -> WantedType? {
        guard let owner, case .member(let base?, let name) = function.form else { return nil }
        var home = assembly
        if case .call(let inner, let arguments) = base.form {
            guard arguments.isEmpty, case .member(let root?, let key) = inner.form, root.form == .name(owner),
                let target = collaborator(key, of: assembly)
            else { return nil }
            home = target
        } else if base.form != .name(owner) {
            return nil
        }
        guard let member = members(of: home).last(where: { $0.property.name == name }), member.kind == "Definition"
        else { return nil }
        return promise(of: member, in: home, depth: depth + 1)
    }
}
