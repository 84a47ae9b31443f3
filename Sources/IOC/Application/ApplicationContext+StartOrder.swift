import IOCModel

extension ApplicationContext {
    /// The components that have something to start, run or stop, in the order in which ``start()`` takes them: each behind all
    /// it depends on. The reverse is the order of the stop.
    ///
    /// Shared instances that are made count.
    /// - Returns: The components with their names.
    /// - Throws: ``IOCError`` where the context has ended.
    public func startOrder() throws -> [(name: String, component: Any)] {
        try core.inGate(for: { nil }) {
            core.runner.startOrder().compactMap { definition in
                definition.component.map { (definition.facts.name, $0) }
            }
        }
    }
}
