import IOC
import Testing

extension ContextConfiguration {
    /// A configuration that lists classes, as a test's file would.
    init(_ first: any ManagedComponent.Type, _ others: any ManagedComponent.Type...) {
        self.init(classes: ([first] + others).map { String(reflecting: $0) })
    }

    /// The same configuration with changes.
    func with(_ change: (inout ContextConfiguration) -> Void) -> ContextConfiguration {
        var copy = self
        change(&copy)
        return copy
    }
}

/// Boots a context of a list of classes.
func boot(_ types: any ManagedComponent.Type...) throws -> ApplicationContext {
    try ApplicationContext(ContextConfiguration(classes: types.map { String(reflecting: $0) }))
}

/// The error that booting a configuration throws.
func bootError(_ configuration: ContextConfiguration, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws
    -> IOCError
{
    try #require(throws: IOCError.self, sourceLocation: sourceLocation) { try ApplicationContext(configuration) }
}
