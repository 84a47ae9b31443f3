import IOCBase
import IOCConfiguration
import IOCModel

/// Shared instances, one for each component and arguments: those of one activation of a scope, or a context's
/// singletons with arguments.
///
/// Arguments are compared outside the lock, because their `==` may call the container. The entries with the same key
/// are copied and compared. If another thread has added an entry meanwhile, the comparison is repeated.
final class KeptInstances: Sendable {
    struct Entry {
        /// The context of the component. An activation may outlive it.
        let core: ContextCore
        let site: CallSite
        let arguments: ArgumentKey?
        fileprivate(set) var keeper: SingletonKeeper
        /// The place in the order of first lookups.
        let number: Int
    }

    private struct State {
        var entries: [InstanceKey: [Entry]] = [:]
        /// The lock of each group of components that depend on each other in a cycle.
        var locks: [ObjectIdentifier: ConstructionLock] = [:]
        var count = 0
        /// True once all instances were released for good.
        var isReleased = false
        /// The number of keys that triggers the removal of entries with a weak reference and no instance.
        var limit = 16

        var all: [Entry] { entries.values.flatMap(\.self) }

        /// Removes the entries with a weak reference whose instance was released, except those whose keeper a thread is
        /// using.
        mutating func takeGone() -> [Entry] {
            var gone: [Entry] = []
            for key in Array(entries.keys) {
                // The entries are moved out of the table, because a copy would make every keeper look used.
                guard var known = entries.removeValue(forKey: key) else { continue }
                var rest: [Entry] = []
                while var entry = known.popLast() {
                    let isGone =
                        entry.site.facts.scope.isWeak && isKnownUniquelyReferenced(&entry.keeper)
                        && entry.keeper.instance == nil
                    if isGone { gone.append(entry) } else { rest.append(entry) }
                }
                if !rest.isEmpty { entries[key] = rest }
            }
            limit = max(16, 2 * entries.count)
            return gone
        }
    }

    private let state = Guarded(State())

    /// Returns the keeper of a component and arguments, found or created.
    func keeper(for site: CallSite, _ arguments: ArgumentKey?) -> SingletonKeeper {
        let lock = arguments == nil ? lock(of: site.group) : ConstructionLock()
        let key = InstanceKey(ObjectIdentifier(site), arguments)
        let isWeak = site.facts.scope.isWeak
        let fresh = SingletonKeeper(lock: lock, isWeak: isWeak)
        var compared: [Entry] = []
        while true {
            let (known, gone) = state.withLock { state -> ([Entry]?, [Entry]) in
                if state.isReleased {
                    // The keeper is ended at once, because an instance that is created after `release()` would never be
                    // released.
                    fresh.end()
                    return (nil, [])
                }
                let known = state.entries[key] ?? []
                guard known.allSatisfy({ entry in compared.contains { $0.keeper === entry.keeper } }) else {
                    return (known, [])
                }
                let gone = isWeak && state.entries.count >= state.limit ? state.takeGone() : []
                state.entries[key, default: []].append(
                    Entry(core: site.core, site: site, arguments: arguments, keeper: fresh, number: state.count))
                state.count += 1
                return (nil, gone)
            }
            // Arguments are released outside the lock, because their `deinit`s may call the container.
            withExtendedLifetime(gone) {}
            guard let known else { return fresh }
            if let entry = known.first(where: { ArgumentKey.areEqual($0.arguments, arguments) }) { return entry.keeper }
            compared = known
        }
    }

    /// Returns the lock that these instances use for a group of components.
    private func lock(of group: ConstructionLock?) -> ConstructionLock {
        guard let group else { return ConstructionLock() }
        if group.hasSeveralScopes { return group }
        return state.withLock { state in
            let lock = state.locks[ObjectIdentifier(group)] ?? ConstructionLock()
            state.locks[ObjectIdentifier(group)] = lock
            return lock
        }
    }

    /// Returns the keeper of a component and arguments; nil if there is none.
    func known(_ site: CallSite, _ arguments: ArgumentKey?) -> SingletonKeeper? {
        let key = InstanceKey(ObjectIdentifier(site), arguments)
        let known = state.withLock { $0.entries[key] ?? [] }
        return known.first { ArgumentKey.areEqual($0.arguments, arguments) }?.keeper
    }

    /// Releases all instances for good. Dependents are released first, so that a release doesn't recurse through a
    /// whole chain and `deinit`s can read their dependencies. Instances that `deinit`s create are released after that.
    func release() {
        var released: Set<ObjectIdentifier> = []
        while true {
            let entries = state.withLock(\.all).filter { released.insert(ObjectIdentifier($0.keeper)).inserted }
            for entry in entries.dependentsFirst({ ($0.site, $0.number) }) { entry.keeper.end() }
            let kept = state.withLock { state -> [InstanceKey: [Entry]]? in
                guard state.all.allSatisfy({ released.contains(ObjectIdentifier($0.keeper)) }) else { return nil }
                state.isReleased = true
                return exchange(&state.entries, with: [:])
            }
            if kept != nil { return withExtendedLifetime(kept) {} }
        }
    }
}
