/// What one outermost lookup shares until it ends: the instances of the object graph, and what is left to do for them.
final class GraphSession {
    private struct Entry {
        let arguments: ArgumentKey?
        var instance: AnyObject
    }

    private var entries: [ObjectIdentifier: [Entry]] = [:]
    private var completions: [() throws -> Void] = []

    func instance(of definition: RegisteredDefinition, _ arguments: ArgumentKey?) -> AnyObject? {
        entries[ObjectIdentifier(definition)]?.first { ArgumentKey.areEqual($0.arguments, arguments) }?.instance
    }

    /// Keeps an instance, in place of the one that was there.
    func keep(_ instance: AnyObject, of definition: RegisteredDefinition, _ arguments: ArgumentKey?) {
        remove(definition, arguments)
        entries[ObjectIdentifier(definition), default: []].append(Entry(arguments: arguments, instance: instance))
    }

    func remove(_ definition: RegisteredDefinition, _ arguments: ArgumentKey?) {
        entries[ObjectIdentifier(definition)]?.removeAll { ArgumentKey.areEqual($0.arguments, arguments) }
    }

    func atEnd(_ completion: @escaping () throws -> Void) { completions.append(completion) }

    /// Does what is left, in the order the instances were finished.
    func end() throws {
        while !completions.isEmpty { try completions.removeFirst()() }
    }
}
