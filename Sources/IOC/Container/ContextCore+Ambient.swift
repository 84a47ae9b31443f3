import IOCModel

extension ContextCore {
    /// The core for a wrapper that no context bound: never boots the shared context.
    static func ambient(for point: @autoclosure () -> InjectionPointFacts) throws -> ContextCore {
        if let frame = ConstructionFrame.innermost { return frame.pointee.maker.core }
        if let context = ApplicationContext.taskContext ?? SharedContext.process.ready { return context.core }
        var fault = Fault(.contextMissing)
        let point = point()
        fault.point = point
        fault.wanted = TypeName.written(TypeIdentity.type(point.wanted))
        throw IOCError(fault)
    }
}

extension ApplicationContext {
    /// The context that ``withCurrent(_:operation:)`` has set.
    @TaskLocal static var taskContext: ApplicationContext?
}
