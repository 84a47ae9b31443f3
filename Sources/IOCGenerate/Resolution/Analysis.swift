import IOCModel

/// The properties of the functions that create the nodes of a ``Resolution``, such as their parameters and effects.
final class Analysis {
    /// The requirements of the creation of a node with all its dependencies.
    struct Summary {
        /// The parameters: those of the node itself, then those of its dependencies, depth first.
        var parameters: [Int] = []
        var effects = Effects()
        /// The global actors of all calls.
        var actors: Set<String> = []
        var conditions: [String] = []
        var availability: [String] = []
        /// The global actor in the function's declaration; nil for none.
        var isolation: String?
    }

    let resolution: Resolution
    /// All nodes, each after its dependencies.
    private(set) var order: [Int] = []
    private(set) var summaries: [Summary] = []
    private let dominance: Dominance
    /// For each node, true if other functions may call the node's function without creating a value twice.
    private(set) var isCallable: [Bool] = []
    private(set) var diagnostics: [SourceDiagnostic]

    init(_ resolution: Resolution) {
        self.resolution = resolution
        diagnostics = resolution.diagnostics
        let walk = GraphWalk(successors: resolution.nodes.map(\.targets))
        let cyclic = walk.groups.filter { walk.isCycle($0) }
        guard cyclic.isEmpty else {
            dominance = Dominance(edges: [], order: [])
            diagnostics += cyclic.map { Self.drawing(of: $0, walk, resolution) }
            return
        }
        order = walk.order
        dominance = Dominance(edges: resolution.nodes.map(\.targets), order: order)
        summaries = Array(repeating: Summary(), count: resolution.nodes.count)
        for node in order { summaries[node] = summary(of: node) }
        isCallable = resolution.nodes.indices.map { number in
            let node = resolution.nodes[number]
            return node.maker.generics.isEmpty && !node.targets.isEmpty && dominance.isEnclosed(number)
        }
        reportClashes()
    }

    private func summary(of number: Int) -> Summary {
        let node = resolution.nodes[number]
        var summary = Summary()
        var seen: Set<Int> = []
        func add(_ parameter: Int) {
            if seen.insert(parameter).inserted { summary.parameters.append(parameter) }
        }
        summary.effects = node.maker.effects
        summary.conditions = node.maker.conditions
        summary.availability = node.maker.availability
        if let actor = node.maker.isolation { summary.actors.insert(actor) }
        for case .parameter(let parameter) in node.bindings { add(parameter) }
        for target in node.targets {
            let inner = summaries[target]
            inner.parameters.forEach(add)
            summary.effects = summary.effects.joined(inner.effects)
            summary.actors.formUnion(inner.actors)
            summary.conditions += inner.conditions.filter { !summary.conditions.contains($0) }
            summary.availability += inner.availability.filter { !summary.availability.contains($0) }
        }
        // The node's own isolation comes first, then that of the resolver, then the actor of the dependencies if they
        // have only one.
        let inherited = resolution.resolver.isolation
        let own = node.maker.isolation
        if let own, own != inherited {
            summary.isolation = own
        } else if inherited == nil, !resolution.resolver.isActor, summary.actors.count == 1 {
            summary.isolation = summary.actors.first
        }
        let effective = summary.isolation ?? inherited
        if summary.actors.contains(where: { $0 != effective }) { summary.effects.isAsync = true }
        return summary
    }

    /// Returns the global actor of a node's function: its own or the resolver's.
    func isolation(of node: Int) -> String? {
        summaries[node].isolation ?? resolution.resolver.isolation
    }

    // MARK: Faults

    private static func drawing(
        of component: [Int], _ walk: GraphWalk, _ resolution: Resolution
    ) -> SourceDiagnostic {
        let path = walk.cycle(through: component[0])
        let titles = path.map { resolution.nodes[$0].maker.title }
        let closed = titles + titles.prefix(1)
        var notes: [SourceDiagnostic] = []
        var first: SourceLocation?
        for (position, number) in path.enumerated() {
            let next = path[(position + 1) % path.count]
            let node = resolution.nodes[number]
            for (argument, binding) in zip(node.maker.arguments, node.bindings) {
                guard case .node(next) = binding else { continue }
                if first == nil { first = argument.location }
                let text = "\(titles[position]) needs \(closed[position + 1]) for '\(argument.name)'"
                notes.append(.note(at: argument.location, text))
                break
            }
        }
        let message = "dependency cycle: \(closed.joined(separator: " → "))"
        return .error(at: first ?? resolution.nodes[path[0]].maker.location, message, notes: notes)
    }

    /// Reports functions that would have two parameters with the same name and different types.
    private func reportClashes() {
        var reported: Set<[Int]> = []
        for number in order.reversed() {
            guard resolution.nodes[number].isRoot else { continue }
            var byName: [String: Int] = [:]
            for parameter in summaries[number].parameters {
                let name = resolution.parameters[parameter].name
                guard let other = byName[name] else {
                    byName[name] = parameter
                    continue
                }
                guard reported.insert([other, parameter].sorted()).inserted else { continue }
                diagnostics.append(clash(min(other, parameter), max(other, parameter), in: number))
            }
        }
    }

    private func clash(_ first: Int, _ second: Int, in number: Int) -> SourceDiagnostic {
        let one = resolution.parameters[first]
        let other = resolution.parameters[second]
        let origins = resolution.parameterOrigins
        let title = resolution.nodes[number].maker.title
        let message =
            "'\(title)' would need two parameters called '\(one.name)': '\(one.type)' for '\(origins[first].title)' "
            + "and '\(other.type)' for '\(origins[second].title)'; rename one, or provide one"
        let note = SourceDiagnostic.note(at: origins[first].location, "the other '\(one.name)' is here")
        return .error(at: origins[second].location, message, notes: [note])
    }
}
