import IOCModel

/// The end of a context, once its gate is closed and no thread is inside.
struct ContextEnd {
    let core: ContextCore

    /// Forgets the lookups, lets the instances go, dependents first, and then what only an open context needs.
    ///
    /// `deinit`s that run meanwhile may read what leads out of their cycle.
    func run() {
        core.lookup.table.close()
        Ending.run(core) { core.maker.dropAll() }
        core.registry.types.showInstances(nil)
        core.dropServices()
    }
}
