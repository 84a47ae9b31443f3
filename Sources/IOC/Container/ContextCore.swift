import IOCBase
import IOCConfiguration
import IOCModel
import Synchronization

/// The state of a context: the frozen registry, the lookup that finds definitions, the maker that creates instances,
/// and the gate that keeps them while a thread is inside.
///
/// Wrapped properties and providers retain the core. ``ApplicationContext`` is a handle; the end of the last handle
/// empties the core, so the cycle from core to singleton to property to core is always broken.
@usableFromInline
final class ContextCore: Sendable {
    let registry: Registry
    /// A handle that keeps the parent context open.
    let parent: ApplicationContext?
    /// The number of contexts above this one.
    let depth: Int
    /// The configuration that it was booted from; nil if it was booted from more than that.
    let source: ConfigurationSource?
    /// The configuration that its live values were read from last; nil where it is that of the boot.
    let liveConfiguration = Guarded<ContextConfiguration?>(nil)
    /// The context that this one patches; nil for most.
    let origin: ContextCore?
    /// True once a context patches this one. Then calls of definitions look for that context.
    private let isPatched = Atomic<Bool>(false)
    /// The assemblies that the boot has created, which only the context retains.
    private let assemblies: Guarded<[any AnyObject & Sendable]>
    /// The settings that a check could not judge, because a component may convert them.
    let unchecked = Guarded<[Fault]>([])
    /// The handles hold it.
    let gate = Gate()
    let dependencies: Dependencies
    let lookup: Lookup
    let maker: Maker
    let lifecycle: Lifecycle

    init(
        registry: Registry, parent: ApplicationContext?, origin: ContextCore? = nil,
        keeping assemblies: [any AnyObject & Sendable] = [],
        processors: [any InstancePostProcessor] = [], source: ConfigurationSource? = nil,
        chain: ReloadChain = ReloadChain()
    ) {
        self.registry = registry
        self.parent = parent
        self.origin = origin
        self.source = source
        self.assemblies = Guarded(assemblies)
        depth = parent.map { $0.core.depth + 1 } ?? 0
        dependencies = Dependencies(registry, parent: parent)
        maker = Maker(registry, dependencies, parent: parent, processors: processors)
        lookup = Lookup(registry, parent: parent?.core.lookup, maker: maker)
        lifecycle = Lifecycle(chain: chain)
        maker.belong(to: self)
        origin?.isPatched.store(true, ordering: .releasing)
    }

    var wiring: Wiring { dependencies.wiring }

    // MARK: Patches

    /// The context in which a call of one of this context's definitions is resolved: a context that patches this one,
    /// if that one is constructing or is current; otherwise this one.
    var target: ContextCore {
        guard isPatched.load(ordering: .acquiring) else { return self }
        if let frame = ConstructionFrame.innermost {
            let core = frame.pointee.maker.core
            return core.isDerived(from: self) ? core : self
        }
        guard let current = ApplicationContext.taskContext?.core, current.isDerived(from: self) else { return self }
        return current
    }

    private func isDerived(from other: ContextCore) -> Bool {
        sequence(first: self, next: \.origin).contains { $0 === other }
    }
}

/// The gate of a context.
///
/// 1. Handles keep the context open: those that users have, and those of child contexts. The end of the last one closes
///    the gate.
/// 2. A lookup is inside the gate. After the end it throws `context-ended`.
/// 3. The last thread that leaves the closed gate empties the context.
extension ContextCore {
    /// Runs `body` while the core can't be emptied.
    /// - Throws: `context-ended` after the end, and what `body` throws.
    @inline(__always)
    func inGate<Result>(for point: () -> InjectionPointFacts?, _ body: () throws -> Result) throws -> Result {
        try inGate(body) { throw error(Fault(.contextEnded), at: point()) }
    }

    /// Runs `body` while the core can't be emptied, or `orEnded` after the end.
    @inline(__always)
    func inGate<Result>(_ body: () throws -> Result, orEnded: () throws -> Result) throws -> Result {
        // A construction of this context is inside the gate already.
        if let frame = ConstructionFrame.innermost, frame.pointee.maker === maker { return try body() }
        guard gate.enter() else { return try isReadable ? body() : orEnded() }
        defer { if gate.leave() { empty() } }
        return try body()
    }

    /// True if it has ended, but for a thread that is inside or is emptying it.
    var isOver: Bool { gate.isClosed && !isReadable }

    @inline(never)
    private var isReadable: Bool { ConstructionFrame.isInside(maker) || gate.isEmptiedHere }

    /// The error for a property.
    @inline(never)
    func error(_ fault: Fault, at point: InjectionPointFacts?) -> IOCError {
        var fault = fault
        fault.point = point
        fault.wanted = point.map { registry.rule.types.name(of: $0.wanted) }
        fault.path = ConstructionFrame.path()
        return IOCError(fault)
    }

    // MARK: Handles

    /// Releases a handle. The last one ends the context.
    func letGo() {
        if gate.letGo().isEmpty { empty() }
    }

    // MARK: The end

    /// Releases the instances, dependents first, and everything that only an open context needs.
    ///
    /// It is called once the gate is closed and no thread is inside. The `deinit`s that it runs can still read their
    /// dependencies.
    func empty() {
        lookup.table.close()
        gate.empty { maker.dropAll() }
        // Releases what only an open context needs.
        let assemblies = assemblies.withLock { exchange(&$0, with: []) }
        withExtendedLifetime(assemblies) {}
        maker.processors.removeAll()
        registry.observers.removeComponents()
        registry.settings.install([])
        registry.settings.endLive()
        maker.removeBindings()
    }
}

extension ContextCore {
    /// The core for a property that no context has bound. It never boots the shared context.
    static func ambient(for point: @autoclosure () -> InjectionPointFacts) throws -> ContextCore {
        if let frame = ConstructionFrame.innermost { return frame.pointee.maker.core }
        if let context = ApplicationContext.taskContext ?? SharedContext.process.ready { return context.core }
        let point = point()
        throw IOCError(
            Fault(.contextMissing, asked: point, wanted: TypeName.written(TypeIdentity.type(point.wanted))))
    }
}

extension ApplicationContext {
    /// The context that ``withCurrent(_:operation:)`` has set.
    @TaskLocal static var taskContext: ApplicationContext?
}

extension Registry {
    /// The supply of a parent context.
    static func inherited(_ parent: ApplicationContext?) -> Wiring.ParentSupply {
        guard let core = parent?.core else { return .none }
        return Wiring.ParentSupply(
            of: core.registry.rule, wiring: core.wiring, inherited: inherited(core.parent))
    }
}

extension Sequence {
    /// The instances of definitions, dependents before their dependencies: child contexts first, then by the known edges,
    /// then the last one first.
    /// - Parameter place: Returns the definition, with its context, and the place in the order of creation.
    func dependentsFirst(
        _ place: (Element) -> (core: ContextCore, definition: RegisteredDefinition, number: Int)
    ) -> [Element] {
        let placed = map { (element: $0, place: place($0)) }
        guard placed.count > 1 else { return placed.map(\.element) }
        var ranks: [ObjectIdentifier: [Int]] = [:]
        let keys = placed.map { entry in
            let (core, definition, number) = entry.place
            let known = ranks[ObjectIdentifier(core)] ?? core.dependencies.ranks
            ranks[ObjectIdentifier(core)] = known
            return (core.depth, known[definition.index], number)
        }
        return keys.indices.ordered { keys[$0] > keys[$1] }.map { placed[$0].element }
    }
}
