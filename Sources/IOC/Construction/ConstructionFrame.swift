import CSwiftRuntime
import IOCModel

/// What one thread is building, from the innermost construction outwards: lives on the stack, found through one
/// thread-local word.
struct ConstructionFrame: ~Copyable {
    typealias Pointer = UnsafeMutablePointer<ConstructionFrame>

    // Unmanaged, as counting references would cost more than the rest of a frame; the call that builds holds them all.
    private let coreReference: Unmanaged<ContextCore>
    private let definitionReference: Unmanaged<RegisteredDefinition>
    private let argumentsReference: Unmanaged<ArgumentKey>?
    let parent: Pointer?
    /// The frame of the outermost construction; nil in that one itself.
    private let root: Pointer?
    let depth: Int
    /// What all frames from the outermost on share; kept in the outermost, once somebody needs it.
    private var outermostSession: GraphSession?
    /// The instance, once it is made.
    var instance: Unmanaged<AnyObject>?
    /// The instance after post-processing, once somebody has needed it or it is finished.
    var processed: AnyObject?
    /// What the last lookup inside this construction came to.
    var lastFound: Unmanaged<AnyObject>?
    /// The property that is being resolved while something further is built.
    var reading: Unmanaged<AnyInjectionCell>?
    /// The assembly whose closure this frame is running, and which it keeps alive meanwhile.
    var assembly: UnsafeMutableRawPointer?

    static var innermost: Pointer? { ioc_get_thread_frame()?.assumingMemoryBound(to: ConstructionFrame.self) }

    // Sound: a frame lives inside the call that builds, which holds all it refers to.
    var core: ContextCore { coreReference.takeUnretainedValue() }
    var definition: RegisteredDefinition { definitionReference.takeUnretainedValue() }
    var arguments: ArgumentKey? { argumentsReference?.takeUnretainedValue() }

    func isIn(_ core: ContextCore) -> Bool {
        coreReference.toOpaque() == Unmanaged.passUnretained(core).toOpaque()
    }

    func builds(_ definition: RegisteredDefinition) -> Bool {
        definitionReference.toOpaque() == Unmanaged.passUnretained(definition).toOpaque()
    }

    /// Remembers a dependency that a lookup during this construction showed.
    func observe(_ target: RegisteredDefinition) {
        definitionReference._withUnsafeGuaranteedRef { $0.observed.insert(target.index) }
    }

    /// Runs `body` inside a new innermost frame; the outermost one ends the graph that was built.
    @inline(__always)
    static func push<Result>(
        _ core: ContextCore, _ definition: RegisteredDefinition, _ arguments: ArgumentKey?,
        _ body: (Pointer) throws -> Result
    ) throws -> Result {
        let parent = innermost
        var frame = ConstructionFrame(core, definition, arguments, parent)
        if ioc_remaining_stack() < reserve { throw tooDeep(core, definition, parent) }
        return try withUnsafeMutablePointer(to: &frame) { pointer in
            ioc_set_thread_frame(pointer)
            defer { ioc_set_thread_frame(parent) }
            let result = try body(pointer)
            if parent == nil, let session = pointer.pointee.outermostSession { try session.end() }
            return result
        }
    }

    @inline(__always)
    private init(
        _ core: ContextCore, _ definition: RegisteredDefinition, _ arguments: ArgumentKey?, _ parent: Pointer?
    ) {
        coreReference = .passUnretained(core)
        definitionReference = .passUnretained(definition)
        argumentsReference = arguments.map(Unmanaged.passUnretained)
        self.parent = parent
        if let parent {
            root = parent.pointee.root ?? parent
            depth = parent.pointee.depth + 1
        } else {
            root = nil
            depth = 1
        }
    }

    /// What this frame shares with all around it, if anything is shared yet.
    static var knownSession: GraphSession? { outermost?.pointee.outermostSession }

    /// What this frame shares with all around it.
    static func session() -> GraphSession {
        guard let outermost else { return GraphSession() }
        if let session = outermost.pointee.outermostSession { return session }
        let session = GraphSession()
        outermost.pointee.outermostSession = session
        return session
    }

    private static var outermost: Pointer? { innermost.map { $0.pointee.root ?? $0 } }

    /// Bytes of stack that a component's own code, and the report of an error, may still need.
    private static var reserve: Int { 96 * 1024 }

    @inline(never)
    private static func tooDeep(
        _ core: ContextCore, _ definition: RegisteredDefinition, _ parent: Pointer?
    ) -> IOCError {
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

    /// The frame of this thread that builds `definition` from equal arguments, if one does.
    static func building(_ definition: RegisteredDefinition, _ arguments: ArgumentKey?) -> Pointer? {
        var next = innermost
        while let current = next {
            if current.pointee.builds(definition), ArgumentKey.areEqual(current.pointee.arguments, arguments) {
                return current
            }
            next = current.pointee.parent
        }
        return nil
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

extension AnyInjectionCell {
    /// The property's name; known once the owner is bound.
    fileprivate var propertyName: String? { binding.map { _ in facts(wanted: Never.self).property } }
}
