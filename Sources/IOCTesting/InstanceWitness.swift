import IOC
import IOCBase

/// Records every object that a context creates, and retains none of them.
final class InstanceWitness: InstancePostProcessor {
    private struct Seen: @unchecked Sendable {
        // Sound: the properties do not change after the initializer, and Swift reads a weak reference atomically.
        let name: String
        let typeName: String
        weak var object: AnyObject?
    }

    private let seen = Guarded<[Seen]>([])

    func process(_ instance: Any, named name: String) throws -> Any {
        if type(of: instance) is AnyClass {
            let entry = Seen(name: name, typeName: "\(type(of: instance))", object: instance as AnyObject)
            seen.withLock { $0.append(entry) }
        }
        return instance
    }

    /// The components with objects that still exist, and the number of those objects, by name.
    func survivors(except exceptions: Set<String>) -> [(name: String, typeName: String, count: Int)] {
        // The references are read outside the lock, because that may release the last reference to an object.
        let alive = seen.withLock { $0 }.filter { $0.object != nil && !exceptions.contains($0.name) }
            .map { ($0.name, $0.typeName) }
        return Dictionary(grouping: alive, by: \.0)
            .map { (name: $0.key, typeName: $0.value[0].1, count: $0.value.count) }
            .sorted { $0.name < $1.name }
    }
}
