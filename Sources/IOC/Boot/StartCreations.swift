import IOCModel

/// The components that the start of a context creates, and not its boot.
///
/// 1. A definition is async if its initializer or its closure is. Boot judges it as any other, and creates nothing. Its scope has to
///    be singleton, and it can't be part of a circle.
/// 2. A follower is an eager singleton whose creation needs what an async definition creates, directly or through others: a parameter
///    of an initializer shows it, and `dependsOn` shows it for the closure of a definition.
/// 3. Until an async singleton exists, a lookup of it throws `not-started`.
/// 4. At its place in the start order the container looks its arguments up, awaits the initializer without a lock, and binds,
///    injects and publishes the instance as any other.
/// 5. When it has started, and its service is ready, the followers are created of which it was the last one to wait for.
struct StartCreations: Sendable {
    /// The followers, each behind the followers that it needs, with the async definitions that it waits for.
    private(set) var followers: [(definition: Int, needs: Set<Int>)] = []
    /// The definitions of both kinds.
    private var all: Set<Int>

    init(_ wiring: Wiring, _ facts: [DefinitionFacts], _ creations: [Creation], _ names: NameIndex) {
        let async = Set(creations.indices.filter { creations[$0].asyncCreate != nil })
        all = async
        if async.isEmpty { return }
        let successors = zip(wiring.parameterTargets, zip(facts, creations)).map { targets, definition in
            // Nothing but a call can look into the closure of a definition.
            let isClosure = definition.1.kind == .definition && definition.1.constructed == nil
            return targets + (isClosure ? names.indices(of: definition.0.dependsOn) : [])
        }
        var needs = [Set<Int>](repeating: [], count: facts.count)
        for index in GraphWalk(successors: successors).order {
            for target in successors[index] { needs[index].formUnion(needs[target]) }
            needs[index].formUnion(async.intersection(successors[index]))
            guard facts[index].scope.isEager, !facts[index].needsArguments, !async.contains(index),
                !needs[index].isEmpty
            else { continue }
            followers.append((index, needs[index]))
            all.insert(index)
        }
    }

    /// Returns true if boot leaves a component to the start.
    func contains(_ definition: Int) -> Bool { all.contains(definition) }
}

extension ContextCore {
    /// The faults of async definitions: their scopes, and the circles that they are part of.
    var asyncFaults: [Fault] {
        let async = sites.filter(\.isAsync)
        guard !async.isEmpty else { return [] }
        let scopes = async.filter { $0.facts.scope != .singleton }.map { definition in
            Fault(
                .asyncNeedsSingleton(name: definition.facts.name, scope: definition.facts.scope.name),
                at: definition.facts.origin)
        }
        let walk = GraphWalk(
            successors: zip(wiring.certainSuccessors, sites).map {
                $0 + rule.names.indices(of: $1.facts.dependsOn)
            })
        // A circle that is a fault already is reported once.
        let known = Set(wiring.found.filter { !$0.fault.kind.cycle.isEmpty }.flatMap(\.members))
        let circles = walk.groups.filter { walk.isCycle($0) && known.isDisjoint(with: $0) }.compactMap { group in
            group.first { sites[$0].isAsync }.map { index in
                let cycle = walk.cycle(through: index)
                let steps = wiring.steps(of: cycle) { sites[$0].facts.name }
                let facts = sites[index].facts
                return Fault(.cycleAsync(steps, component: facts.name), at: facts.origin)
            }
        }
        return scopes + circles
    }
}

extension NameIndex {
    /// The definitions that have some names.
    func indices(of names: [String]) -> [Int] {
        names.compactMap { if case .found(let index) = match($0) { index } else { nil } }
    }
}
