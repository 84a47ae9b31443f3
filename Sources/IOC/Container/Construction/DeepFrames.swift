/// The frames further in than a few, by what they build: finding one takes no longer the deeper a construction is.
struct DeepFrames {
    /// The depth up to which going through the frames is faster than a look-up.
    static var limit: Int { 16 }

    /// The last frame that is gone through.
    private(set) var last: ConstructionFrame.Pointer?
    /// The frames of equal keys, outermost first.
    private var frames: [InstanceKey: [ConstructionFrame.Pointer]] = [:]

    mutating func enter(_ frame: ConstructionFrame.Pointer, _ key: InstanceKey) {
        if frame.pointee.depth == Self.limit + 1 { last = frame.pointee.parent }
        frames[key, default: []].append(frame)
    }

    mutating func leave(_ key: InstanceKey) {
        if frames[key]?.count == 1 { frames[key] = nil } else { frames[key]?.removeLast() }
    }

    /// The frames that may build from equal arguments, innermost first.
    subscript(key: InstanceKey) -> ReversedCollection<[ConstructionFrame.Pointer]> { (frames[key] ?? []).reversed() }
}
