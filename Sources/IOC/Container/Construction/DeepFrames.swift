/// The frames further in than a few, by what they build: finding one takes no longer the deeper a construction is.
struct DeepFrames {
    /// So many frames are gone through faster than one is looked up.
    static var limit: Int { 16 }

    /// The last frame that is gone through.
    private(set) var last: ConstructionFrame.Pointer?
    private var frames: [InstanceKey: ConstructionFrame.Pointer] = [:]

    /// - Returns: The frame whose place this one takes, which is further out.
    mutating func enter(_ frame: ConstructionFrame.Pointer) -> ConstructionFrame.Pointer? {
        if frame.pointee.depth == Self.limit + 1 { last = frame.pointee.parent }
        return frames.updateValue(frame, forKey: frame.pointee.key)
    }

    mutating func leave(_ frame: ConstructionFrame.Pointer, to outer: ConstructionFrame.Pointer?) {
        frames[frame.pointee.key] = outer
    }

    subscript(key: InstanceKey) -> ConstructionFrame.Pointer? { frames[key] }
}

extension ConstructionFrame {
    fileprivate var key: InstanceKey { InstanceKey(definition, arguments) }
}
