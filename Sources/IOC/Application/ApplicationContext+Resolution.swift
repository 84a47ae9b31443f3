import IOCBase
import IOCModel

extension ApplicationContext {
    /// The result of resolving one definition.
    package enum Resolution: Sendable {
        case resolved
        /// It is made from arguments, which only a call can give.
        case needsArguments
        /// The start of the context creates it, or what it needs.
        case needsStart
        case failed(IOCError)
    }

    /// Makes or finds an instance of every definition, and reads each of its wrapped properties, in a request scope of its own,
    /// whose components are stopped.
    /// - Returns: The outcome of each by the definitions' names, and the error of the stop.
    package func resolveEveryDefinition() async -> (
        all: [(name: String, resolution: Resolution)], stop: IOCError?
    ) {
        let activation = ScopeActivation(isSynchronous: false)
        let all = RequestScope.$current.withValue(activation) {
            core.registry.definitions.map { ($0.facts.name, core.resolution(of: $0)) }.ordered { $0.0 < $1.0 }
        }
        do {
            try await activation.letGoStopping()
            return (all, nil)
        } catch {
            return (all, error as? IOCError)
        }
    }

    /// The full names of some definitions, and a sentence for each that names none, or several.
    /// - Parameter names: Full names, or their ends from the simple name on.
    package func definitions(named names: Set<String>) -> (names: Set<String>, failures: [String]) {
        var found: Set<String> = []
        var failures: [String] = []
        for name in names.ordered() {
            switch core.registry.match(name) {
            case .found(let index): found.insert(core.registry.definitions[index].facts.name)
            case .ambiguous(let indices):
                let all = indices.map { core.registry.definitions[$0].facts.name }.ordered()
                failures.append("several definitions are named '\(name)': \(all.joined(separator: ", "))")
            case .unknown:
                let suggestion = Suggestion.nearest(to: name, among: core.registry.rule.names.all)
                failures.append(
                    "no definition is named '\(name)'" + (suggestion.map { "; did you mean '\($0)'?" } ?? ""))
            }
        }
        return (found, failures)
    }
}

extension ContextCore {
    fileprivate func resolution(of definition: RegisteredDefinition) -> ApplicationContext.Resolution {
        if definition.facts.needsArguments { return .needsArguments }
        do {
            try inGate(for: { nil }) {
                let instance = try maker.instance(of: definition, for: nil)
                for cell in InjectionPlanReader.plan(of: instance).cells(of: instance) { try cell.fill() }
            }
            return .resolved
        } catch let error as IOCError {
            if error.code == .notStarted, !lifecycle.isRunning { return .needsStart }
            return .failed(error)
        } catch {
            return .failed(
                IOCError(.componentFailed(component: definition.facts.name, stage: "its making"), cause: error))
        }
    }
}
