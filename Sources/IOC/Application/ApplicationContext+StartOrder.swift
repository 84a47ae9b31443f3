import IOCModel

extension ApplicationContext {
    /// The components that have something to start, run or stop, in the order in which ``start()`` takes them: each behind all
    /// it depends on. The reverse is the order of the stop.
    ///
    /// A component starts as soon as all it depends on have started, whatever its wave: those of one wave depend on none of
    /// each other, and the first is 0. Shared instances that are made count. A component that conforms to protocols of other
    /// packages alone is not among them: ask for it by type.
    /// - Returns: The components with their names and waves.
    /// - Throws: ``IOCError`` where the context has ended.
    public func startOrder() throws -> [(name: String, component: Any, wave: Int)] {
        try startOrder(of: Any.self, among: nil)
    }

    /// The components of a type, in the order in which ``start()`` would take them: each behind all it depends on, directly or
    /// through others.
    ///
    /// Shared instances that are made count, even those that the container does not start and stop.
    /// - Parameter type: The type, such as another package's `(any Service).self`.
    /// - Returns: The components with their names and waves.
    /// - Throws: ``IOCError`` where the context has ended.
    public func startOrder<Wanted>(of type: Wanted.Type) throws -> [(name: String, component: Wanted, wave: Int)] {
        try startOrder(of: type) { $0.component is Wanted }
    }

    @_semantics("optimize.sil.specialize.generic.never")
    private func startOrder<Wanted>(
        of type: Wanted.Type, among isMember: ((RegisteredDefinition) -> Bool)?
    ) throws -> [(name: String, component: Wanted, wave: Int)] {
        try core.inGate(for: { nil }) {
            let definitions = core.registry.definitions
            let found = definitions.map { $0.component.flatMap { $0 as? Wanted } }
            let waves = core.runner.startOrder(of: isMember).schedule.waves { found[$0] != nil }
            return waves.compactMap { member, wave in
                found[member].map { (definitions[member].facts.name, $0, wave) }
            }
        }
    }
}
