import IOCBase
import IOCConfiguration
import IOCModel
import Synchronization

/// The inside of a context: the frozen registry, the gate around it, the lookup that finds and the maker that makes instances.
///
/// Wrappers and providers hold the core, ``ApplicationContext`` is a handle that empties it when it goes: so the circle
/// from context to singleton to wrapper to context keeps nothing alive.
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
    /// The context this one patches.
    let origin: ContextCore?
    /// Set once a context patches this one, so that calls look for it.
    private let isPatched = Atomic<Bool>(false)
    /// The assemblies that boot has made, which nobody else keeps alive.
    private let assemblies: Guarded<[any AnyObject & Sendable]>
    /// The settings that a check could not judge, because a component may convert them.
    let unchecked = Guarded<[Fault]>([])
    let gate = Gate()
    /// The handles that keep it open.
    let holds = OneWayCounter()
    let dependencies: Dependencies
    let lookup: Lookup
    let maker: Maker
    let lifecycle: Lifecycle

    init(
        registry: Registry, wiring: Wiring, parent: ApplicationContext?, origin: ContextCore? = nil,
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
        dependencies = Dependencies(wiring, of: registry.definitions)
        maker = Maker(registry, dependencies, parent: parent, processors: processors)
        lookup = Lookup(registry, parent: parent?.core.lookup, maker: maker)
        lifecycle = Lifecycle(chain: chain)
        maker.belong(to: self)
        origin?.isPatched.store(true, ordering: .releasing)
    }

    var wiring: Wiring { dependencies.wiring }

    /// The calls of what the components start and stop.
    var calls: ComponentCalls { ComponentCalls(settings: registry.lifecycle, lifecycle: lifecycle) }

    /// Lets go what only an open context needs.
    func dropServices() {
        let assemblies = assemblies.withLock { exchange(&$0, with: []) }
        withExtendedLifetime(assemblies) {}
        maker.processors.removeAll()
        registry.lifecycle.observers.removeComponents()
        registry.settings.removeConverters()
        registry.settings.endLive()
        maker.removeBindings()
    }

    // MARK: Patches

    /// True if a context patches this one.
    var hasPatches: Bool { isPatched.load(ordering: .acquiring) }

    /// The context that a call of one of this context's definitions means: one that patches it, while that one is building
    /// or is current; else this.
    var target: ContextCore {
        guard hasPatches else { return self }
        if let frame = ConstructionFrame.innermost {
            let core = frame.pointee.maker.core
            return core.isDerived(from: self) ? core : self
        }
        guard let current = ApplicationContext.taskContext?.core, current.isDerived(from: self) else { return self }
        return current
    }

    private func isDerived(from other: ContextCore) -> Bool {
        var next = origin
        while let current = next {
            if current === other { return true }
            next = current.origin
        }
        return false
    }
}
