import Dispatch
import IOCBase
import IOCModel

/// The one context of the process: made once, by the first thread that asks; others wait for it.
final class SharedContext: Sendable {
    static let process = SharedContext()

    private let context = Guarded<ApplicationContext?>(nil)
    /// Held while booting; the mutex is not, so that the components being made can look for the context.
    private let turn = DispatchSemaphore(value: 1)

    var ready: ApplicationContext? { context.withLock { $0 } }

    /// Puts another context in the place of the one of a core, where that is the shared one.
    func replace(_ core: ContextCore, by next: ApplicationContext) {
        // The former one goes after the lock is left, as it may be the last to let its components go.
        let former = context.withLock { $0?.core === core ? exchange(&$0, with: next) : nil }
        withExtendedLifetime(former) {}
    }

    func get(_ make: () throws -> ApplicationContext) throws -> ApplicationContext {
        if let context = ready { return context }
        return try boot(make, isFirst: false)
    }

    func bootstrap(_ make: () throws -> ApplicationContext) throws -> ApplicationContext {
        try boot(make, isFirst: true)
    }

    private func boot(_ make: () throws -> ApplicationContext, isFirst: Bool) throws -> ApplicationContext {
        if let frame = ConstructionFrame.innermost {
            // Asked for while it is being built, on the thread that builds it.
            var fault = Fault(.contextMissing)
            fault.path = ConstructionFrame.path(from: frame)
            fault.wanted = "ApplicationContext.shared"
            throw IOCError(fault)
        }
        turn.wait()
        defer { turn.signal() }
        if let context = ready {
            if isFirst { throw IOCError(Fault(.contextBootstrapped)) }
            return context
        }
        let made = try make()
        context.withLock { $0 = made }
        return made
    }
}
