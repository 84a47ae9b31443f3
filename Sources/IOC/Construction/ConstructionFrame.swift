import CSwiftRuntime
import IOCModel

/// What one thread is building, from the innermost construction outwards: lives on the stack, found through one
/// thread-local word.
struct ConstructionFrame {
    // Sound: a frame lives inside the call that builds, which holds all it refers to.
    unowned(unsafe) let core: ContextCore
    unowned(unsafe) let definition: RegisteredDefinition
    let arguments: ArgumentKey?
    let parent: UnsafeMutablePointer<ConstructionFrame>?
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

    static var innermost: UnsafeMutablePointer<ConstructionFrame>? {
        ioc_get_thread_frame()?.assumingMemoryBound(to: ConstructionFrame.self)
    }

    /// Runs `body` inside a new innermost frame; the outermost one ends the graph that was built.
    static func push<Result>(
        _ core: ContextCore, _ definition: RegisteredDefinition, _ arguments: ArgumentKey?,
        _ body: (UnsafeMutablePointer<ConstructionFrame>) throws -> Result
    ) throws -> Result {
        let parent = innermost
        var frame = ConstructionFrame(
            core: core, definition: definition, arguments: arguments, parent: parent,
            depth: (parent?.pointee.depth ?? 0) + 1)
        if ioc_remaining_stack() < reserve { throw IOCError(tooDeep(frame)) }
        return try withUnsafeMutablePointer(to: &frame) { pointer in
            ioc_set_thread_frame(pointer)
            defer { ioc_set_thread_frame(parent) }
            let result = try body(pointer)
            if parent == nil { try pointer.pointee.outermostSession?.end() }
            return result
        }
    }

    private init(
        core: ContextCore, definition: RegisteredDefinition, arguments: ArgumentKey?,
        parent: UnsafeMutablePointer<ConstructionFrame>?, depth: Int
    ) {
        self.core = core
        self.definition = definition
        self.arguments = arguments
        self.parent = parent
        self.depth = depth
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

    private static var outermost: UnsafeMutablePointer<ConstructionFrame>? {
        var frame = innermost
        while let parent = frame?.pointee.parent { frame = parent }
        return frame
    }

    /// Bytes of stack that a component's own code, and the report of an error, may still need.
    private static let reserve = 96 * 1024

    private static func tooDeep(_ frame: ConstructionFrame) -> Fault {
        var fault = Fault(.graphTooDeep(depth: frame.depth))
        let names = path(from: frame.parent) + [frame.definition.facts.name]
        fault.path = names.count > 12 ? names.prefix(6) + ["…"] + names.suffix(5) : names
        return fault
    }

    /// The names of what is being built, outermost first.
    static func path(from frame: UnsafeMutablePointer<ConstructionFrame>? = innermost) -> [String] {
        frames(from: frame).reversed().map(\.pointee.definition.facts.name)
    }

    /// The frames from the innermost outwards.
    static func frames(
        from frame: UnsafeMutablePointer<ConstructionFrame>? = innermost
    ) -> [UnsafeMutablePointer<ConstructionFrame>] {
        var result: [UnsafeMutablePointer<ConstructionFrame>] = []
        var next = frame
        while let current = next {
            result.append(current)
            next = current.pointee.parent
        }
        return result
    }

    /// The frame of this thread that builds `definition` from equal arguments, if one does.
    static func building(
        _ definition: RegisteredDefinition, _ arguments: ArgumentKey?
    ) -> UnsafeMutablePointer<ConstructionFrame>? {
        var next = innermost
        while let current = next {
            if current.pointee.definition === definition, ArgumentKey.areEqual(current.pointee.arguments, arguments) {
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
            if frame.pointee.definition === definition { break }
        }
        return steps.reversed()
    }
}

extension AnyInjectionCell {
    /// The property's name; known once the owner is bound.
    fileprivate var propertyName: String? { binding.map { _ in facts(wanted: Never.self).property } }
}
