import IOCModel

extension DefinitionDraft {
    /// The notice that nobody will start, run or stop instances that have something to; nil where somebody does, or
    /// where there is nothing.
    func unstarted(records: ProgramRecords) -> Fault? {
        guard facts.isManaged, !facts.hasLifecycle else { return nil }
        var roles: [Any.Type] = [(any Startable).self, (any IOCService).self]
        // A request's scope stops what was made in it.
        if facts.scope != .request { roles.append((any Stoppable).self) }
        let protocols = roles.filter { TypeFit.fits(type, $0, records: records) }.map(TypeName.simple)
        if protocols.isEmpty { return nil }
        let scope = facts.scope.name + (facts.needsArguments ? ", with arguments" : "")
        return Fault(
            .componentNeverStarted(name: facts.name, scope: scope, protocols: protocols.map(TypeName.withoutAny)),
            at: facts.origin)
    }
}
