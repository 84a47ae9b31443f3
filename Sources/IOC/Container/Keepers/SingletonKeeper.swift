import IOCBase
import IOCModel
import Synchronization

/// The keeper of one shared instance of a context or of an activation. The instance doesn't exist yet, is unpublished,
/// or is published. After `end()`, which is possible in every state, a keeper never has an instance again.
///
/// ```text
///          make                mark                  publish
/// empty ─────────▶ building ─────────▶ pending ─────────────────▶ published
///   ▲                │  │                │          ▲
///   │◀───────────────┴──┼────────────────┘          │
///          drop         └───────────────────────────┘
///            end
/// any state ─────▶ ended
/// ```
final class SingletonKeeper: @unchecked Sendable {
    // Sound: only the thread that has the lock accesses `unpublished`. All else is atomic or behind a mutex.

    /// An instance that only the constructing thread can see.
    enum Unpublished {
        /// A ``Frame`` constructs it.
        case building(Frame.Pointer)
        /// The instance is finished, but may refer to an unfinished one.
        /// - mark: The depth of the outermost frame whose unfinished instance it may refer to.
        case pending(AnyObject, mark: Int)
    }

    /// The lock under which the instance is constructed.
    let lock: ConstructionLock
    /// Only the thread that has the lock accesses it.
    var unpublished: Unpublished?
    /// The weak reference to the instance; nil for a keeper that retains its instance.
    private let weakly: WeakPlace?
    /// The address of the published instance, which the keeper retains; `none` or `ended` if there is none.
    private let address = Atomic<UInt>(none)

    private static let none: UInt = 0
    private static let ended: UInt = 1

    private final class WeakPlace: Sendable {
        struct Reference: @unchecked Sendable {
            // Sound: it is reached under the mutex only.
            weak var object: AnyObject?
        }

        let reference = Guarded(Reference())
    }

    /// - Parameters:
    ///   - lock: The lock under which the instance is constructed.
    ///   - isWeak: True if the keeper has only a weak reference to the instance.
    init(lock: ConstructionLock, isWeak: Bool) {
        self.lock = lock
        weakly = isWeak ? WeakPlace() : nil
    }

    deinit { end() }

    /// The published instance; nil if there is none. The caller is inside the gate of the keeper's context or
    /// activation.
    @inline(__always)
    var instance: AnyObject? {
        // Sound: a published instance stays retained until the keeper ends, and the keeper ends only if no thread is
        // inside.
        if let found = published { return Unmanaged<AnyObject>.fromOpaque(found).takeUnretainedValue() }
        return weakly?.reference.withLock(\.object)
    }

    private var published: UnsafeRawPointer? {
        let found = address.load(ordering: .acquiring)
        return found == Self.ended ? nil : UnsafeRawPointer(bitPattern: found)
    }

    /// Returns true if the keeper has published an instance and retains it.
    func hasPublished(_ instance: AnyObject) -> Bool {
        published == UnsafeRawPointer(Unmanaged.passUnretained(instance).toOpaque())
    }

    /// Makes the instance visible to all threads.
    func publish(_ instance: AnyObject) {
        unpublished = nil
        if let weakly { return weakly.reference.withLock { $0.object = instance } }
        let retained = UInt(bitPattern: Unmanaged.passRetained(instance).toOpaque())
        let (isFirst, _) = address.compareExchange(expected: Self.none, desired: retained, ordering: .releasing)
        if !isFirst { Unmanaged.passUnretained(instance).release() }
    }

    /// Forgets the unpublished instance.
    /// - Returns: The pending instance; nil if there is none. The caller must release it when no lock is held.
    @discardableResult
    func drop() -> AnyObject? {
        let former = unpublished
        unpublished = nil
        guard case .pending(let instance, _) = former else { return nil }
        return instance
    }

    /// Releases the instance for good.
    func end() {
        let former = address.exchange(Self.ended, ordering: .acquiringAndReleasing)
        guard former != Self.ended, let former = UnsafeRawPointer(bitPattern: former) else { return }
        Unmanaged<AnyObject>.fromOpaque(former).release()
    }
}

extension SingletonKeeper {
    /// Returns the context's instance of a component, found or created. With arguments, it is the instance for equal
    /// arguments.
    /// - Throws: `not-started` for an instance that the start has yet to create.
    func instance(of site: CallSite, _ arguments: ArgumentKey?) throws -> AnyObject {
        if arguments == nil {
            if let instance { return instance }
            if let error = site.core.notStarted(site) { throw error }
            return try create(site, nil, in: nil)
        }
        return try site.core.argumented.keeper(for: site, arguments).create(site, arguments, in: nil)
    }

    /// Returns the instance. If there is none, the calling thread creates it under the keeper's `lock`.
    /// - Parameters:
    ///   - activation: The activation that the keeper belongs to; nil if it belongs to a context.
    ///   - awaited: The instance of an awaited initializer, and whether it is the instance of another component; nil if
    ///     the instance is still to be created.
    func create(
        _ site: CallSite, _ arguments: ArgumentKey?, in activation: ScopeActivation?,
        awaited: (instance: AnyObject, isAlias: Bool)? = nil
    ) throws -> AnyObject {
        if let instance { return instance }
        try lock.lock(for: site, timeout: site.core.configuration.constructionTimeout)
        do {
            if let known = try present(site) {
                lock.unlock(for: site)
                return known
            }
        } catch {
            lock.unlock(for: site)
            throw error
        }
        return try Frame.construct(site, arguments, for: self, in: activation) { frame in
            if let awaited, awaited.isAlias { frame.pointee.note(awaited.instance) }
            let made = try awaited?.instance ?? site.created(arguments)
            let instance = try site.complete(made, arguments, in: frame)
            if let activation { try activation.willStop(instance, of: site, in: self) }
            if site.facts.scope.isWeak, instance is AnyValueBox {
                throw IOCError(Fault(.scopeNeedsClass(name: site.facts.name), at: site.facts.origin))
            }
            return instance
        }
    }

    /// Returns the instance, finished or not; nil if there is none. The caller has the lock.
    private func present(_ site: CallSite) throws -> AnyObject? {
        if let instance { return instance }
        switch unpublished {
        case nil:
            guard address.load(ordering: .acquiring) == Self.ended else { return nil }
            if case .scope = site.keeper { throw site.error(.scopeEnded(scope: site.facts.scope.name)) }
            throw site.error(.contextEnded)
        case .pending(let instance, let mark):
            Frame.innermost?.pointee.meet(mark)
            return instance
        case .building(let frame): return try site.unfinished(frame)
        }
    }
}

/// The creation of a singleton whose initializer or function is `async`.
extension ContextCore {
    /// Looks up the arguments, awaits the initializer or function, and publishes the instance. It awaits without a
    /// lock.
    ///
    /// If the call has timed out or was cancelled before the initializer returns, the instance is released and not
    /// published. It is stopped first if it is `Stoppable`, unless it is the instance of another component.
    func create(_ site: CallSite, in call: TimedCall) async throws {
        guard case .singleton(let keeper) = site.keeper, let constructed = site.creation.constructed else { return }
        let begin = observers.now
        let arguments = try inGate {
            try Frame.construct(site, nil, in: nil) { _ in try ConstructorArguments(resolving: constructed, for: site) }
        }
        let instance = try await constructed.create(awaiting: arguments)
        // A function may return an instance that was created and injected for another component.
        let isAlias = site.steps.contains(.alias) && sites.contains { $0.instance === instance }
        guard call.claim() else {
            if !isAlias, let component = AnyValueBox.unboxed(instance) as? any Stoppable {
                _ = await stop(component, of: site)
            }
            return
        }
        observers.notify(.made, site, since: begin)
        try inGate {
            _ = try keeper.create(site, nil, in: nil, awaited: (instance, isAlias))
        }
    }
}
