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
    /// A component that is created once some async components have started.
    struct Follower: Sendable {
        let definition: Int
        let needs: Set<Int>
    }

    /// The followers, each behind the followers that it needs.
    let followers: [Follower]
    /// The definitions of both kinds.
    private let all: Set<Int>

    init(_ wiring: Wiring, _ facts: [DefinitionFacts], _ recipes: [Recipe], _ names: NameIndex) {
        let async = Set(recipes.indices.filter { recipes[$0].isAsync })
        guard !async.isEmpty else {
            (followers, all) = ([], [])
            return
        }
        let needs = zip(wiring.parameterTargets, zip(facts, recipes)).map { targets, definition in
            targets + (definition.1.isClosure ? names.indices(of: definition.0.dependsOn) : [])
        }
        followers = GraphWalk(successors: wiring.successors).order.compactMap { index in
            guard facts[index].scope.isEager, !facts[index].needsArguments, !async.contains(index) else { return nil }
            let needed = Self.reached(from: index, needs).intersection(async)
            return needed.isEmpty ? nil : Follower(definition: index, needs: needed)
        }
        all = async.union(followers.map(\.definition))
    }

    /// Returns true if boot leaves a component to the start.
    func contains(_ definition: Int) -> Bool { all.contains(definition) }

    private static func reached(from start: Int, _ successors: [[Int]]) -> Set<Int> {
        var reached: Set<Int> = []
        var pending = successors[start]
        while let next = pending.popLast() {
            if reached.insert(next).inserted { pending += successors[next] }
        }
        return reached
    }
}

extension Registry {
    /// The faults of async definitions: their scopes, and the circles that they are part of.
    var asyncFaults: [Fault] {
        let async = definitions.filter(\.isAsync)
        guard !async.isEmpty else { return [] }
        let scopes = async.filter { $0.facts.scope != .singleton }.map { definition in
            Fault(
                .asyncNeedsSingleton(name: definition.facts.name, scope: definition.facts.scope.name),
                at: definition.facts.origin)
        }
        let walk = GraphWalk(
            successors: zip(wiring.certainSuccessors, definitions).map {
                $0 + rule.names.indices(of: $1.facts.dependsOn)
            })
        // A circle that is a fault already is reported once.
        let known = Set(wiring.found.filter { !$0.fault.kind.cycle.isEmpty }.flatMap(\.members))
        let circles = walk.groups.filter { walk.isCycle($0) && known.isDisjoint(with: $0) }.compactMap { group in
            group.first { definitions[$0].isAsync }.map { index in
                let cycle = walk.cycle(through: index)
                let steps = wiring.steps(of: cycle) { definitions[$0].facts.name }
                let facts = definitions[index].facts
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
