import CSwiftRuntime
import IOCModel

/// Frees components that hold each other through their wrapped properties once their context is gone.
///
/// Trial deletion (D. Bacon, V. Rajan, "Concurrent Cycle Collection in Reference Counted Systems", 2001), over wrapped
/// properties: where all references to a cycle's members come from its own cells, nobody outside can reach it or read
/// it, and the cells are emptied. A cycle that somebody still holds is looked at again whenever a context comes or goes.
enum CycleReclaimer {
    /// The members of one cycle, each retained once.
    private struct Cycle: @unchecked Sendable {
        // Sound: owned by whoever took it out of `pending`.
        var members: [Unmanaged<AnyObject>]
        var cells: [AnyInjectionCell]
    }

    private static let pending = Guarded<[Cycle]>([])

    /// Finds the cycles among instances and what they hold.
    /// - Parameters:
    ///   - roots: Instances that the container is about to let go.
    ///   - plan: The plan of a class, if it has one.
    static func watch(_ roots: [AnyObject], plan: (AnyClass) -> InjectionPlan?) {
        let found = cycles(among: roots, plan: plan)
        pending.withLock { $0 += found }
    }

    /// Frees the cycles that nobody else holds, or no longer does.
    static func reclaimPending() {
        let cycles = pending.withLock { pending in
            defer { pending = [] }
            return pending
        }
        var kept: [Cycle] = []
        for cycle in cycles {
            if isHeldOutside(cycle) {
                kept.append(cycle)
            } else {
                for cell in cycle.cells { cell.clear() }
                for member in cycle.members { member.release() }
            }
        }
        if !kept.isEmpty { pending.withLock { $0 += kept } }
    }

    private static func isHeldOutside(_ cycle: Cycle) -> Bool {
        var expected: [UnsafeMutableRawPointer: UInt] = [:]
        for member in cycle.members { expected[member.toOpaque()] = 1 }
        for cell in cycle.cells {
            for object in cell.heldObjects() { expected[object.toOpaque()]? += 1 }
        }
        return expected.contains { swift_retainCount($0.key) > $0.value }
    }

    private static func cycles(among roots: [AnyObject], plan: (AnyClass) -> InjectionPlan?) -> [Cycle] {
        var objects = roots
        var index: [ObjectIdentifier: Int] = [:]
        for (number, root) in roots.enumerated() { index[ObjectIdentifier(root)] = number }
        var successors: [[Int]] = []
        var cells: [[AnyInjectionCell]] = []
        while successors.count < objects.count {
            let object = objects[successors.count]
            let own = plan(type(of: object))?.cells(of: object) ?? []
            var held: [Int] = []
            for cell in own {
                for unmanaged in cell.heldObjects() {
                    let target = unmanaged.takeUnretainedValue()
                    if let known = index[ObjectIdentifier(target)] {
                        held.append(known)
                    } else if plan(type(of: target)) != nil {
                        index[ObjectIdentifier(target)] = objects.count
                        held.append(objects.count)
                        objects.append(target)
                    }
                }
            }
            successors.append(held)
            cells.append(own)
        }
        let walk = GraphWalk(successors: successors)
        return walk.groups.filter(walk.isCycle).map { group in
            Cycle(members: group.map { Unmanaged.passRetained(objects[$0]) }, cells: group.flatMap { cells[$0] })
        }
    }
}
