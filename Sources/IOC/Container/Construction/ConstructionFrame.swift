import CSwiftRuntime
import IOCModel

/// The construction of one instance on one thread. It lives on the stack, and is linked to the constructions around it.
///
/// `mark` is the depth of the outermost frame whose unfinished instance the frame has met. An instance whose frame ends with a
/// mark further out may hold that unfinished instance. It is pending until that frame ends.
struct ConstructionFrame: ~Copyable {
    typealias Pointer = UnsafeMutablePointer<ConstructionFrame>

    // Sound: the call that pushes the frame retains all of these until the frame has ended.
    unowned(unsafe) let maker: Maker
    unowned(unsafe) let definition: RegisteredDefinition
    unowned(unsafe) let arguments: ArgumentKey?
    /// The slot of the shared instance, whose lock the thread has taken for this frame.
    unowned(unsafe) let slot: SharedSlot?
    /// The activation of a scope that keeps the instance, or for one of whose instances it is made.
    unowned(unsafe) let activation: ScopeActivation?
    /// The property that the instance is made for.
    unowned(unsafe) let asker: AnyInjectionCell?

    let parent: Pointer?
    /// The outermost frame; nil in that one itself.
    private let root: Pointer?
    let depth: Int
    /// The depth of the innermost frame of a shared instance, this one included; 0 for none.
    private let sharedDepth: Int
    /// The numbers of pending instances, deferred injections and graph members at the frame's begin.
    let start: ConstructionSession.Lengths

    private(set) var mark = Int.max
    /// The instance, once it is made. The frame retains it, so that a failed one is released when no lock is held.
    var instance: AnyObject?
    /// The instance after post-processing.
    var processed: AnyObject?
    /// The result of the last lookup. A definition's closure may return it; then the instance is an alias.
    private(set) var found: AnyObject?
    // Sound: the call that sets it retains the cell until it has put the former one back.
    /// The property that is being resolved, for messages.
    unowned(unsafe) var reading: AnyInjectionCell?
    /// The state that all frames of the thread share. Only the outermost frame has it.
    private var ownSession: ConstructionSession?

    static var innermost: Pointer? { ioc_get_thread_frame()?.assumingMemoryBound(to: ConstructionFrame.self) }

    /// Runs `body` inside a new innermost frame, and ends the construction.
    /// - Parameters:
    ///   - slot: The slot of a shared instance, whose lock the thread has taken. The frame gives the lock back.
    ///   - body: Makes the instance. For a shared instance, `processed` is set when it returns.
    @inline(__always)
    static func push<Result>(
        _ maker: Maker, _ definition: RegisteredDefinition, _ arguments: ArgumentKey?, for slot: SharedSlot? = nil,
        in activation: ScopeActivation? = nil, asker: AnyInjectionCell? = nil, _ body: (Pointer) throws -> Result
    ) throws -> Result {
        let parent = innermost
        var frame = ConstructionFrame(maker, definition, arguments, slot, activation, asker, parent)
        return try withUnsafeMutablePointer(to: &frame) { pointer in
            ioc_set_thread_frame(pointer)
            defer { ioc_set_thread_frame(parent) }
            do {
                if ioc_remaining_stack() < reserve { throw tooDeep(definition, parent) }
                slot?.unpublished = .building(pointer)
                let result = try body(pointer)
                if parent == nil { try pointer.pointee.ownSession?.end() }
                if slot != nil || pointer.pointee.mark != .max { pointer.pointee.finish() }
                return result
            } catch {
                pointer.pointee.fail()
                throw error
            }
        }
    }

    private init(
        _ maker: Maker, _ definition: RegisteredDefinition, _ arguments: ArgumentKey?, _ slot: SharedSlot?,
        _ activation: ScopeActivation?, _ asker: AnyInjectionCell?, _ parent: Pointer?
    ) {
        self.maker = maker
        self.definition = definition
        self.arguments = arguments
        self.slot = slot
        self.activation = activation
        self.asker = asker
        self.parent = parent
        root = parent.map { $0.pointee.root ?? $0 }
        depth = (parent?.pointee.depth ?? 0) + 1
        sharedDepth = definition.isShared ? depth : parent?.pointee.sharedDepth ?? 0
        start = root?.pointee.ownSession?.lengths ?? ConstructionSession.Lengths()
    }

    /// Notes the result of a lookup.
    mutating func note(_ instance: AnyObject) {
        if definition.mayBeAlias { found = instance }
    }

    // MARK: Unfinished instances

    /// Notes that the construction has met the unfinished instance of a frame at a depth, and may hold it.
    mutating func meet(_ depth: Int) { mark = min(mark, depth) }

    /// Publishes what is pending since the frame's begin, and the frame's own instance, unless the frame may hold an unfinished
    /// instance of a frame further out. Then its instance is pending, too.
    @inline(never)
    private mutating func finish() {
        guard mark < depth else {
            Self.knownSession?.publish(since: start)
            if let slot, let processed {
                slot.publish(processed)
                slot.lock.unlock(for: definition)
            }
            return
        }
        let session = Self.session()
        session.mark(mark, since: start)
        if let slot, let processed { session.append(processed, in: slot, of: definition, mark: mark) }
        parent?.pointee.meet(mark)
    }

    /// Forgets the instance, and everything since the frame's begin that may hold an unfinished instance.
    @inline(never)
    private mutating func fail() {
        Self.knownSession?.drop(since: start)
        guard let slot else { return }
        slot.drop()
        slot.lock.unlock(for: definition)
    }

    /// Runs `body`, and returns the depth of the outermost frame whose unfinished instance it has met; nil for none.
    static func meeting<Result>(_ body: () throws -> Result) rethrows -> (result: Result, depth: Int?) {
        guard let frame = innermost else { return (try body(), nil) }
        let before = frame.pointee.mark
        frame.pointee.mark = .max
        defer { frame.pointee.meet(before) }
        let result = try body()
        return (result, frame.pointee.mark == .max ? nil : frame.pointee.mark)
    }

    /// Returns true if an instance of a definition is dropped when the frame at a depth fails.
    static func drops(_ definition: RegisteredDefinition, withFrameAt depth: Int) -> Bool {
        var next = innermost
        while let frame = next, frame.pointee.depth >= depth {
            if frame.pointee.definition === definition { return true }
            if frame.pointee.depth == depth {
                // The outermost frame's graph is handed out or dropped as a whole.
                return knownSession?.hasUnfinished(definition, since: frame.pointee.start, orMember: depth == 1)
                    ?? false
            }
            next = frame.pointee.parent
        }
        return false
    }

    // MARK: The session

    /// The state that the thread's frames share, if there is some.
    static var knownSession: ConstructionSession? { outermost?.pointee.ownSession }

    /// The state that the thread's frames share. The caller is inside a frame.
    static func session() -> ConstructionSession {
        if let session = knownSession { return session }
        let session = ConstructionSession()
        outermost?.pointee.ownSession = session
        return session
    }

    private static var outermost: Pointer? { innermost.map { $0.pointee.root ?? $0 } }

    // MARK: Searching

    /// The frame of this thread that makes an instance of a definition from equal arguments.
    ///
    /// For a prototype, frames outside the innermost shared instance don't count. Otherwise the dependencies of a shared instance
    /// would depend on which lookup came first.
    static func building(_ definition: RegisteredDefinition, _ arguments: ArgumentKey?) -> Pointer? {
        let limit = definition.sharing == .prototype ? innermost?.pointee.sharedDepth ?? 0 : 0
        return first(deeperThan: limit) {
            $0.definition === definition && ArgumentKey.areEqual($0.arguments, arguments)
        }
    }

    /// Returns true if this thread is making an instance.
    static func isBuilding(instance: AnyObject) -> Bool {
        first { $0.instance === instance || $0.processed === instance } != nil
    }

    /// Returns true if this thread is making something that an activation keeps.
    static func isInside(_ activation: ScopeActivation) -> Bool { first { $0.activation === activation } != nil }

    /// Returns true if this thread is making something that a maker makes.
    static func isInside(_ maker: Maker) -> Bool { first { $0.maker === maker } != nil }

    /// The innermost frame of this thread for which something is true.
    /// - Parameter limit: The depth of the last frame that does not count.
    static func first(
        deeperThan limit: Int = 0, where condition: (borrowing ConstructionFrame) -> Bool
    ) -> Pointer? {
        var next = innermost
        while let frame = next, frame.pointee.depth > limit {
            if condition(frame.pointee) { return frame }
            next = frame.pointee.parent
        }
        return nil
    }

    /// The frames from the innermost outwards.
    static func frames(from frame: Pointer? = innermost) -> [Pointer] {
        Array(sequence(first: frame) { $0?.pointee.parent }.prefix { $0 != nil }.compactMap(\.self))
    }

    // MARK: Messages

    /// The names of what is being constructed, outermost first.
    static func path(from frame: Pointer? = innermost) -> [String] {
        frames(from: frame).reversed().map { $0.pointee.definition.facts.name }
    }

    /// The path from `definition`'s construction back to `definition`, with the property on each edge.
    static func cycle(through definition: RegisteredDefinition) -> (steps: [Fault.CycleStep], place: Origin?) {
        var steps: [Fault.CycleStep] = []
        for frame in frames() {
            let cell = frame.pointee.reading
            steps.append(
                (component: frame.pointee.definition.facts.name, property: cell?.propertyName))
            guard frame.pointee.definition === definition else { continue }
            return (steps.reversed(), cell?.facts(wanted: Never.self).location.map(Origin.source))
        }
        return (steps.reversed(), nil)
    }

    /// The bytes of stack that are left for a component's own code, and for the report of an error.
    private static var reserve: Int { 96 * 1024 }

    @inline(never)
    private static func tooDeep(_ definition: RegisteredDefinition, _ parent: Pointer?) -> IOCError {
        let names = path(from: parent) + [definition.facts.name]
        return IOCError(
            .graphTooDeep(depth: (parent?.pointee.depth ?? 0) + 1),
            path: names.count > 12 ? names.prefix(6) + ["…"] + names.suffix(5) : names)
    }
}
