extension IOCError {
    /// The code with which a program ends for it, as ``ContainerProgram`` does: 69 where a component does not start, 70 where the
    /// program's own code fails otherwise, and 78 for everything else, as that is the configuration's.
    public var exitCode: Int32 {
        let codes = Set(faults.map(\.code))
        if !codes.isDisjoint(with: [.startFailed, .startTimeout, .readyFailed, .readyTimeout, .serviceEnded]) {
            return 69
        }
        let own: Set<Code> = [
            .componentFailed, .constructionTimeout, .stopFailed, .stopTimeout, .serviceFailed, .serviceTimeout,
        ]
        return codes.isDisjoint(with: own) ? 78 : 70
    }
}
