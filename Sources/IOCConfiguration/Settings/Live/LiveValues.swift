import IOCBase
package import IOCModel

/// A value that follows its sources, without its type.
package protocol LiveReader: AnyObject, Sendable {
    var store: SettingStore { get }
    var key: String { get }
    /// The injection point, for messages.
    var point: InjectionPointFacts { get }
    /// Reads what the sources say.
    /// - Returns: A closure that replaces the value and returns the former one; nil if the sources say what they said before.
    func change(in sources: LiveSources) throws -> (@Sendable () -> any Sendable)?
    /// Sends the value to those who wait for changes.
    func announce()
    /// Ends the sequences of changes.
    func end()
}

/// The sources of one context that are about to replace its present ones.
package struct LiveSources: Sendable {
    let store: SettingStore
    let settings: ConfigurationSettings
}

/// The live values of a context and of all below it.
package final class LiveValues: Sendable {
    private struct Entry {
        weak var reader: (any LiveReader)?
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        /// The number of refreshes, so that a value that was read before one is noticed.
        var changes = 0
    }

    private let state = Guarded(State())

    var changes: Int { state.withLock { $0.changes } }

    private var readers: [any LiveReader] { state.withLock { $0.entries.values.compactMap(\.reader) } }

    /// Adds a value, unless there was a refresh since it was read.
    func add(_ reader: any LiveReader, since changes: Int) -> Bool {
        state.withLock { state in
            guard state.changes == changes else { return false }
            state.entries[ObjectIdentifier(reader)] = Entry(reader: reader)
            return true
        }
    }

    func remove(_ reader: ObjectIdentifier) {
        state.withLock { _ = $0.entries.removeValue(forKey: reader) }
    }

    /// Reads the values of a context, and of those below it, from new sources, and replaces them once all are converted.
    /// - Returns: The keys of the values that have changed, in order.
    /// - Throws: ``IOCError`` with each value that is missing or does not convert; then none has changed.
    func refresh(from sources: LiveSources) throws -> [String] {
        while true {
            let count = changes
            var staged: [(reader: any LiveReader, replace: @Sendable () -> any Sendable)] = []
            var faults: [Fault] = []
            let known = readers.filter { $0.store.isOrIsBelow(sources.store) }
            for reader in known {
                do {
                    if let replace = try reader.change(in: sources) { staged.append((reader, replace)) }
                } catch let failure as SettingFailure {
                    let fault = failure.fault(point: reader.point)
                    if !faults.contains(where: { $0.description == fault.description }) { faults.append(fault) }
                }
            }
            guard faults.isEmpty else { throw IOCError(faults) }
            // Former values are released with no lock held, because their `deinit` may read something.
            var former: [any Sendable] = []
            let added = state.withLock { state -> [any LiveReader]? in
                guard state.changes == count else { return nil }
                state.changes += 1
                former.append(sources.store.follow(sources.settings) as any Sendable)
                former += staged.map { $0.replace() }
                let seen = Set(known.map { ObjectIdentifier($0) })
                return state.entries.filter { !seen.contains($0.key) }.values.compactMap(\.reader)
            }
            guard let added else { continue }
            // Values that were added meanwhile have read the former sources. One that does not convert stays as it is.
            for reader in added where reader.store.isOrIsBelow(sources.store) {
                guard let replace = try? reader.change(in: sources) else { continue }
                former.append(replace())
                reader.announce()
            }
            former.removeAll()
            for change in staged { change.reader.announce() }
            return Set(staged.map(\.reader.key)).ordered()
        }
    }

    /// Leaves the values of a context as they are.
    func end(_ store: SettingStore) {
        for reader in readers where reader.store === store {
            remove(ObjectIdentifier(reader))
            reader.end()
        }
    }
}
