/// The state that one outermost lookup shares until it ends: the instances of the object graph, the work left for them, and the
/// shared instances that can't be published yet.
final class GraphSession {
    // Exclusivity: only the thread of the outermost lookup reaches a session, and no access to a property that says
    // `unchecked` runs code that is not of this file. The checks would cost a third of what building a graph does.

    private struct Entry {
        let definition: Unmanaged<RegisteredDefinition>
        let arguments: ArgumentKey?
        var instance: AnyObject
        let serial: Int
        /// True if its construction is running, or it may hold an instance that is not finished.
        var mayFail = true
    }

    /// A finished shared instance that fails with a construction further out or on another thread.
    struct Unpublished {
        let slot: SharedSlot
        let serial: Int
        /// The publication that says whether the instance stays, once its group has been left; nil while it is held.
        var publication: Publication?
    }

    /// In the order they were finished.
    var unpublished: [Unpublished] = []
    /// The unpublished instances that the lookup has got from other threads.
    var awaited: [AwaitedPublication] = []

    /// Injections that were put off.
    var injections: [PutOffInjection] = []
    /// The depth of the construction whose unmade instance somebody has asked for last, so that the injection which gets the
    /// `construction-cycle` for it can be put off until it is made.
    var unmade: Int?

    /// Tells the graph from others.
    private(set) lazy var identity = GraphIdentity()
    /// Instances whose properties lead on into the graph, and are filled before it is handed out.
    private var unfilled: [(instance: AnyObject, points: [AnyInjectionCell])] = []
    @exclusivity(unchecked) private var entries: [Entry]
    /// Where instances of equal keys stand, once there are too many to go through.
    private var index: [InstanceKey: [Int]] = [:]
    /// The frames further in than so many, as going through them all for each new one would take long.
    var deepFrames = DeepFrames()
    private var completions: [() throws -> Void] = []

    /// The number of entries up to which going through them is faster than a look-up.
    private static var limit: Int { 16 }

    init() {
        entries = []
        entries.reserveCapacity(Self.limit / 2)
    }

    /// The instance, with its number where it may be taken back.
    func instance(
        of definition: RegisteredDefinition, _ arguments: ArgumentKey?
    ) -> (instance: AnyObject, serial: Int?)? {
        position(of: definition, arguments).map { entries[$0] }.map { ($0.instance, $0.mayFail ? $0.serial : nil) }
    }

    /// Keeps an instance that is being made, in place of the one that was there.
    func keep(
        _ instance: AnyObject, of definition: RegisteredDefinition, _ arguments: ArgumentKey?, mayFail: Bool = true
    ) {
        if let known = position(of: definition, arguments) {
            let former = entries[known].instance
            entries[known].instance = instance
            if !mayFail { entries[known].mayFail = false }
            return withExtendedLifetime(former) {}
        }
        let serial = ConstructionFrame.nextSerial()
        entries.append(
            Entry(
                definition: .passUnretained(definition), arguments: arguments, instance: instance, serial: serial,
                mayFail: mayFail))
        if entries.count > Self.limit { reindex() }
    }

    /// Remembers that an instance is finished and holds no unfinished one.
    func finish(_ definition: RegisteredDefinition, _ arguments: ArgumentKey?) {
        if let known = position(of: definition, arguments) { entries[known].mayFail = false }
    }

    /// Forgets what may hold the instance of a construction that has failed.
    func fail(_ frame: ConstructionFrame.Pointer) {
        let (firstSerial, count) = (frame.pointee.firstSerial, entries.count)
        injections.removeAll { $0.serial > firstSerial }
        let former = entries
        entries = former.filter { !($0.serial > firstSerial && $0.mayFail) }
        if entries.count < count {
            index = [:]
            if entries.count > Self.limit { reindex() }
        }
        // Last, as what goes may run code that asks here.
        withExtendedLifetime(former) {}
    }

    private func reindex() {
        // Either one entry is new or all are.
        for position in (index.isEmpty ? 0 : entries.count - 1)..<entries.count {
            let entry = entries[position]
            let key = InstanceKey(ObjectIdentifier(entry.definition.takeUnretainedValue()), entry.arguments)
            index[key, default: []].append(position)
        }
    }

    private func position(of definition: RegisteredDefinition, _ arguments: ArgumentKey?) -> Int? {
        if entries.count > Self.limit {
            return index[InstanceKey(ObjectIdentifier(definition), arguments)]?.first {
                isEntry($0, madeFrom: arguments)
            }
        }
        let wanted = Unmanaged.passUnretained(definition).toOpaque()
        // Most ask for what was kept last.
        var position = entries.count - 1
        while position >= 0 {
            if entries[position].definition.toOpaque() == wanted, isEntry(position, madeFrom: arguments) {
                return position
            }
            position -= 1
        }
        return nil
    }

    @inline(__always)
    private func isEntry(_ position: Int, madeFrom arguments: ArgumentKey?) -> Bool {
        // Comparing arguments runs their own code, outside the access.
        let known = entries[position].arguments
        return ArgumentKey.areEqual(known, arguments)
    }

    func atEnd(_ completion: @escaping () throws -> Void) { completions.append(completion) }

    /// The number of the graph's instance of a definition; nil where it has none.
    func serial(of definition: RegisteredDefinition, _ arguments: ArgumentKey?) -> Int? {
        position(of: definition, arguments).map { entries[$0].serial }
    }

    /// Returns true if the lookup has got an instance that another thread is making.
    func awaits(_ instance: AnyObject) -> Bool { awaited.contains { $0.instance == ObjectIdentifier(instance) } }

    /// Fills properties before the graph is handed out.
    func willFill(_ cells: [AnyInjectionCell], of instance: AnyObject) { unfilled.append((instance, cells)) }

    /// Fills what leads on into the graph, and then does what is left, in the order the instances were finished.
    func end() throws {
        var next = 0
        while next < unfilled.count {
            let (instance, points) = unfilled[next]
            next += 1
            try withExtendedLifetime(instance) {
                for cell in points { try cell.fill() }
            }
        }
        // A released instance may ask for something, so it is out of the list by then.
        let filled = exchange(&unfilled, with: [])
        withExtendedLifetime(filled) {}
        while !completions.isEmpty { try completions.removeFirst()() }
    }
}
