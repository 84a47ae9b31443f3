import IOCBase
import IOCConfiguration
import IOCModel

/// One activation of a scope: its instances, and the gate that keeps them while a caller is inside.
///
/// 1. A thread that makes or finds an instance is inside meanwhile, or learns that the activation has ended.
/// 2. It ends once: where it was closed, the last one out lets all instances go.
/// 3. A hold keeps it open; with the last hold it is closed.
///
/// A request has many holds, and is let go: `letGo`, `letGoStopping`. A user's own scope has one, and is ended: `end`, `stop`.
final class ScopeActivation: Sendable {
    /// True if it ends without awaiting anything, so that its components could not be stopped.
    let isSynchronous: Bool
    /// True if it began inside a construction, and so goes before what that is part of.
    let isNested: Bool
    /// The scope, after the first request for an instance.
    private let scope = Guarded<ScopeFacts?>(nil)
    private let instances = KeptInstances()
    private let gate = Gate()
    private let holds = OneWayCounter()
    /// Opens when the activation is closed and everybody has left.
    private let drained = Latch()
    private let ends = Guarded(State())

    private struct State {
        /// Components that have something to stop, in the order they were made.
        var stoppable: [Stop] = []
        /// True if a caller stops the components, and releases them when all have left; otherwise the last one does.
        var isStopping = false
    }

    /// A component to be stopped when the activation ends.
    struct Stop: Sendable {
        let core: ContextCore
        let definition: RegisteredDefinition
        let slot: SharedSlot
        let component: any Stoppable

        /// True if it was published, and not dropped with a construction that failed.
        var stands: Bool { slot.instance.map { AnyValueBox.unboxed($0) as AnyObject } === component as AnyObject }
    }

    init(isSynchronous: Bool) {
        self.isSynchronous = isSynchronous
        isNested = ConstructionFrame.innermost != nil
    }

    // MARK: Inside

    /// Runs `body` while no instance can go.
    @inline(__always)
    func inGate<Result>(_ body: () throws -> Result, orEnded: () throws -> Result) throws -> Result {
        guard gate.enter() else { return try isReadable ? body() : orEnded() }
        defer { if gate.leave() { empty() } }
        return try body()
    }

    /// True if it has ended, but for a thread that is inside or is emptying it.
    var isOver: Bool { gate.isClosed && !isReadable }

    private var isReadable: Bool { ConstructionFrame.isInside(self) || Ending.isUnderWay(self) }

    /// The slot of an instance; the caller is inside.
    func slot(for definition: RegisteredDefinition, _ arguments: ArgumentKey?, in core: ContextCore) -> SharedSlot {
        scope.withLock { $0 = definition.facts.scope }
        return instances.slot(for: definition, arguments, in: core)
    }

    /// The finished instance; nil where there is none, or none any more.
    func existing(_ definition: RegisteredDefinition, _ arguments: ArgumentKey?) -> AnyObject? {
        instances.known(definition, arguments)?.instance
    }

    func isOf(_ scope: ScopeFacts) -> Bool { self.scope.withLock(\.self) == scope }

    /// The fault of a property whose owner's activation has ended.
    var endedFault: Fault { Fault(.scopeEnded(scope: scope.withLock(\.self)?.name ?? "scope")) }

    // MARK: Ends

    /// - Returns: False once it has ended.
    func hold() -> Bool { holds.add() }

    /// Lets a hold go; the last one closes, and notifies the observers of components that were not stopped.
    func letGo() {
        if holds.remove() { end() }
    }

    /// Lets a hold go; the last one stops the components that can be stopped, dependents first, and closes.
    ///
    /// It is let go after that, so that what is stopped may use the scope, and hold it longer.
    /// - Throws: ``IOCError`` with everything that went wrong.
    func letGoStopping() async throws {
        if holds.removeUnlessLast() { return }
        var faults = await stopComponents()
        if holds.remove() { faults += await endStopped() }
        guard faults.isEmpty else { throw IOCError(faults) }
    }

    /// Closes without stopping anything; what should have been stopped is reported to the observers.
    func end() {
        let unstopped = takeStoppable()
        close()
        for stop in unstopped {
            stop.core.runner.tellUnstopped(stop.definition)
        }
    }

    /// Stops the components that can be stopped while all properties still answer; then closes.
    /// - Throws: ``IOCError`` with everything that went wrong.
    func stop() async throws {
        var faults = await stopComponents()
        faults += await endStopped()
        guard faults.isEmpty else { throw IOCError(faults) }
    }

    /// Stops the components that can be stopped, and those that this makes.
    /// - Returns: The faults.
    private func stopComponents() async -> [Fault] {
        var faults: [Fault] = []
        while true {
            let pending = takeStoppable()
            if pending.isEmpty { return faults }
            for stop in pending { faults += await call(stop) }
        }
    }

    /// Closes, waits until everybody has left, and lets the stopped components go.
    /// - Returns: The faults.
    private func endStopped() async -> [Fault] {
        ends.withLock { $0.isStopping = true }
        close()
        await drained.wait()
        // An instance may have been created meanwhile.
        var faults: [Fault] = []
        for stop in takeStoppable() { faults += await call(stop) }
        release()
        return faults
    }

    /// Stops one component, inside the scope where that is a request's.
    private func call(_ stop: Stop) async -> [Fault] {
        let ambient = isOf(.request) ? self : RequestScope.current
        return await RequestScope.$current.withValue(ambient) {
            await stop.core.runner.stop(stop.component, of: stop.definition)
        }
    }

    private func close() {
        if gate.close() { empty() }
    }

    /// The work of the last thread to leave, or of the one that closes while no thread is inside.
    private func empty() {
        if !ends.withLock(\.isStopping) { release() }
        drained.open()
    }

    private func release() {
        Ending.run(self) { instances.release() }
    }

    private func takeStoppable() -> [Stop] {
        ends.withLock { exchange(&$0.stoppable, with: []) }.filter(\.stands).enumerated()
            .dependentsFirst { ($0.element.core, $0.element.definition, $0.offset) }
            .map(\.element)
    }

    /// Remembers a component that has something to stop.
    func willStop(_ stop: Stop) { ends.withLock { $0.stoppable.append(stop) } }
}

/// The instances that one activation of a custom scope shares, for a ``ScopeStore``.
///
/// They live as long as this does, unless they are let go before: what is made while it is open, is complete for everything that
/// reads it.
public final class ScopeInstances: Sendable {
    let activation: ScopeActivation

    /// Begins an activation without instances.
    public init() { activation = ScopeActivation(isSynchronous: false) }

    deinit { activation.end() }

    /// Ends the activation and lets all instances go; nothing is stopped.
    ///
    /// A caller that asks for an instance from now on, or reads a property that was not read before, gets `scope-ended`. Components
    /// that are ``Stoppable`` are reported to the observers as failed: ``stop()`` would have stopped them.
    public func end() { activation.end() }

    /// Stops the components that are ``Stoppable``, dependents first, goes on past failures, and ends the activation.
    /// - Throws: ``IOCError`` with everything that went wrong.
    public func stop() async throws { try await activation.stop() }
}

/// Says which instances of a custom scope belong together at a moment.
///
/// ```swift
/// struct SessionScope: ScopeStore {
///     var instances: ScopeInstances? { Session.current?.instances }
/// }
/// let perSession = Scope.custom(named: "session", store: SessionScope())
/// ```
public protocol ScopeStore: Sendable {
    /// The instances of now; nil while the scope is not active.
    var instances: ScopeInstances? { get }
}

extension Scope {
    /// A scope of your own.
    /// - Parameters:
    ///   - name: Its name in messages.
    ///   - store: Says which instances belong together at a moment.
    public static func custom(named name: String, store: any ScopeStore) -> Scope {
        Scope(.custom(name), keeper: ScopeKeeper(store))
    }

    /// Where the scope's instances are kept, unless the context keeps them itself.
    var store: (any ScopeStore)? { keeper?.store as? any ScopeStore }
}
