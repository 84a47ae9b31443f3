import CSwiftRuntime
import IOCModel

/// A construction that one thread is running, linked to the ones around it: lives on the stack, found through one
/// thread-local word.
struct ConstructionFrame: ~Copyable {
    typealias Pointer = UnsafeMutablePointer<ConstructionFrame>

    // Unmanaged, as counting references would cost more than the rest of a frame; the call that builds holds them all.
    private let makerReference: Unmanaged<Maker>
    private let definitionReference: Unmanaged<RegisteredDefinition>
    private let argumentsReference: Unmanaged<ArgumentKey>?
    let parent: Pointer?
    /// The frame of the outermost construction; nil in that one itself.
    private let root: Pointer?
    let depth: Int
    /// The depth of the innermost construction of a shared instance, this one included; 0 for none.
    private let sharedDepth: Int
    /// The last number given before this construction began. Numbers are given to what was finished and may be taken back, so
    /// those that are greater were finished inside it, and fail with it.
    let firstSerial: Int
    /// The last number given; kept in the outermost frame.
    private var serial = 0
    /// The depth of the outermost construction whose unfinished instance this one may hold; 0 for one of another thread.
    private(set) var lowLink = Int.max
    /// The number of times it has got something that is not finished.
    private var unfinishedReads = 0
    /// The place of the shared instance that is being built, if its group is left when this ends.
    private let slotReference: Unmanaged<SharedSlot>?
    /// The session that all frames from the outermost on share; the outermost keeps it, once somebody needs it.
    private var sessionReference: Unmanaged<GraphSession>?
    // Notes that others leave on a frame while it is the innermost one, or on one further out.

    /// The instance, once it is made.
    var instance: Unmanaged<AnyObject>?
    private var processedReference: Unmanaged<AnyObject>?
    /// The activation of a scope that keeps the instance, or for one of whose instances it is made.
    let activationReference: Unmanaged<ScopeActivation>?
    /// The property that the instance is made for, if it is made for one.
    private let askerReference: Unmanaged<AnyInjectionCell>?
    /// True if injections wait for the making of this instance to return, and are to be resumed then.
    var isAwaited = false
    /// True if nothing may wait for it: boot makes it to learn from it.
    var isEarly = false
    /// True if an initializer was passed the instance, which was not finished, and may store it.
    var wasPassed = false
    /// The last result of a lookup inside this construction that it may return: then it is an alias of another.
    private var foundReference: Unmanaged<AnyObject>?
    /// True if it is kept, as the instance might come to lie in its place otherwise.
    private var keepsFound = false
    /// The property that is being resolved while something further in is built, for messages and circles.
    var reading: Unmanaged<AnyInjectionCell>?
    /// The assembly whose closure this frame is running, and which it keeps alive meanwhile.
    var assembly: UnsafeMutableRawPointer?

    // A check in place costs less than what destroys two references that are hardly ever there.
    @inline(__always)
    deinit {
        sessionReference?.release()
        processedReference?.release()
        if keepsFound { foundReference?.release() }
    }

    static var innermost: Pointer? { ioc_get_thread_frame()?.assumingMemoryBound(to: ConstructionFrame.self) }

    // Sound: a frame lives inside the call that builds, which holds all it refers to.
    var maker: Maker { makerReference.takeUnretainedValue() }
    var definition: RegisteredDefinition { definitionReference.takeUnretainedValue() }
    var arguments: ArgumentKey? { argumentsReference?.takeUnretainedValue() }
    var slot: SharedSlot? { slotReference?.takeUnretainedValue() }
    var activation: ScopeActivation? { activationReference?.takeUnretainedValue() }
    var asker: AnyInjectionCell? { askerReference?.takeUnretainedValue() }

    /// Runs `body` with the place of the shared instance that is being built, if its group is left when this ends, without
    /// references of its own.
    @inline(__always)
    func withSlot(_ body: (SharedSlot, WaitGraph) -> Void) {
        guard let slotReference else { return }
        makerReference._withUnsafeGuaranteedRef { maker in
            slotReference._withUnsafeGuaranteedRef { body($0, maker.waits) }
        }
    }

    /// The instance after post-processing, once somebody has needed it or it is finished.
    var processed: AnyObject? {
        get { processedReference?.takeUnretainedValue() }
        set {
            let former = processedReference
            processedReference = newValue.map(Unmanaged.passRetained)
            former?.release()
        }
    }

    /// Remembers the result of a lookup; one that a closure may return is kept.
    @inline(__always)
    mutating func noteFound(_ instance: AnyObject) {
        let mayReturn = definitionReference._withUnsafeGuaranteedRef { definition -> Bool? in
            definition.mayReturnFound ? definition.mayPromise(instance) : nil
        }
        guard let mayReturn else { return foundReference = .passUnretained(instance) }
        if mayReturn { keepFound(instance) }
    }

    @inline(never)
    private mutating func keepFound(_ instance: AnyObject) {
        let former = keepsFound ? foundReference : nil
        foundReference = .passRetained(instance)
        keepsFound = true
        former?.release()
    }

    /// Returns true if an instance is the result of the last lookup.
    func hasFound(_ instance: AnyObject) -> Bool {
        foundReference?.toOpaque() == Unmanaged.passUnretained(instance).toOpaque()
    }

    /// True if no activation of a scope keeps the instance.
    var belongsToNoScope: Bool { activationReference == nil }

    func isOf(_ maker: Unmanaged<Maker>) -> Bool {
        makerReference.toOpaque() == maker.toOpaque()
    }

    func builds(_ definition: RegisteredDefinition) -> Bool {
        definitionReference.toOpaque() == Unmanaged.passUnretained(definition).toOpaque()
    }

    /// The prototype that a parameter of the initializer is passed, if it is known.
    /// - Parameter recipe: The recipe that asks, which may be that of another construction.
    @inline(__always)
    func passed(at index: Int, of recipe: ConstructedRecipe) -> Unmanaged<RegisteredDefinition>? {
        definitionReference._withUnsafeGuaranteedRef { $0.passed?.target(at: index, of: recipe) }
    }

    /// Returns true if this construction calls the initializer of a recipe.
    func calls(_ recipe: ConstructedRecipe) -> Bool {
        definitionReference._withUnsafeGuaranteedRef { $0.recipe.constructed === recipe }
    }

    /// Runs `body` with the maker, without a reference of its own.
    @inline(__always)
    func withMaker<Result>(_ body: (Maker) throws -> Result) rethrows -> Result {
        try makerReference._withUnsafeGuaranteedRef(body)
    }

    /// Remembers a dependency that a lookup during this construction showed.
    func observe(_ target: RegisteredDefinition) {
        makerReference._withUnsafeGuaranteedRef { maker in
            definitionReference._withUnsafeGuaranteedRef { maker.known.observe(target, by: $0) }
        }
    }

    /// Remembers that this construction may hold the unfinished instance of one at a depth.
    mutating func readUnfinished(_ depth: Int) {
        lowLink = min(lowLink, depth)
        unfinishedReads += 1
    }

    /// Remembers that the innermost construction has got what this thread has finished and may take back.
    static func readUnpublished(finished serial: Int) {
        // The innermost construction around that one knows with which it fails, and fails with it.
        var next = innermost
        while let frame = next, frame.pointee.firstSerial >= serial { next = frame.pointee.parent }
        if let lowLink = next?.pointee.lowLink { innermost?.pointee.readUnfinished(lowLink) }
    }

    /// Runs `body` inside a construction, and tells whether nothing that it came to can fail any more.
    static func watch<Result>(
        _ frame: Pointer, _ body: () throws -> Result
    ) rethrows -> (result: Result, isFinal: Bool) {
        let before = frame.pointee.unfinishedReads
        let result = try body()
        return (result, frame.pointee.unfinishedReads == before)
    }

    /// Runs `body` inside a new innermost frame; the outermost one ends the graph that was built.
    /// - Parameter slot: The place of the shared instance whose construction has begun, and ends with this.
    @inline(__always)
    static func push<Result>(
        _ maker: Maker, _ definition: RegisteredDefinition, _ arguments: ArgumentKey?, for slot: SharedSlot? = nil,
        in activation: Unmanaged<ScopeActivation>? = nil, asker: AnyInjectionCell? = nil,
        _ body: (Pointer) throws -> Result
    ) throws -> Result {
        let parent = innermost
        var frame = ConstructionFrame(maker, definition, arguments, slot, activation, asker, parent)
        return try withUnsafeMutablePointer(to: &frame) { pointer in
            ioc_set_thread_frame(pointer)
            defer { ioc_set_thread_frame(parent) }
            let isDeep = pointer.pointee.depth > DeepFrames.limit
            let key = isDeep ? InstanceKey(ObjectIdentifier(definition), arguments) : nil
            if let key { session().deepFrames.enter(pointer, key) }
            defer { if let key { session().deepFrames.leave(key) } }
            let result: Result
            do {
                if ioc_remaining_stack() < reserve { throw tooDeep(definition, parent) }
                result = try body(pointer)
                if parent == nil, let session = sharedSession { try session._withUnsafeGuaranteedRef { try $0.end() } }
            } catch {
                fail(pointer, error)
                throw error
            }
            if slot != nil || pointer.pointee.lowLink <= pointer.pointee.depth { try conclude(pointer) }
            return result
        }
    }

    @inline(__always)
    private init(
        _ maker: Maker, _ definition: RegisteredDefinition, _ arguments: ArgumentKey?, _ slot: SharedSlot?,
        _ activation: Unmanaged<ScopeActivation>?, _ asker: AnyInjectionCell?, _ parent: Pointer?
    ) {
        makerReference = .passUnretained(maker)
        definitionReference = .passUnretained(definition)
        argumentsReference = arguments.map(Unmanaged.passUnretained)
        slotReference = slot.map(Unmanaged.passUnretained)
        activationReference = activation
        askerReference = asker.map(Unmanaged.passUnretained)
        self.parent = parent
        if let parent {
            let outermost = parent.pointee.root ?? parent
            root = outermost
            depth = parent.pointee.depth + 1
            sharedDepth = definition.isShared ? depth : parent.pointee.sharedDepth
            firstSerial = outermost.pointee.serial
        } else {
            root = nil
            depth = 1
            sharedDepth = definition.isShared ? 1 : 0
            firstSerial = 0
        }
    }

    /// The session that this frame shares with all around it, if there is one yet.
    static var knownSession: GraphSession? { sharedSession?.takeUnretainedValue() }

    /// The session that this frame shares with all around it.
    static func session() -> GraphSession {
        guard let outermost else { return GraphSession() }
        if let session = outermost.pointee.sessionReference { return session.takeUnretainedValue() }
        let session = GraphSession()
        outermost.pointee.sessionReference = .passRetained(session)
        return session
    }

    // Sound: the outermost frame keeps it, and ends after all that are further in.
    /// The session that the frames share, for use inside the innermost one.
    static var sharedSession: Unmanaged<GraphSession>? { outermost?.pointee.sessionReference }

    private static var outermost: Pointer? { innermost.map { $0.pointee.root ?? $0 } }

    /// A number for something that a construction around the innermost one may take back.
    static func nextSerial() -> Int {
        guard let outermost else { return 0 }
        outermost.pointee.serial += 1
        return outermost.pointee.serial
    }

    /// The last number given to something that a construction around the innermost one may take back.
    static var lastSerial: Int { outermost?.pointee.serial ?? 0 }

    /// Bytes of stack that a component's own code, and the report of an error, may still need.
    private static var reserve: Int { 96 * 1024 }

    @inline(never)
    private static func tooDeep(_ definition: RegisteredDefinition, _ parent: Pointer?) -> IOCError {
        var fault = Fault(.graphTooDeep(depth: (parent?.pointee.depth ?? 0) + 1))
        let names = path(from: parent) + [definition.facts.name]
        fault.path = names.count > 12 ? names.prefix(6) + ["…"] + names.suffix(5) : names
        return IOCError(fault)
    }

    /// The names of what is being built, outermost first.
    static func path(from frame: Pointer? = innermost) -> [String] {
        frames(from: frame).reversed().map { $0.pointee.definition.facts.name }
    }

    /// The frames from the innermost outwards.
    static func frames(from frame: Pointer? = innermost) -> [Pointer] {
        var result: [Pointer] = []
        var next = frame
        while let current = next {
            result.append(current)
            next = current.pointee.parent
        }
        return result
    }

    /// The frame of this thread that builds a prototype for the caller of now.
    ///
    /// A shared instance has its own: so what its properties lead to does not depend on what was being made for somebody else when
    /// it was first asked for.
    @inline(__always)
    static func buildingPrototype(_ definition: RegisteredDefinition, _ arguments: ArgumentKey?) -> Pointer? {
        innermost.flatMap { building(definition, arguments, deeperThan: $0.pointee.sharedDepth) }
    }

    /// The frame of this thread that builds `definition` from equal arguments, if one does.
    /// - Parameter limit: The depth of the last frame that does not count.
    @inline(__always)
    static func building(
        _ definition: RegisteredDefinition, _ arguments: ArgumentKey?, deeperThan limit: Int = 0
    ) -> Pointer? {
        guard let innermost else { return nil }
        if innermost.pointee.depth > DeepFrames.limit { return deepBuilding(definition, arguments, limit) }
        return building(definition, arguments, from: innermost, limit)
    }

    @inline(never)
    private static func deepBuilding(
        _ definition: RegisteredDefinition, _ arguments: ArgumentKey?, _ limit: Int
    ) -> Pointer? {
        let frames = session().deepFrames
        for frame in frames[InstanceKey(ObjectIdentifier(definition), arguments)]
        where ArgumentKey.areEqual(frame.pointee.arguments, arguments) {
            return frame.pointee.depth > limit ? frame : nil
        }
        return building(definition, arguments, from: frames.last, limit)
    }

    @inline(__always)
    private static func building(
        _ definition: RegisteredDefinition, _ arguments: ArgumentKey?, from frame: Pointer?, _ limit: Int
    ) -> Pointer? {
        var next = frame
        while let current = next, current.pointee.depth > limit {
            if current.pointee.builds(definition), ArgumentKey.areEqual(current.pointee.arguments, arguments) {
                return current
            }
            next = current.pointee.parent
        }
        return nil
    }

    /// Returns true if this thread is building `definition`, from whatever arguments.
    static func isBuilding(_ definition: RegisteredDefinition) -> Bool { first { $0.builds(definition) } != nil }

    /// The place of the shared instance without arguments that this thread is building.
    static func slot(building definition: RegisteredDefinition) -> SharedSlot? {
        first { $0.builds(definition) && $0.arguments == nil }?.pointee.slot
    }

    /// Returns true if this thread is building an instance of `definition`'s cycle that an initializer was passed.
    static func hasPassed(inCycleOf definition: RegisteredDefinition, of maker: Maker) -> Bool {
        let (cycle, maker) = (definition.place.cycle, Unmanaged.passUnretained(maker))
        return first { $0.wasPassed && $0.isOf(maker) && $0.definition.place.cycle == cycle } != nil
    }

    /// Returns true if this thread is building an instance.
    static func isBuilding(instance: AnyObject) -> Bool {
        let wanted = Unmanaged.passUnretained(instance).toOpaque()
        return first { $0.instance?.toOpaque() == wanted || $0.processed === instance } != nil
    }

    /// Returns true if this thread is building something that an activation keeps.
    static func isInside(_ activation: ScopeActivation) -> Bool {
        let wanted = Unmanaged.passUnretained(activation).toOpaque()
        return first { $0.activationReference?.toOpaque() == wanted } != nil
    }

    /// Returns true if this thread is building something that a maker makes.
    static func isInside(_ maker: Unmanaged<Maker>) -> Bool { first { $0.isOf(maker) } != nil }

    /// The innermost frame of this thread of which something is true.
    private static func first(where condition: (borrowing ConstructionFrame) -> Bool) -> Pointer? {
        var next = innermost
        while let frame = next, !condition(frame.pointee) { next = frame.pointee.parent }
        return next
    }

    /// Where the property is declared whose reading begins the way from `definition`'s construction back to it.
    static func place(through definition: RegisteredDefinition) -> Origin? {
        first { $0.builds(definition) }?.pointee.reading?.takeUnretainedValue().facts(wanted: Never.self).location.map(
            Origin.source)
    }

    /// The way from `definition`'s construction back to `definition`, with the property on each edge.
    static func cycle(through definition: RegisteredDefinition) -> [Fault.CycleStep] {
        var steps: [Fault.CycleStep] = []
        for frame in frames() {
            let cell = frame.pointee.reading?.takeUnretainedValue()
            steps.append(
                Fault.CycleStep(
                    component: frame.pointee.definition.facts.name, property: cell?.propertyName))
            if frame.pointee.builds(definition) { break }
        }
        return steps.reversed()
    }
}
