import IOCModel

extension MakerFinder {
    /// Returns the resolvers with their providers, in source order.
    ///
    /// A resolver is a protocol that refines `Resolver`, directly or indirectly, or another type that names `Resolver`
    /// after its colon. A type that conforms to a resolver protocol is not a resolver: it gets the methods of the
    /// protocol.
    mutating func resolvers() -> [ResolverDeclaration] {
        var found: [ResolverDeclaration] = []
        for type in index.types where isOwn(type) && isResolver(type) {
            let location = type.main.declaration.location
            guard type.access.isVisibleInModule else {
                let message = "'\(type.name)' is \(type.access), so generated code in another file can't extend it"
                report(location, message)
                continue
            }
            let supertypes = index.supertypes(of: type)
            let kinds = type.declarations.map { part in
                (isActor: part.declaration.kind == .actor, isolation: index.isolation(of: type.declared(by: part)))
            }
            if let other = kinds.firstIndex(where: { $0 != kinds[0] }) {
                let message =
                    "'\(type.name)' is isolated differently in the branches of '#if'; isolate it in the same way"
                report(type.declarations[other].declaration.location, message)
                continue
            }
            let isActor =
                kinds[0].isActor || supertypes.contains("Actor") || supertypes.contains("DistributedActor")
            found.append(
                ResolverDeclaration(
                    type: type, providers: providers(of: type), isolation: kinds[0].isolation, isActor: isActor,
                    location: location))
        }
        return found
    }

    private func isResolver(_ type: DeclaredType) -> Bool {
        let named =
            type.isProtocol
            ? index.supertypes(of: type, declaredIn: Self.module) : index.inherited(type, declaredIn: Self.module)
        return named.contains("Resolver")
    }

    /// Returns the `provide…` methods of a resolver and of its supertypes, nearest first, without repeated signatures.
    private mutating func providers(of type: DeclaredType) -> [Maker] {
        // Each group contains the methods with one name and one type. They may be in several branches of `#if`.
        var groups: [[(member: Member, maker: Maker?)]] = []
        var visited: Set<String> = []
        var queue = [type]
        while !queue.isEmpty {
            let next = queue.removeFirst()
            guard visited.insert(next.name).inserted else { continue }
            for part in next.parts {
                for function in part.declaration.functions where function.isProvider {
                    guard let maker = provider(function, in: part, of: next) else { continue }
                    let known = groups.firstIndex { $0[0].maker?.form == maker.form && $0[0].maker?.type == maker.type }
                    if known == nil { groups.append([]) }
                    groups[known ?? groups.count - 1].append((Member(function, in: part, of: next), maker))
                }
            }
            for (name, scope) in index.inherited(next) {
                if let declared = index.type(named: name, file: scope.file) { queue.append(declared) }
            }
        }
        return groups.flatMap { group in
            let isBranched =
                !group.contains { $0.member.condition == nil } && Set(group.map(\.member.condition)).count > 1
            if isBranched { return [agreed(group[0].maker?.title ?? "", group)].compactMap { $0 } }
            var signatures: Set<String?> = []
            let certain = group.filter { $0.member.condition == nil }
            return (certain + group.filter { $0.member.condition != nil })
                .filter { signatures.insert($0.member.function?.fullName).inserted }.compactMap(\.maker)
        }
    }

    private mutating func provider(
        _ function: FunctionDeclaration, in part: DeclaredType.Part, of owner: DeclaredType
    ) -> Maker? {
        let location = function.location
        let title = "\(owner.name).\(function.name)"
        var scope = owner.scope(part)
        scope.generics.formUnion(function.genericParameters.map(\.plainName))
        let written = function.returnType.map { TypeSyntax($0.text).withoutSpecifiers } ?? .void
        let type = index.canonical(written, in: scope)
        // A requirement without a written access level is as visible as its protocol.
        if let access = function.writtenAccess, !isUsable(access, of: owner) {
            report(location, "'\(title)' is \(access), so generated code in another file can't call it")
            return nil
        }
        if type == .void {
            report(location, "'\(title)' returns nothing, so it provides nothing")
            return nil
        }
        if case .some = type {
            let plain = written.description.replacingPrefix("some ", with: "any ")
            report(location, "'\(title)' hides its type behind 'some', so no dependency can name it; return '\(plain)'")
            return nil
        }
        if function.modifiers.contains("mutating") {
            report(location, "'\(title)' is mutating, so it can't be called while resolving; make the resolver a class")
            return nil
        }
        guard let arguments = arguments(function, in: part, of: owner) else { return nil }
        var maker = Maker(
            form: .provider(function.name), type: type, title: title, location: location, file: part.file)
        maker.shape = .arguments
        maker.arguments = arguments
        maker.generics = function.genericParameters
        maker.genericWhereClause = function.genericWhereClause
        apply(function, in: part, of: owner, to: &maker)
        maker.conditions = function.condition.map { [$0] } ?? []
        maker.access = .open
        return maker
    }
}

extension FunctionDeclaration {
    /// True if the function is a provider when a resolver declares it.
    fileprivate var isProvider: Bool {
        guard name.hasPrefix("provide"), !isStatic else { return false }
        return name.dropFirst("provide".count).first.map { !$0.isLowercase } ?? false
    }
}

extension String {
    func replacingPrefix(_ prefix: String, with other: String) -> String {
        hasPrefix(prefix) ? other + dropFirst(prefix.count) : self
    }
}
