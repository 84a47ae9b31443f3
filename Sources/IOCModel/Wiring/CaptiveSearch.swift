/// Finds the shorter-lived components that longer-lived ones would keep.
///
/// 1. A singleton of any kind outlives what a custom scope, such as a request's, keeps.
/// 2. It keeps whatever it reaches through properties that are filled when read. A caller-owned instance, such as
///    a prototype, is kept with everything that it reaches itself; other singletons answer for themselves.
/// 3. A provider is asked later, and keeps nothing.
struct CaptiveSearch {
    let definitions: [DefinitionFacts]
    let edges: [[Wiring.Edge]]
    /// Returns the captive path of a parent context's part of an edge, by its owner and its number there.
    let parent: (Int, Int) -> CaptivePath?
    /// The definitions already found to lead to nothing shorter-lived.
    private(set) var withoutCaptives: Set<Int> = []

    /// The way over one edge to something shorter-lived.
    mutating func path(from definition: Int, over index: Int) -> CaptivePath? {
        let edge = edges[definition][index]
        guard edge.shape.isImmediate, edge.isCertain else { return nil }
        var path = edge.targets.lazy.compactMap { [self] in isShort($0) ? $0 : nil }.first.map(ending)
        if path == nil {
            for target in edge.targets where path == nil { path = self.path(through: target) }
        }
        path = path ?? parent(definition, index)
        path?.names.insert(definitions[definition].name, at: 0)
        path?.members.insert(definition, at: 0)
        return path
    }

    /// The way from a component, itself included, to something shorter-lived.
    mutating func path(from target: Int) -> CaptivePath? {
        isShort(target) ? ending(target) : path(through: target)
    }

    private func isShort(_ definition: Int) -> Bool { definitions[definition].scope.isCustom }

    private func ending(_ definition: Int) -> CaptivePath {
        let facts = definitions[definition]
        return CaptivePath(names: [facts.name], scope: facts.scope.name, members: [definition])
    }

    /// Returns a shortest way from a caller-owned definition.
    private mutating func path(through start: Int) -> CaptivePath? {
        guard definitions[start].scope.isCallerOwned, !withoutCaptives.contains(start) else { return nil }
        var cameFrom: [Int: Int] = [:]
        var queue = [start]
        var seen: Set<Int> = [start]
        var head = 0
        while head < queue.count {
            let node = queue[head]
            head += 1
            for (index, edge) in edges[node].enumerated() where edge.shape.isImmediate && edge.isCertain {
                var end = parent(node, index)
                for target in edge.targets where end == nil {
                    if isShort(target) { end = ending(target) }
                    guard definitions[target].scope.isCallerOwned, !withoutCaptives.contains(target) else { continue }
                    guard seen.insert(target).inserted else { continue }
                    cameFrom[target] = node
                    queue.append(target)
                }
                guard var path = end else { continue }
                var step: Int? = node
                while let node = step {
                    path.names.insert(definitions[node].name, at: 0)
                    path.members.insert(node, at: 0)
                    step = cameFrom[node]
                }
                return path
            }
        }
        withoutCaptives.formUnion(seen)
        return nil
    }
}

/// The way from a component to a shorter-lived one that it would keep.
package struct CaptivePath: Sendable {
    /// The components' names, both ends included.
    package var names: [String]
    /// The last one's scope.
    package var scope: String
    /// The definitions on the way, as far as they are of this context.
    var members: [Int]
}

/// For each node of a graph a shortest path from one of the nodes without dependents.
package struct RootPaths: Sendable {
    /// The node before each on its path; nil for roots and for what no root reaches.
    private var before: [Int?]

    init(_ successors: [[Int]]) {
        before = [Int?](repeating: nil, count: successors.count)
        var isSeen = [Bool](repeating: true, count: successors.count)
        for node in 0..<successors.count {
            for next in successors[node] where next != node { isSeen[next] = false }
        }
        var queue = isSeen.indices.filter { isSeen[$0] }
        var head = 0
        while head < queue.count {
            let node = queue[head]
            head += 1
            for next in successors[node] where !isSeen[next] {
                isSeen[next] = true
                before[next] = node
                queue.append(next)
            }
        }
    }

    /// The path to a node, both ends included; the node alone where no root reaches it.
    package func path(to target: Int) -> [Int] {
        var path = [target]
        while let previous = before[path[path.count - 1]] { path.append(previous) }
        return path.reversed()
    }
}
