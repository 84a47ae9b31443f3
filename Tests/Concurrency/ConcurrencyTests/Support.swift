import IOC
import TestSupport

extension ContextConfiguration {
    /// A configuration that lists classes, as a file would.
    init(_ first: any ManagedComponent.Type, _ others: any ManagedComponent.Type...) {
        self.init(classes: ([first] + others).map { String(reflecting: $0) })
    }
}

/// Boots a context of a list of classes.
func boot(_ types: any ManagedComponent.Type...) throws -> ApplicationContext {
    try ApplicationContext(ContextConfiguration(classes: types.map { String(reflecting: $0) }))
}

/// The code of the error that a closure throws; nil if it throws none.
func code(isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void) async -> IOCError.Code? {
    do {
        try await body()
        return nil
    } catch {
        return (error as? IOCError)?.code ?? IOCError.Code(rawValue: "\(error)")
    }
}

func code(_ body: () throws -> Void) -> IOCError.Code? {
    do {
        try body()
        return nil
    } catch {
        return (error as? IOCError)?.code ?? IOCError.Code(rawValue: "\(error)")
    }
}

// MARK: Samples of several suites

/// A lazy singleton without dependencies.
final class Part: IOCComponent {
    static var traits: [ComponentTrait] { [.lazy] }
}

/// A lazy singleton that reads a property while it is created.
final class Slow: IOCComponent, @unchecked Sendable {
    static var traits: [ComponentTrait] { [.lazy] }
    @Autowired var part: Part
    func didInject() throws { _ = try $part.get() }
}

/// A singleton that reads nothing by itself.
final class Reader: IOCComponent, @unchecked Sendable {
    @Autowired var part: Part
    @Autowired var slow: Slow
    @Autowired var later: Provider<Part>
}
