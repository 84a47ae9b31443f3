import IOCBase
import IOCModel
import Synchronization

/// The components that are created when a context starts, not when it boots.
///
/// 1. A definition is async if its initializer or its function is. The boot checks it, but doesn't create its instance.
///    Its scope must be singleton, and it can't be part of a cycle.
/// 2. A follower is an eager singleton that depends on an async definition, directly or through others. Parameters and
///    properties count, except providers. If a closure creates the component, its `dependsOn` counts too. The start
///    creates followers, because their initializers and hooks may use the async component.
/// 3. A lookup of an async definition throws `not-started` until the start has created its instance. A lookup of a
///    follower throws it until the start has created the instances of all async definitions that the follower needs.
/// 4. When the start reaches an async definition, the container looks up its arguments and awaits the initializer. It
///    holds no lock while it awaits. Then it binds, injects and publishes the instance.
/// 5. After the component of an async definition has started and its service is ready, the container creates the
///    followers that wait for no other async definition.
struct StartCreations: Sendable {
    /// The followers, each with the async definitions that it waits for. Dependencies come before dependents.
    private(set) var followers: [(definition: Int, needs: Set<Int>)] = []
    /// For each definition that is not async: the async definitions that it depends on, if there are any.
    private(set) var needs: [Int: Set<Int>] = [:]
    /// The async definitions and the followers.
    private var all: Set<Int>

    init(_ wiring: Wiring, _ facts: [DefinitionFacts], _ creations: [Creation], _ names: NameIndex) {
        let async = Set(creations.indices.filter { creations[$0].isAsync })
        all = async
        if async.isEmpty { return }
        let successors = zip(wiring.successors, zip(facts, creations)).map { targets, definition in
            // The dependencies of a closure aren't known, so its `dependsOn` counts.
            targets + (definition.1.isClosure ? names.indices(of: definition.0.dependsOn) : [])
        }
        for group in GraphWalk(successors: successors).groups {
            let targets = Set(group.flatMap { successors[$0] })
            let found = targets.intersection(async).union(targets.flatMap { needs[$0] ?? [] })
            // Async definitions are not followers. Neither are the other members of a cycle with an async definition.
            guard !found.isEmpty, async.isDisjoint(with: group) else { continue }
            for index in group {
                needs[index] = found
                guard facts[index].scope.isEager, !facts[index].needsArguments else { continue }
                followers.append((index, found))
                all.insert(index)
            }
        }
    }

    /// Returns true if a component is created when the context starts, not when it boots.
    func contains(_ definition: Int) -> Bool { all.contains(definition) }
}

extension ContextCore {
    /// The faults of async definitions: wrong scopes, cycles, and components that the boot needs.
    var asyncFaults: [Fault] {
        let async = sites.filter(\.isAsync)
        guard !async.isEmpty else { return [] }
        let scopes = async.filter { $0.facts.scope != .singleton }.map { definition in
            Fault(
                .asyncNeedsSingleton(
                    name: definition.facts.name, scope: definition.facts.scope.name, maker: definition.creation.maker),
                at: definition.codeOrigin)
        }
        return scopes + asyncCycles + neededAtBoot
    }

    private var asyncCycles: [Fault] {
        let firmEdges = sites.map { rule.names.indices(of: $0.facts.dependsOn) }
        let walk = GraphWalk(successors: zip(wiring.certainSuccessors, firmEdges).map(+))
        // A cycle that is already a fault is reported only once.
        let known = Set(wiring.found.filter { !$0.fault.kind.cycle.isEmpty }.flatMap(\.members))
            .union(GraphWalk(successors: firmEdges).cycles.joined())
        return walk.groups.filter { walk.isCycle($0) && known.isDisjoint(with: $0) }.compactMap { group in
            group.first { sites[$0].isAsync }.map { index in
                let cycle = walk.cycle(through: index)
                let steps = wiring.steps(of: cycle) { sites[$0].facts.name }
                return Fault(
                    .cycleAsync(steps, component: sites[index].facts.name, maker: sites[index].creation.maker),
                    at: sites[index].codeOrigin)
            }
        }
    }

    /// The faults of post-processors, converters and observers that are async or depend on an async definition. The
    /// boot uses them, and can't await anything.
    private var neededAtBoot: [Fault] {
        let roles: [Any.Type] = [
            (any InstancePostProcessor).self, (any SettingConverter).self, (any ContextObserver).self,
        ]
        return roles.flatMap { role in
            rule.all(TypeIdentity.id(role)).compactMap { index -> Fault? in
                let site = sites[index]
                guard site.isAsync || creations.needs[index] != nil else { return nil }
                let driver = site.isAsync ? nil : creations.needs[index]?.min().map { sites[$0] }
                return Fault(
                    .asyncAtBoot(
                        name: site.facts.name, role: TypeName.simple(role), needing: driver?.facts.name,
                        maker: (driver ?? site).creation.maker),
                    at: site.codeOrigin)
            }
        }
    }
}

extension ContextCore {
    /// Returns the `not-started` error of a lookup; nil if the component can be created now.
    func notStarted(_ site: CallSite) -> IOCError? {
        guard creations.contains(site.index) else { return nil }
        var missing = site
        var point = Frame.asking
        var path = Frame.path
        if !site.isAsync {
            let needs = creations.needs[site.index] ?? []
            guard let uncreated = needs.ordered().first(where: { sites[$0].instance == nil }) else { return nil }
            missing = sites[uncreated]
            let leading = wiring.edges[site.index].first { edge in
                edge.shape.isImmediate && edge.targets.contains { $0 == uncreated || creations.needs[$0] != nil }
            }
            point = leading?.point
            path.append(site.facts.name)
        }
        // A lookup without a property or a parameter may come from the closure of a definition. Then the error names
        // that definition.
        let closure = Frame.asking == nil ? Frame.innermostConstruction?.pointee.site : nil
        let asking = closure?.creation.isClosure == true ? closure : nil
        let situation: Fault.Unstarted =
            switch lifecycle.stage {
            case _ where asking != nil: .closure(of: asking?.facts.name ?? "")
            case .idle: .idle
            case .starting: .starting
            case .started, .failed, .stopping, .stopped: .stopped
            }
        return IOCError(
            Fault(
                .notStarted(component: missing.facts.name, situation, maker: missing.creation.maker),
                at: asking?.facts.origin, asked: point,
                path: path))
    }
}

extension NameIndex {
    /// Returns the indices of the definitions with the given names. Names without exactly one definition are left out.
    func indices(of names: [String]) -> [Int] {
        names.compactMap { if case .found(let index) = match($0) { index } else { nil } }
    }
}
