import CSwiftRuntime
import IOCModel

/// The end of a construction: a shared instance is published once nothing that it may hold can fail any more.
///
/// `lowLink` is the low link of R. Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1 (1972): the
/// instances that hold each other unfinished form a component of the graph, and are published with its outermost one.
extension ConstructionFrame {
    /// Publishes what the construction has finished, or leaves that to one further out.
    /// - Throws: The error of another thread's construction whose instance this outermost one has got.
    @inline(never)
    static func conclude(_ frame: Pointer) throws {
        let thread = ioc_thread_id()
        let depth = frame.pointee.depth
        var lowLink = frame.pointee.lowLink
        frame.pointee.withSlot { slot, waits in
            let serial = nextSerial()
            lowLink = slot.group.finish(slot, thread, depth: depth, lowLink: lowLink, serial: serial, waits)
            if lowLink < depth { session().unpublished.append(GraphSession.Unpublished(slot: slot, serial: serial)) }
        }
        if lowLink >= depth {
            if lowLink == depth {
                knownSession?.publishUnpublished(since: frame.pointee.firstSerial, thread, frame.pointee.maker.waits)
            }
            return
        }
        if lowLink == 0 {
            session().releaseUnpublished(since: frame.pointee.firstSerial, thread, frame.pointee.maker.waits)
        }
        if let parent = frame.pointee.parent {
            parent.pointee.readUnfinished(lowLink)
        } else {
            try settle(frame, thread)
        }
    }

    /// Waits for what other threads have to say, then publishes everything or nothing.
    private static func settle(_ frame: Pointer, _ thread: UInt) throws {
        let session = session()
        do {
            try session.settle(in: frame.pointee.maker.waits, timeout: frame.pointee.maker.registry.constructionTimeout)
        } catch {
            session.dropUnpublished(since: 0, thread, error, frame.pointee.maker.waits)
            throw error
        }
        session.publishUnpublished(since: 0, thread, frame.pointee.maker.waits)
    }

    /// Forgets a failed construction, and whatever was finished inside it that may hold the failed instance.
    @inline(never)
    static func fail(_ frame: Pointer, _ error: any Error) {
        let thread = ioc_thread_id()
        if let session = knownSession {
            session.fail(frame)
            session.dropUnpublished(since: frame.pointee.firstSerial, thread, error, frame.pointee.maker.waits)
        }
        if let slot = frame.pointee.slot {
            slot.group.drop(slot, thread, leaving: true, error, frame.pointee.maker.waits)
        }
    }
}

extension GraphSession {
    fileprivate func publishUnpublished(since firstSerial: Int, _ thread: UInt, _ waits: WaitGraph) {
        for entry in takeUnpublished(since: firstSerial) {
            entry.slot.group.publish(entry.slot, thread, leaving: entry.publication == nil, waits)
        }
    }

    fileprivate func dropUnpublished(since firstSerial: Int, _ thread: UInt, _ error: any Error, _ waits: WaitGraph) {
        for entry in takeUnpublished(since: firstSerial).reversed() {
            entry.slot.group.drop(entry.slot, thread, leaving: entry.publication == nil, error, waits)
        }
    }

    /// Takes what was finished since a construction began, in that order.
    private func takeUnpublished(since firstSerial: Int) -> [Unpublished] {
        let first = unpublished.firstIndex { $0.serial > firstSerial } ?? unpublished.endIndex
        defer { unpublished.removeSubrange(first...) }
        return Array(unpublished[first...])
    }

    /// Lets other threads have what was finished since a construction began, which they get with its publication.
    fileprivate func releaseUnpublished(since firstSerial: Int, _ thread: UInt, _ waits: WaitGraph) {
        for index in unpublished.indices
        where unpublished[index].serial > firstSerial && unpublished[index].publication == nil {
            let slot = unpublished[index].slot
            unpublished[index].publication = slot.group.release(slot, thread, waits)
        }
    }

    /// Waits until what the lookup has got from other threads stays.
    fileprivate func settle(in waits: WaitGraph, timeout: Duration) throws {
        let awaited = exchange(&awaited, with: [])
        if !awaited.isEmpty { try waits.settle(unpublished.compactMap(\.publication), awaited, timeout: timeout) }
    }
}
