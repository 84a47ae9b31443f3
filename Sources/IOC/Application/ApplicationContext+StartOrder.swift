import IOCModel

extension ApplicationContext {
    /// The components that have something to start, run or stop, in the order in which ``start()`` takes them: each behind all
    /// it depends on. The reverse is the order of the stop.
    ///
    /// Shared instances that are made count. A component that conforms to protocols of other packages alone is not among them: ask
    /// for it by type.
    /// - Returns: The components with their names.
    /// - Throws: ``IOCError`` where the context has ended.
    public func startOrder() throws -> [(name: String, component: Any)] {
        try core.inGate(for: { nil }) {
            core.runner.startOrder().compactMap { definition in
                definition.component.map { (definition.facts.name, $0) }
            }
        }
    }

    /// The components of a type, in the order in which ``start()`` would take them: each behind all it depends on, directly or
    /// through others.
    ///
    /// Shared instances that are made count, whoever starts and stops them.
    /// - Parameter type: The type, such as another package's `(any Service).self`.
    /// - Returns: The components with their names.
    /// - Throws: ``IOCError`` where the context has ended.
    public func startOrder<Wanted>(of type: Wanted.Type) throws -> [(name: String, component: Wanted)] {
        try core.inGate(for: { nil }) {
            core.runner.startOrder { $0.component is Wanted }.compactMap { definition in
                (definition.component as? Wanted).map { (definition.facts.name, $0) }
            }
        }
    }
}
