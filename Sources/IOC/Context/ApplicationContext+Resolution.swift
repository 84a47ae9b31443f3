import IOCModel

extension ApplicationContext {
    /// What came of resolving one definition.
    package enum Resolution: Sendable {
        case resolved
        /// It is made from arguments, which only a call can give.
        case needsArguments
        case failed(IOCError)
    }

    /// Makes or finds an instance of every definition, and reads each of its wrapped properties.
    /// - Returns: What came of it, by the definitions' names.
    package func resolveEveryDefinition() -> [(name: String, resolution: Resolution)] {
        core.registry.definitions.map { ($0.facts.name, core.resolution(of: $0)) }.sorted { $0.0 < $1.0 }
    }
}

extension ContextCore {
    fileprivate func resolution(of definition: RegisteredDefinition) -> ApplicationContext.Resolution {
        if definition.facts.needsArguments { return .needsArguments }
        do {
            try inGate(for: { nil }) {
                let instance = try instance(of: definition, for: nil)
                for cell in plan(ofClass: type(of: instance)).cells(of: instance) { try cell.fill() }
            }
            return .resolved
        } catch let error as IOCError {
            return .failed(error)
        } catch {
            var fault = Fault(.componentFailed(component: definition.facts.name, stage: "its making"))
            fault.cause = error
            return .failed(IOCError(fault))
        }
    }
}
