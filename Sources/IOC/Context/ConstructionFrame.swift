import CSwiftRuntime
import IOCModel

/// What one thread is building, from the innermost construction outwards: lives on the stack, found through one
/// thread-local word.
struct ConstructionFrame {
    // Sound: a frame lives inside the call that builds, which holds all it refers to.
    unowned(unsafe) let core: ContextCore
    unowned(unsafe) let definition: RegisteredDefinition
    let parent: UnsafeMutablePointer<ConstructionFrame>?
    let depth: Int
    /// The instance, once its `init()` has returned.
    var instance: Unmanaged<AnyObject>?
    /// The property that is being resolved while something further is built.
    var reading: Unmanaged<AnyInjectionCell>?

    static var innermost: UnsafeMutablePointer<ConstructionFrame>? {
        ioc_get_thread_frame()?.assumingMemoryBound(to: ConstructionFrame.self)
    }

    /// Runs `body` inside a new innermost frame.
    static func push<Result>(
        _ core: ContextCore, _ definition: RegisteredDefinition, instance: AnyObject? = nil,
        _ body: (UnsafeMutablePointer<ConstructionFrame>) throws -> Result
    ) throws -> Result {
        let parent = innermost
        var frame = ConstructionFrame(
            core: core, definition: definition, parent: parent, depth: (parent?.pointee.depth ?? 0) + 1,
            instance: instance.map(Unmanaged.passUnretained), reading: nil)
        if ioc_remaining_stack() < reserve { throw IOCError(tooDeep(frame)) }
        return try withUnsafeMutablePointer(to: &frame) { pointer in
            ioc_set_thread_frame(pointer)
            defer { ioc_set_thread_frame(parent) }
            return try body(pointer)
        }
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

    /// The frame of this thread that builds `definition`, if one does.
    static func building(_ definition: RegisteredDefinition) -> UnsafeMutablePointer<ConstructionFrame>? {
        var next = innermost
        while let current = next {
            if current.pointee.definition === definition { return current }
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
