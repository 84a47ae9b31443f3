/// What one outermost lookup shares until it ends: the instances of the object graph, and what is left to do for them.
final class GraphSession {
    private struct Entry {
        let definition: Unmanaged<RegisteredDefinition>
        let arguments: ArgumentKey?
        var instance: AnyObject
    }

    private var entries: [Entry] = []
    /// The entries of each definition, once there are too many to go through.
    private var index: [UnsafeMutableRawPointer: [Int]] = [:]
    private var completions: [() throws -> Void] = []

    /// So many entries are gone through faster than they are looked up.
    private static var limit: Int { 16 }

    func instance(of definition: RegisteredDefinition, _ arguments: ArgumentKey?) -> AnyObject? {
        position(of: definition, arguments).map { entries[$0].instance }
    }

    /// Keeps an instance, in place of the one that was there.
    func keep(_ instance: AnyObject, of definition: RegisteredDefinition, _ arguments: ArgumentKey?) {
        if let known = position(of: definition, arguments) {
            entries[known].instance = instance
            return
        }
        entries.append(
            Entry(definition: .passUnretained(definition), arguments: arguments, instance: instance))
        if entries.count > Self.limit { reindex() }
    }

    func remove(_ definition: RegisteredDefinition, _ arguments: ArgumentKey?) {
        guard let known = position(of: definition, arguments) else { return }
        entries.remove(at: known)
        index = [:]
        if entries.count > Self.limit { reindex() }
    }

    private func reindex() {
        // Either one entry is new or all are.
        for position in (index.isEmpty ? 0 : entries.count - 1)..<entries.count {
            index[entries[position].definition.toOpaque(), default: []].append(position)
        }
    }

    private func position(of definition: RegisteredDefinition, _ arguments: ArgumentKey?) -> Int? {
        let wanted = Unmanaged.passUnretained(definition).toOpaque()
        if !index.isEmpty {
            return index[wanted]?.first { ArgumentKey.areEqual(entries[$0].arguments, arguments) }
        }
        return entries.indices.first { position in
            entries[position].definition.toOpaque() == wanted
                && ArgumentKey.areEqual(entries[position].arguments, arguments)
        }
    }

    func atEnd(_ completion: @escaping () throws -> Void) { completions.append(completion) }

    /// Does what is left, in the order the instances were finished.
    func end() throws {
        while !completions.isEmpty { try completions.removeFirst()() }
    }
}
