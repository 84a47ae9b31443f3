public import IOC
public import Testing

/// Expects that a configuration boots and that each definition can be resolved, also lazy ones and prototypes.
///
/// Each fault becomes an issue. Components of `Scope.request` are created in a separate request scope, which then stops
/// the `Stoppable` components. A failed stop is an issue as well. Definitions with arguments are skipped, because only
/// a call can pass arguments.
/// - Parameters:
///   - configuration: The configuration, with the contents that a file would have.
///   - exceptions: The definitions to skip: full names, or ends of full names, such as `Log` for `Shop.Log`.
///   - sourceLocation: The place of the issues.
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

/// Expects that each definition of a context can be resolved, also lazy ones and prototypes.
///
/// Each fault becomes an issue, as for a configuration.
/// - Parameters:
///   - context: The context. Inside a test with `.applicationContext(…)`, pass `try .current` for the test's own.
///   - exceptions: The definitions to skip: full names, or ends of full names, such as `Log` for `Shop.Log`.
///   - sourceLocation: The place of the issues.
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
            // One fault may affect many definitions that need the same component.
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
