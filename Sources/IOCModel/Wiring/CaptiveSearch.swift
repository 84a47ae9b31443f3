/// Finds the shorter-lived components that longer-lived ones would retain.
///
/// 1. A singleton of any kind outlives the instances of a request scope or custom scope.
/// 2. It retains the targets of its parameters and of properties that are filled when read, and, through caller-owned
///    instances such as prototypes, what these reach. The search stops at other singletons, because each gets its own
///    fault.
/// 3. A provider looks its component up later, and retains nothing.
struct CaptiveSearch {
    let definitions: [DefinitionFacts]
    let edges: [[Wiring.Edge]]
    /// The search in a parent context; nil if no component there lives shorter than a singleton.
    let parent: ((InjectionPointFacts) -> CaptivePath?)?
    /// The definitions that are known to reach no shorter-lived component.
    private(set) var withoutCaptives: Set<Int> = []

    /// The path over one edge to a shorter-lived component; nil if there is none.
    mutating func path(from definition: Int, over edge: Wiring.Edge) -> CaptivePath? {
        guard edge.isCertainlyRead else { return nil }
        var path = edge.targets.first(where: isShort).map(ending)
        for target in edge.targets where path == nil { path = self.path(through: target) }
        return (path ?? supplied(edge)).map { led(by: definition, $0) }
    }

    /// The path from a component to a shorter-lived one, which may be the component itself.
    mutating func path(from target: Int) -> CaptivePath? {
        isShort(target) ? ending(target) : path(through: target)
    }

    private func isShort(_ definition: Int) -> Bool { definitions[definition].scope.isCustom }

    private func ending(_ definition: Int) -> CaptivePath {
        ([definitions[definition].name], definitions[definition].scope.name)
    }

    private func led(by definition: Int, _ path: CaptivePath) -> CaptivePath {
        ([definitions[definition].name] + path.names, path.scope)
    }

    /// The path to a shorter-lived component of a parent context.
    private func supplied(_ edge: Wiring.Edge) -> CaptivePath? {
        edge.isInherited || edge.shape.isCollection ? parent?(edge.point) : nil
    }

    /// The shorter-lived component to which one of a definition's own edges leads.
    private func end(of definition: Int) -> CaptivePath? {
        edges[definition].lazy.filter(\.isCertainlyRead)
            .compactMap { supplied($0) ?? $0.targets.first(where: isShort).map(ending) }.first
    }

    /// Returns a shortest path from a caller-owned definition.
    private mutating func path(through start: Int) -> CaptivePath? {
        func isOpen(_ definition: Int) -> Bool {
            definitions[definition].scope.isCallerOwned && !withoutCaptives.contains(definition)
        }
        guard isOpen(start) else { return nil }
        let paths = ShortestPaths(from: [start]) { node in
            edges[node].filter(\.isCertainlyRead).flatMap(\.targets).filter(isOpen)
        } until: {
            end(of: $0) != nil
        }
        guard let last = paths.end, let end = end(of: last) else {
            withoutCaptives.formUnion(paths.reached)
            return nil
        }
        return paths.path(to: last).reversed().reduce(end) { led(by: $1, $0) }
    }
}

/// The path from a component to a shorter-lived one that it would retain: the names of the components, including both
/// ends, and the last one's scope.
package typealias CaptivePath = (names: [String], scope: String)
