import IOCModel

/// A call of a component's own code in which a context starts, runs or stops it, and for whose end the context waits.
struct LifecycleCall: Sendable {
    private let lifecycle: Lifecycle
    /// The call as messages name it, such as `start() of Shop.Server`.
    private let name: String

    /// The calls that the current task is part of, the outermost first.
    @TaskLocal private static var current: [LifecycleCall] = []

    /// Runs `body` as such a call.
    static func run(
        _ name: String, of lifecycle: Lifecycle, _ body: @Sendable () async throws -> Void
    ) async throws {
        let calls = current + [LifecycleCall(lifecycle: lifecycle, name: name)]
        try await $current.withValue(calls) { try await body() }
    }

    /// A Boolean value that indicates whether a context would wait for the current task.
    static func isInside(_ lifecycle: Lifecycle) -> Bool { current.contains { $0.lifecycle === lifecycle } }

    /// Refuses what would wait for the current task.
    /// - Parameters:
    ///   - call: The call, such as `start()`.
    ///   - isAwaited: Returns true if it waits for a lifecycle's calls to end.
    /// - Throws: `context-reentered`.
    static func refuse(_ call: String, where isAwaited: (Lifecycle) -> Bool) throws {
        guard let outer = current.last(where: { isAwaited($0.lifecycle) }) else { return }
        throw IOCError(Fault(.contextReentered(call: call, inside: outer.name)))
    }
}
