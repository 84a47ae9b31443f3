import CSwiftRuntime
import IOCModel

/// A call of the container that may run user code on this thread: the construction of one instance, or the lookup for a
/// property or a provider. Frames are on the stack, linked to the frames around them.
///
/// `mark` is the depth of the outermost frame whose unfinished instance a lookup in this frame has returned. If that
/// frame is outside of this one, this frame's instance may refer to the unfinished instance. Then this frame's instance
/// is pending until the outer frame ends.
struct Frame: ~Copyable {
    typealias Pointer = UnsafeMutablePointer<Frame>

    enum Role {
        /// The construction of an instance of `site`.
        case constructs
        /// The first read of a property of an instance of `site`.
        case reads
        /// The call of a provider that belongs to an instance of `site`. The caller gets the result.
        case provides
    }

    // Sound: the code that pushes the frame retains all of these until the frame has returned. Counted references would
    // be most of the cost of a construction (benchmark row: a prototype with two prototypes).
    private let coreReference: Unmanaged<ContextCore>
    let siteReference: Unmanaged<CallSite>?
    private let bindingReference: Unmanaged<InjectionBinding>?
    private let argumentsReference: Unmanaged<ArgumentKey>?
    private let keeperReference: Unmanaged<SingletonKeeper>?
    private let activationReference: Unmanaged<ScopeActivation>?
    private let retainerReference: Unmanaged<CallSite>?
    let role: Role

    let parent: Pointer?
    /// The outermost construction of the thread; nil in the outermost construction itself and outside of it.
    private let root: Pointer?
    /// The number of frames from the outermost construction to this one; 0 outside of constructions.
    let depth: Int
    /// The numbers of pending instances, deferred injections and graph members when the frame began.
    let start: Session.Lengths

    private(set) var mark = Int.max
    /// True if the frame's instance may refer to the unfinished instance of an outer frame.
    private var isPending: Bool { mark < depth }
    // Sound: `body` retains the instance until `body` returns. From then on the reference is to the processed instance,
    // which the code that pushed the frame retains.
    private var instanceReference: Unmanaged<AnyObject>?
    /// The instance that post-processing returned in place of `instance`; nil for none. The frame retains it, because a
    /// lookup in a cycle may return it before the construction ends.
    private(set) var replacement: AnyObject?
    /// True once the instance was post-processed.
    private(set) var isProcessed = false
    // Sound: the code that sets this reference retains the object until the code has restored the former reference.
    private var readingReference: Unmanaged<ArgumentSite>?
    /// The address of the last instance that a frame directly inside this one has created.
    var created: UnsafeRawPointer?
    /// The result of the last lookup. It is retained because a closure may return it, and then the instance is an
    /// alias. After a failure it is the failed instance, to be released when no lock is held.
    var retained: AnyObject?
    /// The state that a construction and all frames inside it share. Only the outermost construction has it.
    private var ownSession: Session?

    var core: ContextCore { coreReference.takeUnretainedValue() }
    /// The ``CallSite`` of the instance, or of the owner of the property or provider; nil if the container did not
    /// create the owner.
    var site: CallSite? { siteReference?.takeUnretainedValue() }
    /// The binding of the owner of the property or provider; nil for a construction.
    private var binding: InjectionBinding? { bindingReference?.takeUnretainedValue() }
    private var arguments: ArgumentKey? { argumentsReference?.takeUnretainedValue() }
    /// The keeper of the shared instance. The thread has taken its lock for this frame.
    private var keeper: SingletonKeeper? { keeperReference?.takeUnretainedValue() }
    /// The activation that keeps the instance itself, or that keeps the instance for which it is created; nil for none.
    var activation: ScopeActivation? { activationReference?.takeUnretainedValue() }
    /// The component that retains the instance: the first shared one, from this frame outwards; nil for none.
    var retainer: CallSite? { retainerReference?.takeUnretainedValue() }
    /// The instance; nil until it was created.
    var instance: AnyObject? {
        get { instanceReference?.takeUnretainedValue() }
        set { instanceReference = newValue.map(Unmanaged.passUnretained) }
    }
    /// The instance after post-processing; nil before it.
    var processed: AnyObject? { isProcessed ? replacement ?? instance : nil }
    /// The property or parameter that is being resolved.
    var reading: ArgumentSite? {
        get { readingReference?.takeUnretainedValue() }
        set { readingReference = newValue.map(Unmanaged.passUnretained) }
    }

    /// True if the boot has decided the source of the property or parameter.
    var readsWired: Bool {
        role != .provides && readingReference?._withUnsafeGuaranteedRef({ !$0.isOpen }) ?? false
    }

    static var innermost: Pointer? { ioc_get_thread_frame()?.assumingMemoryBound(to: Frame.self) }

    /// Runs `body` inside the new innermost frame of a construction.
    /// - Parameters:
    ///   - keeper: The keeper of a shared instance. The thread has taken its lock, and the frame releases it.
    ///   - body: Creates the instance. When it returns, the instance is processed.
    @inline(__always)
    static func construct<Result>(
        _ site: CallSite, _ arguments: ArgumentKey?, for keeper: SingletonKeeper? = nil,
        in activation: ScopeActivation?, _ body: (Pointer) throws -> Result
    ) throws -> Result {
        let parent = innermost
        var frame = Frame(
            .constructs, site.coreReference, .passUnretained(site), nil, arguments.map(Unmanaged.passUnretained),
            keeper.map(Unmanaged.passUnretained), activation.map(Unmanaged.passUnretained),
            retainer: site.isShared ? .passUnretained(site) : parent?.pointee.retainerReference, parent)
        return try frame.run(body)
    }

    /// Runs `body` inside a new frame for an instance that no scope keeps. The instance belongs to the activation of
    /// the instance that it is created for.
    @inline(__always)
    static func construct<Result>(
        _ site: CallSite, _ arguments: ArgumentKey?, _ body: (Pointer) throws -> Result
    ) throws -> Result {
        let parent = innermost
        var frame = Frame(
            .constructs, site.coreReference, .passUnretained(site), nil, arguments.map(Unmanaged.passUnretained),
            nil, parent?.pointee.activationReference,
            retainer: site.isShared ? .passUnretained(site) : parent?.pointee.retainerReference, parent)
        return try frame.run(body)
    }

    /// Runs `body`, a lookup for a property or a provider, inside a new innermost frame.
    /// - Parameters:
    ///   - binding: The binding of the property's owner; nil if the container did not create the owner, or has not
    ///     bound it yet.
    ///   - reading: The property or parameter; nil if it is unknown.
    /// - Returns: The result, and the depth of the outermost frame whose unfinished instance the lookup has returned;
    ///   nil for none.
    static func ask<Result>(
        _ role: Role, _ binding: InjectionBinding?, in core: ContextCore, reading: ArgumentSite?,
        _ body: (Pointer) throws -> Result
    ) throws -> (result: Result, met: Int?) {
        if let binding { return try ask(role, for: binding, reading: reading, body) }
        defer { extendLifetime(core) }
        let parent = innermost
        return try ask(
            Frame(
                role, .passUnretained(core), nil, nil, nil, nil, parent?.pointee.activationReference,
                retainer: role == .provides ? nil : parent?.pointee.retainerReference, parent), reading, body)
    }

    /// Runs `body`, a lookup for a property or a provider of a bound object, inside a new innermost frame.
    @inline(__always)
    static func ask<Result>(
        _ role: Role, for binding: InjectionBinding, reading: ArgumentSite?, _ body: (Pointer) throws -> Result
    ) throws -> (result: Result, met: Int?) {
        defer { extendLifetime(binding) }
        return try ask(
            Frame(
                role, binding.coreReference, binding.siteReference, .passUnretained(binding), nil, nil,
                binding.activationReference, retainer: role == .provides ? nil : binding.retainer, innermost),
            reading, body)
    }

    @inline(__always)
    private static func ask<Result>(
        _ frame: consuming Frame, _ reading: ArgumentSite?, _ body: (Pointer) throws -> Result
    ) throws -> (result: Result, met: Int?) {
        defer { extendLifetime(reading) }
        frame.readingReference = reading.map(Unmanaged.passUnretained)
        let result = try frame.run(body)
        return (result, frame.isPending ? frame.mark : nil)
    }

    private init(
        _ role: Role, _ core: Unmanaged<ContextCore>, _ site: Unmanaged<CallSite>?,
        _ binding: Unmanaged<InjectionBinding>?, _ arguments: Unmanaged<ArgumentKey>?,
        _ keeper: Unmanaged<SingletonKeeper>?, _ activation: Unmanaged<ScopeActivation>?,
        retainer: Unmanaged<CallSite>?, _ parent: Pointer?
    ) {
        self.role = role
        coreReference = core
        siteReference = site
        bindingReference = binding
        argumentsReference = arguments
        keeperReference = keeper
        activationReference = activation
        retainerReference = retainer
        self.parent = parent
        let outer = parent?.pointee.depth ?? 0
        root = outer == 0 ? nil : parent?.pointee.root ?? parent
        depth = outer > 0 || role == .constructs ? outer + 1 : 0
        start = root?.pointee.ownSession?.lengths ?? Session.Lengths()
    }

    @inline(__always)
    private mutating func run<Result>(_ body: (Pointer) throws -> Result) throws -> Result {
        try withUnsafeMutablePointer(to: &self) { pointer in
            let parent = pointer.pointee.parent
            ioc_set_thread_frame(pointer)
            defer { ioc_set_thread_frame(parent) }
            do {
                if ioc_remaining_stack() < Self.reserve { throw Self.tooDeep() }
                if pointer.pointee.keeperReference != nil { pointer.pointee.keeper?.unpublished = .building(pointer) }
                let result = try body(pointer)
                if let replacement = pointer.pointee.replacement { pointer.pointee.instance = replacement }
                if let parent {
                    parent.pointee.created = pointer.pointee.instanceReference.map { UnsafeRawPointer($0.toOpaque()) }
                }
                if let session = pointer.pointee.ownSession { try session.end() }
                if pointer.pointee.keeperReference != nil || pointer.pointee.mark != .max { pointer.pointee.succeed() }
                return result
            } catch {
                pointer.pointee.fail()
                throw error
            }
        }
    }

    /// Returns the binding of the instance that a frame creates, or of the owner of its property or provider.
    static func owner(of frame: Pointer) -> InjectionBinding? {
        if frame.pointee.role != .constructs { return frame.pointee.binding }
        guard let site = frame.pointee.site, let plan = site.plan else { return nil }
        return site.binding(plan, in: frame)
    }

    /// Returns true if the last frame directly inside this one has created the instance.
    func hasCreated(_ instance: AnyObject) -> Bool {
        created == UnsafeRawPointer(Unmanaged.passUnretained(instance).toOpaque())
    }

    /// Notes that the instance was post-processed.
    /// - Parameter replacement: The instance in its place; nil for none.
    mutating func noteProcessed(replacing replacement: AnyObject? = nil) {
        isProcessed = true
        self.replacement = replacement
    }

    /// Retains the result of a lookup, if the frame's closure or initializer may return it.
    mutating func note(_ instance: AnyObject) {
        if role == .constructs, siteReference?._withUnsafeGuaranteedRef({ $0.steps.contains(.alias) }) == true {
            retained = instance
        }
    }

    // MARK: Unfinished instances

    /// Records that a lookup has returned the unfinished instance of a frame at a depth. The frame's own instance may
    /// refer to that instance.
    mutating func meet(_ depth: Int) { mark = min(mark, depth) }

    /// Publishes the frame's instance, and the instances that became pending since the frame began. If the frame itself
    /// is pending, its instance becomes pending instead.
    @inline(never)
    private mutating func succeed() {
        guard isPending else {
            Self.knownSession?.publish(since: start)
            if let site, let keeper, let processed {
                keeper.publish(processed)
                keeper.lock.unlock(for: site)
            }
            return
        }
        let session = Self.session()
        session.mark(mark, since: start)
        if let site, let keeper, let processed { session.append(processed, in: keeper, of: site, mark: mark) }
        parent?.pointee.meet(mark)
    }

    /// Drops the frame's instance, and the instances that became pending since the frame began.
    @inline(never)
    private mutating func fail() {
        Self.knownSession?.drop(since: start)
        guard let site, let keeper else { return }
        keeper.drop()
        keeper.lock.unlock(for: site)
    }

    /// Returns true if an instance of a component is dropped when the frame at a depth fails.
    static func drops(_ site: CallSite, withFrameAt depth: Int) -> Bool {
        var next = innermost
        while let frame = next, frame.pointee.depth >= depth {
            if frame.pointee.role == .constructs, frame.pointee.site === site { return true }
            if frame.pointee.depth == depth {
                // The graph of the outermost frame is returned or dropped as a whole.
                return knownSession?.hasUnfinished(site, since: frame.pointee.start, orMember: depth == 1) ?? false
            }
            next = frame.pointee.parent
        }
        return false
    }

    // MARK: The session

    /// The state that the thread's frames share; nil if none of them has needed it.
    static var knownSession: Session? { outermost?.pointee.ownSession }

    /// Returns the state that the thread's frames share, created if necessary. The caller is inside a frame.
    static func session() -> Session {
        if let session = knownSession { return session }
        let session = Session()
        outermost?.pointee.ownSession = session
        return session
    }

    /// The state that this frame shares with others; nil if none of them has needed it.
    var session: Session? {
        if let root { root.pointee.ownSession } else { ownSession }
    }

    private static var outermost: Pointer? { innermost.map { $0.pointee.root ?? $0 } }

    // MARK: Searching

    /// Returns the frame of this thread that creates an instance of a component from equal arguments; nil for none.
    ///
    /// For a prototype, frames outside the innermost shared instance don't count. Otherwise the dependencies of a
    /// shared instance would depend on the first lookup.
    static func constructing(_ site: CallSite, _ arguments: ArgumentKey?) -> Pointer? {
        let address = Unmanaged.passUnretained(site).toOpaque()
        var next = innermost
        while let frame = next {
            if case .constructs = frame.pointee.role {
                if site.isPrototype, frame.pointee.isShared { return nil }
                if frame.pointee.siteReference?.toOpaque() == address,
                    ArgumentKey.areEqual(frame.pointee.arguments, arguments)
                {
                    return frame
                }
            }
            next = frame.pointee.parent
        }
        return nil
    }

    private var isShared: Bool { siteReference?._withUnsafeGuaranteedRef(\.isShared) ?? false }

    /// Returns true if this thread is creating an instance.
    static func isConstructing(_ instance: AnyObject) -> Bool {
        first { $0.instance === instance || $0.processed === instance } != nil
    }

    /// Returns true if this thread is creating an instance in an activation.
    static func isInside(_ activation: ScopeActivation) -> Bool {
        first { $0.role == .constructs && $0.activation === activation } != nil
    }

    /// Returns true if this thread is creating an instance of a context.
    static func isInside(_ core: ContextCore) -> Bool { first { $0.role == .constructs && $0.core === core } != nil }

    /// Returns the innermost frame of this thread that fulfills a condition; nil for none.
    static func first(where condition: (borrowing Frame) -> Bool) -> Pointer? {
        var next = innermost
        while let frame = next {
            if condition(frame.pointee) { return frame }
            next = frame.pointee.parent
        }
        return nil
    }

    /// The innermost construction of this thread.
    static var innermostConstruction: Pointer? {
        first { if case .constructs = $0.role { true } else { false } }
    }

    /// Returns true if the frame constructs an instance of a component.
    func isConstructing(_ site: Unmanaged<CallSite>) -> Bool {
        role == .constructs && siteReference?.toOpaque() == site.toOpaque()
    }

    /// Begins to resolve a parameter for which the boot has chosen one component.
    /// - Returns: The component; nil if the parameter has another source or another type, or does not exist.
    mutating func read(parameter index: Int, of type: Any.Type) -> Unmanaged<CallSite>? {
        guard let siteReference else { return nil }
        readingReference = siteReference._withUnsafeGuaranteedRef { site in
            guard site.arguments.indices.contains(index) else { return nil }
            let argument = site.arguments[index]
            return argument.type == type && argument.target != nil ? .passUnretained(argument) : nil
        }
        return readingReference?._withUnsafeGuaranteedRef(\.target)
    }

    /// Returns true if the frame belongs to a context.
    func isOf(_ core: Unmanaged<ContextCore>) -> Bool { coreReference.toOpaque() == core.toOpaque() }

    /// The constructions of this thread, from the innermost outwards.
    static var constructions: [Pointer] {
        sequence(first: innermost) { $0?.pointee.parent }.prefix { $0 != nil }.compactMap(\.self)
            .filter { $0.pointee.role == .constructs }
    }

    // MARK: The stack

    /// The number of stack bytes reserved for a component's own code, and for the report of an error.
    private static var reserve: Int { 96 * 1024 }

    @inline(never)
    private static func tooDeep() -> IOCError {
        let names = path
        return IOCError(
            .graphTooDeep(depth: names.count),
            path: names.count > 12 ? names.prefix(6) + ["…"] + names.suffix(5) : names)
    }
}
