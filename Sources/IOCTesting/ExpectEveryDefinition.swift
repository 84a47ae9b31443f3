public import IOC
public import Testing

/// Expects that a configuration boots and that every definition of it can be made, lazy ones and prototypes included.
///
/// Each fault becomes an issue. Components of `Scope.request` are made in a request scope of their own, and those that are
/// `Stoppable` are stopped; a stop that fails is an issue too. Definitions that are made from arguments are passed over, as only
/// a call can give those.
/// - Parameters:
///   - configuration: The configuration, as a file would say it.
///   - exceptions: The names of definitions to leave alone, or their ends from the simple name on.
///   - sourceLocation: Where issues are recorded.
///   - overrides: The changes of the context.
/// - Returns: The names of the definitions that were resolved.
@discardableResult
public func expectEveryDefinitionResolves(
    in configuration: ContextConfiguration, except exceptions: Set<String> = [],
    sourceLocation: Testing.SourceLocation = #_sourceLocation,
    overrides: @Sendable (inout ContextPatch) throws -> Void = { _ in }
) async -> [String] {
    do {
        let context = try ApplicationContext(configuration, patch: ContextPatch(overrides))
        return await expectEveryDefinitionResolves(in: context, except: exceptions, sourceLocation: sourceLocation)
    } catch {
        record(error, at: sourceLocation)
        return []
    }
}

/// Expects that every definition of a context can be made, lazy ones and prototypes included.
///
/// Each fault becomes an issue, as for a configuration.
/// - Parameters:
///   - context: The context; inside a test with `.applicationContext(…)`, `try .current` is the test's own.
///   - exceptions: The names of definitions to leave alone, or their ends from the simple name on.
///   - sourceLocation: Where issues are recorded.
/// - Returns: The names of the definitions that were resolved.
@discardableResult
public func expectEveryDefinitionResolves(
    in context: ApplicationContext, except exceptions: Set<String> = [],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
) async -> [String] {
    let outcome = await context.resolveEveryDefinition()
    if let error = outcome.stop { record(error, at: sourceLocation) }
    let (exceptions, failures) = context.definitions(named: exceptions)
    for failure in failures { Issue.record("what is to be left alone: \(failure)", sourceLocation: sourceLocation) }
    var resolved: [String] = []
    var reported: Set<String> = []
    for (name, isResolved) in outcome.all where !exceptions.contains(name) {
        switch isResolved {
        case .success(let isResolved): if isResolved { resolved.append(name) }
        case .failure(let error):
            // One fault may stand behind many definitions that need the same component.
            for fault in error.faults where reported.insert(fault.headline).inserted {
                Issue.record("'\(name)' does not resolve: \(fault)", sourceLocation: sourceLocation)
            }
        }
    }
    return resolved
}

private func record(_ error: any Error, at sourceLocation: Testing.SourceLocation) {
    guard let error = error as? IOCError else {
        Issue.record(error, sourceLocation: sourceLocation)
        return
    }
    for fault in error.faults { Issue.record("\(fault)", sourceLocation: sourceLocation) }
}
