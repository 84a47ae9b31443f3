import IOCBase
import IOCConfiguration
import IOCModel

/// One activation of a scope: its instances, and the gate that keeps them while a thread is inside.
///
/// 1. A thread is inside while it creates or finds an instance. After the end of the activation, no other thread can
///    enter.
/// 2. Holds keep the activation open. The release of the last hold ends it.
/// 3. After the end, all instances are released once no thread is inside.
///
/// An activation of the request scope can have many holds. An activation of a custom scope has one.
final class ScopeActivation: Sendable {
    /// True if the activation ends without awaiting anything, so that its components can't be stopped.
    let isSynchronous: Bool
    /// True if it began inside a construction. Then it takes precedence over the activation of that construction.
    let isNested: Bool
    /// The scope; nil before the first lookup of an instance.
    private let scope = Guarded<ScopeFacts?>(nil)
    private let instances = KeptInstances()
    private let gate = Gate()
    /// Opens when the activation has ended and no thread is inside.
    private let drained = Latch()
    private let ends = Guarded(State())

    private struct State {
        /// The components that are `Stoppable`, in the order of creation.
        var stoppable: [Stop] = []
        /// True if the caller that has ended the activation stops the components and then releases them. Otherwise the
        /// last thread inside releases them.
        var isStopping = false
    }

    /// A component to be stopped when the activation ends.
    struct Stop: Sendable {
        /// The context of the component. It is retained here, because a ``CallSite`` doesn't retain it.
        let core: ContextCore
        let site: CallSite
        let keeper: SingletonKeeper
        let component: any Stoppable

        /// True if the component was published, and not dropped with a failed construction.
        var isPublished: Bool {
            keeper.instance.map { AnyValueBox.unboxed($0) as AnyObject } === component as AnyObject
        }
    }

    init(isSynchronous: Bool) {
        self.isSynchronous = isSynchronous
        isNested = Frame.innermost != nil
    }

    // MARK: Inside

    /// Runs `body`, or `orEnded` after the end of the activation. No instance is released while `body` runs.
    @inline(__always)
    func inGate<Result>(_ body: () throws -> Result, orEnded: () throws -> Result) throws -> Result {
        guard gate.enter() else { return try isReadable ? body() : orEnded() }
        defer { if gate.leave() { empty() } }
        return try body()
    }

    /// True after the end of the activation, except on a thread that is inside or is emptying it.
    var isOver: Bool { gate.isClosed && !isReadable }

    private var isReadable: Bool { Frame.isInside(self) || isEmptiedHere }

    /// True while this thread is emptying the activation.
    var isEmptiedHere: Bool { gate.isEmptiedHere }

    /// Returns the ``SingletonKeeper`` of an instance. The caller is inside.
    func keeper(for site: CallSite, _ arguments: ArgumentKey?) -> SingletonKeeper {
        scope.withLock { $0 = site.facts.scope }
        return instances.keeper(for: site, arguments)
    }

    /// Returns the published instance; nil if there is none or it was released.
    func existing(_ site: CallSite, _ arguments: ArgumentKey?) -> AnyObject? {
        instances.known(site, arguments)?.instance
    }

    func isOf(_ scope: ScopeFacts) -> Bool { self.scope.withLock(\.self) == scope }

    /// The fault of a property whose owner's activation has ended.
    var endedFault: Fault { Fault(.scopeEnded(scope: scope.withLock(\.self)?.name ?? "scope")) }

    // MARK: Ends

    /// Adds a hold.
    /// - Returns: False after the end of the activation.
    func hold() -> Bool { gate.hold() }

    /// Releases a hold. The release of the last hold ends the activation, and doesn't stop its components. Observers
    /// are notified of each `Stoppable` component that was not stopped.
    func letGo() {
        if gate.letGo().isEmpty { empty() }
    }

    /// Releases a hold. The call for the last hold stops the components that are `Stoppable`, dependents first, and
    /// ends the activation.
    ///
    /// The last hold is released after the stop, because a component's `stop()` may use the scope, or take another
    /// hold.
    /// - Throws: ``IOCError`` with every failure of the stop.
    func letGoStopping() async throws {
        if gate.letGoUnlessLast() { return }
        var faults = await stopComponents()
        let (hasClosed, isEmpty) = ends.withLock { ends in
            let end = gate.letGo()
            if end.hasClosed { ends.isStopping = true }
            return end
        }
        if isEmpty { empty() }
        if hasClosed {
            await drained.wait()
            // An instance may have been created during the stop, so the stop is repeated.
            faults += await stopComponents()
            gate.empty { instances.release() }
        }
        guard faults.isEmpty else { throw IOCError(faults) }
    }

    /// Stops the components that are `Stoppable`, also components that are created meanwhile.
    /// - Returns: The faults.
    private func stopComponents() async -> [Fault] {
        var faults: [Fault] = []
        while true {
            let pending = takeStoppable()
            if pending.isEmpty { return faults }
            // The components of a request stop inside its scope.
            let ambient = isOf(.request) ? self : RequestScope.current
            for stop in pending {
                faults += await RequestScope.$current.withValue(ambient) {
                    await stop.core.stop(stop.component, of: stop.site)
                }
            }
        }
    }

    /// Releases the instances, unless the caller that ends the activation does that. Called once: by the last thread
    /// that leaves, or by the call that ends the activation if no thread is inside.
    private func empty() {
        if !ends.withLock(\.isStopping) {
            let unstopped = takeStoppable()
            gate.empty { instances.release() }
            for stop in unstopped { stop.core.notifyUnstopped(stop.site) }
        }
        drained.open()
    }

    private func takeStoppable() -> [Stop] {
        ends.withLock { exchange(&$0.stoppable, with: []) }.filter(\.isPublished).enumerated()
            .dependentsFirst { ($0.element.site, $0.offset) }
            .map(\.element)
    }

    /// Adds an instance to the components that the end stops, if it is `Stoppable`.
    /// - Throws: `scope-cannot-stop`.
    func willStop(_ instance: AnyObject, of site: CallSite, in keeper: SingletonKeeper) throws {
        guard let component = AnyValueBox.unboxed(instance) as? any Stoppable else { return }
        if isSynchronous { throw IOCError(Fault(.scopeCannotStop(name: site.facts.name), at: site.facts.origin)) }
        ends.withLock { $0.stoppable.append(Stop(core: site.core, site: site, keeper: keeper, component: component)) }
    }
}

/// The instances of one activation of a custom scope. A ``ScopeStore`` provides them.
///
/// They live as long as this object, unless ``end()`` or ``stop()`` releases them earlier.
public final class ScopeInstances: Sendable {
    let activation: ScopeActivation

    /// Begins an activation without instances.
    public init() { activation = ScopeActivation(isSynchronous: false) }

    deinit { activation.letGo() }

    /// Ends the activation and releases all instances without stopping them.
    ///
    /// After this call, lookups of an instance and first reads of a property throw `scope-ended`. Observers are
    /// notified of each ``Stoppable`` component as failed, because only ``stop()`` stops it.
    public func end() { activation.letGo() }

    /// Stops the components that are ``Stoppable``, dependents first, and ends the activation. If one fails, the others
    /// are stopped nevertheless.
    /// - Throws: ``IOCError`` with every failure of the stop.
    public func stop() async throws { try await activation.letGoStopping() }
}

/// Provides the current instances of a custom scope.
///
/// ```swift
/// struct SessionScope: ScopeStore {
///     var instances: ScopeInstances? { Session.current?.instances }
/// }
/// let perSession = Scope.custom(named: "session", store: SessionScope())
/// ```
public protocol ScopeStore: Sendable {
    /// The current instances; nil if the scope is not active.
    var instances: ScopeInstances? { get }
}

extension Scope {
    /// Returns a custom scope.
    /// - Parameters:
    ///   - name: The name of the scope in messages.
    ///   - store: The store that provides the current instances.
    public static func custom(named name: String, store: any ScopeStore) -> Scope {
        Scope(.custom(name), keeper: store)
    }

    /// The store of a custom scope's instances; nil for other scopes.
    var store: (any ScopeStore)? { keeper as? any ScopeStore }
}
