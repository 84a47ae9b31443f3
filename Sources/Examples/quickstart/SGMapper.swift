import IOC

/// Loads rows for ``SGService``; a subclass can take its place by being named in the file.
class SGMapper: IOCComponent, @unchecked Sendable {
    // Sound: it has no state.
    required init() {}
}
