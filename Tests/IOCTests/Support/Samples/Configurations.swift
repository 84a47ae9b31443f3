import IOC

extension ContextConfiguration {
    /// Component classes in a scope of the test's choice, and others in their own scopes.
    init(_ scope: Scope, _ types: [any ManagedComponent.Type], and others: [any ManagedComponent.Type] = []) {
        self.init(components: types + others)
        for type in types { components[String(reflecting: type)] = .init(scope: scope) }
    }
}

/// Records the simple names of the components that are created, in the order of their creation.
final class MakingRecorder: ContextObserver {
    private let names = Locked<[String]>([])
    var made: [String] { names.withLock { $0 } }

    func handle(_ event: ContextEvent) {
        guard event.kind == .made else { return }
        let name = String(event.component.split(separator: ".").last ?? "")
        names.withLock { $0.append(name) }
    }
}

/// Returns true if two lists have the same objects in the same order.
func areSame(_ left: [AnyObject], _ right: [AnyObject]) -> Bool { left.elementsEqual(right, by: ===) }

/// The code of the error that an operation throws; nil if it succeeds or throws another kind of error.
func code(_ body: () throws -> Void) -> IOCError.Code? {
    do {
        try body()
        return nil
    } catch {
        return (error as? IOCError)?.code
    }
}
