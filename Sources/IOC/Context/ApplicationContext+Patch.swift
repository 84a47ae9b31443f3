import IOCModel

/// What a patched context replaces.
public struct ContextPatch {
    enum Target {
        case type(Any.Type)
        case name(String)
    }

    private(set) var replacements: [(target: Target, result: Any.Type, recipe: any Recipe)] = []

    /// Replaces the component that wins for a type.
    /// - Parameters:
    ///   - type: The type somebody would look for.
    ///   - make: Makes the replacement, which keeps the component's name and scope.
    public mutating func replace<Wanted>(_ type: Wanted.Type, with make: @escaping @Sendable () throws -> Wanted) {
        replacements.append((.type(type), Wanted.self, ClosureRecipe(make)))
    }

    /// Replaces the component of a name.
    /// - Parameters:
    ///   - name: The component's name.
    ///   - make: Makes the replacement, which keeps the component's name and scope.
    public mutating func replace<Wanted>(named name: String, with make: @escaping @Sendable () throws -> Wanted) {
        replacements.append((.name(name), Wanted.self, ClosureRecipe(make)))
    }
}

extension ApplicationContext {
    /// A context with the same definitions and new instances, in which some are replaced.
    ///
    /// ```swift
    /// let patched = try context.patched { $0.replace((any Clock).self) { FixedClock() } }
    /// ```
    ///
    /// This context is not touched, whether it has run or not. While the patched one is current, calls of an assembly's
    /// definitions mean it: `try ApplicationContext.withCurrent(patched) { try core.ledger() }`. It works as long as the
    /// assemblies of this context live.
    /// - Parameter change: Says what to replace.
    /// - Returns: The patched context.
    /// - Throws: ``IOCError`` where a replacement has nothing to replace, or where the context does not boot.
    public func patched(_ change: (inout ContextPatch) throws -> Void) throws -> ApplicationContext {
        var patch = ContextPatch()
        try change(&patch)
        let (registry, faults) = core.registry.patched(patch)
        guard faults.isEmpty else { throw IOCError(faults) }
        return ApplicationContext(owning: try Boot(patching: registry, of: core).run())
    }
}

extension Registry {
    fileprivate func patched(_ patch: ContextPatch) -> (Registry, [Fault]) {
        var recipes: [Int: any Recipe] = [:]
        var faults: [Fault] = []
        for (target, result, recipe) in patch.replacements {
            switch index(of: target) {
            case .success(let index):
                let promised = definitions[index].type
                // A class can only be replaced by what fits wherever the class was wanted.
                if promised is AnyClass, result is AnyClass, !TypeFit.fits(result, promised, records: .current()) {
                    faults.append(
                        Fault(
                            .bindingTargetDoesNotFit(
                                type: TypeName.written(promised), name: definitions[index].facts.name,
                                found: TypeName.written(result))))
                } else {
                    recipes[index] = recipe
                }
            case .failure(let error): faults += error.models
            }
        }
        var groups: [ObjectIdentifier: ConstructionGroup] = [:]
        let copies = definitions.map { definition in
            let key = ObjectIdentifier(definition.slot.group)
            let group = groups[key] ?? ConstructionGroup()
            groups[key] = group
            return definition.copy(recipe: recipes[definition.index], group: group)
        }
        return (with(copies), faults)
    }

    private func index(of target: ContextPatch.Target) -> Result<Int, IOCError> {
        switch target {
        case .type(let type):
            let choice = rule.choose(TypeIdentity.id(type))
            switch choice {
            case .chosen(let index): return .success(index)
            case .missing: return .failure(IOCError(Fault(.patchWithoutTarget(what: TypeName.written(type)))))
            default:
                return .failure(IOCError(rule.fault(of: choice, wanted: TypeIdentity.id(type)) ?? Fault(.ambiguous)))
            }
        case .name(let name):
            if case .found(let index) = match(name) { return .success(index) }
            var fault = Fault(.patchWithoutTarget(what: "component named '\(name)'"))
            fault.suggestion = Suggestion.nearest(to: name, among: rule.names.all)
            return .failure(IOCError(fault))
        }
    }
}
