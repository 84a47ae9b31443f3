import IOCModel

extension ApplicationContext {
    /// A context with the same definitions and new instances, in which some are replaced.
    ///
    /// ```swift
    /// let patched = try context.patched { $0.replace((any Clock).self) { FixedClock() } }
    /// ```
    ///
    /// This context is not touched, whether it has run or not. While the patched one is current, calls of an assembly's
    /// definitions mean it: `try ApplicationContext.withCurrent(patched) { try core.ledger() }`. It works as long as the
    /// assemblies of this context live.
    /// - Parameter change: Says what to replace.
    /// - Returns: The patched context.
    /// - Throws: ``IOCError`` where a replacement has nothing to replace, or where the context does not boot.
    public func patched(_ change: (inout ContextPatch) throws -> Void) throws -> ApplicationContext {
        let origin = try holding()
        var patch = ContextPatch()
        try change(&patch)
        let patched = core.registry.patched(patch, parent: parent)
        var faults = patched.faults
        if !patch.settings.isEmpty || !patch.profiles.isEmpty || !patch.removals.isEmpty {
            let location = patch.settings.first?.location ?? patch.removals.first?.location
            faults.append(Fault(.patchOfConfiguration, at: location.map(Origin.source)))
        }
        guard faults.isEmpty else { throw IOCError(faults) }
        return try withExtendedLifetime(origin) {
            ApplicationContext(owning: try Boot(patched, of: core).run())
        }
    }

    /// Boots a context in which some of what the configuration says is replaced or wrapped from the start, so that what is
    /// replaced is never made.
    /// - Parameters:
    ///   - configuration: The configuration, to which the patch adds its settings and profiles.
    ///   - processors: Post-processors that are no components; they see every instance first.
    /// - Throws: ``IOCError`` with every fault of the configuration and the patch.
    package convenience init(
        _ configuration: ContextConfiguration, patch: ContextPatch, processors: [any InstancePostProcessor] = []
    ) throws {
        var configuration = configuration
        for setting in patch.settings { configuration.overrides[setting.key] = setting.value }
        configuration.profiles += patch.profiles
        try self.init(
            configuration, assemblies: [], replacing: [], processors: processors, parent: nil, patch: patch)
    }
}
