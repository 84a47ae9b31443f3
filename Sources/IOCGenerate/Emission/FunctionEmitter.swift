/// An emitter of the bodies of generated functions. Each function creates the value of one ``Resolution/Node``.
///
/// A body creates the value of a node once, in a variable with the name of an argument that takes the value. If
/// ``isCalled(_:from:)`` returns true, the body calls the node's own function. It creates all other values in place, so
/// that several nodes can share them.
struct FunctionEmitter {
    let analysis: Analysis
    /// The names of the `resolve…` methods, by the index of the node.
    let methodNames: [Int: String]

    private var resolution: Resolution { analysis.resolution }

    init(_ analysis: Analysis, methodNames: [Int: String]) {
        self.analysis = analysis
        self.methodNames = methodNames
    }

    // MARK: Nodes created in place

    /// Returns true if a function calls a node's own function instead of creating the node in place.
    ///
    /// A function never calls the function of another global actor, because the value may not be sendable.
    func isCalled(_ number: Int, from root: Int) -> Bool {
        analysis.isCallable[number] && analysis.isolation(of: number) == analysis.isolation(of: root)
    }

    /// Returns the nodes that a body creates before its last line, each after its dependencies; nil if the body would
    /// create more than `limit` nodes.
    func steps(for root: Int, limit: Int) -> [Int]? {
        var steps: [Int] = []
        var visited: Set<Int> = [root]
        var frames: [(node: Int, targets: [Int], next: Int)] = [(root, resolution.nodes[root].targets, 0)]
        while let frame = frames.last {
            if frame.next < frame.targets.count {
                frames[frames.count - 1].next += 1
                let target = frame.targets[frame.next]
                guard visited.insert(target).inserted else { continue }
                if visited.count > limit { return nil }
                frames.append((target, isCalled(target, from: root) ? [] : resolution.nodes[target].targets, 0))
            } else {
                frames.removeLast()
                if frame.node != root { steps.append(frame.node) }
            }
        }
        return steps
    }

    // MARK: Bodies

    /// Returns the statements of one function.
    func body(of root: Int, steps: [Int], parameterNames: [Int: String], object: String?, names: Names) -> [String] {
        var names = names
        var variables: [Int: String] = [:]
        let hints = hints(root: root, steps: steps)
        var lines: [String] = []
        for step in steps {
            let name = Names.escaped(names.unique(Names.variable(hints[step] ?? "value")))
            variables[step] = name
            let value =
                isCalled(step, from: root)
                ? call(step, parameterNames: parameterNames)
                : construction(step, variables: variables, parameterNames: parameterNames)
            let maker = resolution.nodes[step].maker
            let type = maker.isInferred ? ": \(maker.type)" : ""
            lines.append("let \(name)\(type) = \(marks(step, inside: root))\(value)")
        }
        let last = construction(root, variables: variables, parameterNames: parameterNames)
        if let object {
            lines.append("\(object).dependency = \(marks(root, inside: root))\(last)")
        } else {
            lines.append("return \(marks(root, inside: root))\(last)")
        }
        return lines
    }

    /// Returns for each node the name of an argument that takes its value.
    private func hints(root: Int, steps: [Int]) -> [Int: String] {
        var hints: [Int: String] = [:]
        for number in [root] + steps.reversed() {
            let node = resolution.nodes[number]
            for (argument, binding) in zip(node.maker.arguments, node.bindings) {
                if case .node(let target) = binding, hints[target] == nil { hints[target] = argument.name }
            }
        }
        return hints
    }

    /// Returns the `try` and `await` before the expression that creates the value of a node.
    func marks(_ number: Int, inside root: Int) -> String {
        let node = resolution.nodes[number]
        let here = analysis.isolation(of: root)
        let isCall = number != root && isCalled(number, from: root)
        let effects = isCall ? analysis.summaries[number].effects : node.maker.effects
        let there = isCall ? analysis.isolation(of: number) : node.maker.isolation
        let mustWait = effects.isAsync || (there != nil && there != here)
        return (effects.doesThrow ? "try " : "") + (mustWait ? "await " : "")
    }

    private func call(_ number: Int, parameterNames: [Int: String]) -> String {
        let list = analysis.summaries[number].parameters.map { parameter in
            let name = resolution.parameters[parameter].name
            return "\(Names.label(name)): \(parameterNames[parameter] ?? Names.escaped(name))"
        }
        return "\(methodNames[number] ?? "")(\(list.joined(separator: ", ")))"
    }

    private func construction(_ number: Int, variables: [Int: String], parameterNames: [Int: String]) -> String {
        construction(number) { binding in
            switch binding {
            case .node(let target): variables[target] ?? ""
            case .parameter(let parameter): parameterNames[parameter] ?? ""
            case .omitted: nil
            }
        }
    }

    /// Returns the expression that creates a node from existing values.
    func construction(_ number: Int, value: (Resolution.Binding) -> String?) -> String {
        let node = resolution.nodes[number]
        let maker = node.maker
        let values = zip(maker.arguments, node.bindings).compactMap { argument, binding -> String? in
            guard let value = value(binding) else { return nil }
            return argument.label.map { "\(Names.label($0)): \(value)" } ?? value
        }
        let list = values.joined(separator: ", ")
        let dependency: String
        switch maker.shape {
        case .arguments: dependency = list
        case .members:
            // For an optional property, `.init` would be the initializer of `Optional`. So the type is written.
            let type = maker.form == .injection ? maker.dependencyType?.description : nil
            dependency = "\(type ?? ".init")(\(list))"
        case .tuple: dependency = values.count == 1 ? list : "(\(list))"
        case .value: dependency = node.bindings.first.flatMap(value) ?? "()"
        }
        switch maker.form {
        case .initializer: return "\(maker.type)(dependency: \(dependency))"
        case .factoryMethod: return "\(maker.type).makeInstance(dependency: \(dependency))"
        case .provider(let name): return "\(Names.escaped(name))(\(dependency))"
        case .injection: return dependency
        }
    }
}
