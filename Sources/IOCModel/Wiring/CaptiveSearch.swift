/// The search for components of a request or custom scope that a singleton would retain.
///
/// 1. Instances of a request or custom scope may be released before the singleton, so they are called shorter-lived.
/// 2. A singleton retains the components that its properties and parameters take, except through a provider.
/// 3. Prototypes and members of an object graph are caller-owned: the singleton also retains what they retain.
/// 4. The search stops at other singletons, because each singleton gets its own fault.
struct CaptiveSearch {
    let definitions: [DefinitionFacts]
    let edges: [[Wiring.Edge]]
    /// Searches the parent context, from the components that it supplies to an injection point; nil if all components
    /// there are singletons or caller-owned.
    let parent: ((InjectionPointFacts) -> CaptivePath?)?
    /// The definitions that are known to reach no shorter-lived component.
    private(set) var withoutCaptives: Set<Int> = []

    /// Returns a path that begins with a definition and one of its edges, and ends at a shorter-lived component; nil if
    /// there is none.
    mutating func path(from definition: Int, over edge: Wiring.Edge) -> CaptivePath? {
        guard edge.isCertainlyRead else { return nil }
        var path = edge.targets.first(where: isShort).map(ending)
        for target in edge.targets where path == nil { path = self.path(through: target) }
        return (path ?? supplied(edge)).map { led(by: definition, $0) }
    }

    /// Returns a path from a component to a shorter-lived one, which may be the component itself; nil if there is none.
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

    /// Returns a path to a shorter-lived component of a parent context; nil if there is none.
    private func supplied(_ edge: Wiring.Edge) -> CaptivePath? {
        edge.isInherited || edge.shape.isCollection ? parent?(edge.point) : nil
    }

    /// Returns the rest of a path behind a definition, if one of its edges leads directly to a shorter-lived component,
    /// or into the parent context and there to one; nil otherwise.
    private func end(of definition: Int) -> CaptivePath? {
        edges[definition].lazy.filter(\.isCertainlyRead)
            .compactMap { supplied($0) ?? $0.targets.first(where: isShort).map(ending) }.first
    }

    /// Returns a shortest path through caller-owned definitions to a shorter-lived component; nil if there is none.
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

/// The path from a component to a shorter-lived one that it would retain: the names of all components on the path, and
/// the scope of the last one.
package typealias CaptivePath = (names: [String], scope: String)
