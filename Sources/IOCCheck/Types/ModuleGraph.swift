import IOCSource

/// The imports between modules: a module that isn't among the sources knows none of those that import it.
struct ModuleGraph: Sendable {
    /// Modules that the sources import and that are not among them.
    let unseen: Set<String>
    /// The files that may have components.
    let mayHaveComponents: Set<String>
    /// For each module of the sources the unseen ones that it imports, and that those import that it does.
    private var reach: [String: Set<String>] = [:]

    init(_ index: ProjectIndex, plain: Set<String>) {
        var imports: [String: Set<String>] = [:]
        for (file, module) in zip(index.files, index.modules) {
            imports[module ?? "", default: []].formUnion(file.imports.map(\.module))
        }
        unseen = imports.values.reduce(into: Set<String>()) { $0.formUnion($1) }.subtracting(imports.keys)
            .subtracting(StandardTypes.modules)
        mayHaveComponents = unseen.subtracting(plain)
        for module in imports.keys {
            var found: Set<String> = []
            var queue = [module]
            while let next = queue.popLast() {
                if found.insert(next).inserted { queue += imports[next] ?? [] }
            }
            reach[module] = found.intersection(unseen)
        }
    }

    /// Returns true if what one module inherits from unseen ones may know another module.
    func supertypes(of module: String?, mayKnow other: String?) -> Bool {
        !(reach[module ?? ""] ?? []).isSubset(of: reach[other ?? ""] ?? [])
    }

    /// An unseen module that may have components and know a module of the sources.
    func unseenComponents(mayKnow module: String?) -> String? {
        mayHaveComponents.subtracting(reach[module ?? ""] ?? []).min()
    }
}
