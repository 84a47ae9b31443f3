/// The state that the frames of one thread share: finished instances that can't be published yet, deferred injections,
/// and the object graph.
///
/// If a frame fails, everything unfinished that was added since the frame began is removed.
final class Session {
    /// The lengths of the lists when a frame begins.
    struct Lengths {
        var pending = 0
        var deferred = 0
        var members = 0
    }

    /// An instance of the object graph.
    private struct Member {
        let site: CallSite
        let arguments: ArgumentKey?
        let instance: AnyObject
        /// The depth of the outermost frame whose unfinished instance it may refer to; `Int.max` for none.
        var mark: Int
    }

    /// Finished shared instances that may refer to an unfinished one. The thread holds the locks of their keepers.
    private var pending: [(keeper: SingletonKeeper, site: CallSite)] = []
    /// The deferred injections, each with the depth of the frame whose instance it waits for.
    private var deferred: [(depth: Int, resume: () throws -> Void)] = []
    private var members: [Member] = []
    private var memberIndex: [InstanceKey: [Int]] = [:]
    /// Properties that lead to members of the object graph. They are filled before the graph is returned.
    private var unfilled: [(instance: AnyObject, cells: [AnyInjectionCell])] = []
    private var completions: [() throws -> Void] = []
    /// The depth of the frame whose initializer had not returned when a lookup needed its instance.
    var uncreatedDepth: Int?

    var lengths: Lengths { Lengths(pending: pending.count, deferred: deferred.count, members: members.count) }

    // MARK: Pending instances

    func append(_ instance: AnyObject, in keeper: SingletonKeeper, of site: CallSite, mark: Int) {
        keeper.unpublished = .pending(instance, mark: mark)
        pending.append((keeper, site))
    }

    /// Records that all unfinished instances that were added since a frame began may refer to the unfinished instance
    /// of the frame at a depth.
    func mark(_ depth: Int, since start: Lengths) {
        for entry in pending[start.pending...] {
            if case .pending(let instance, let mark) = entry.keeper.unpublished, mark > depth {
                entry.keeper.unpublished = .pending(instance, mark: depth)
            }
        }
        for index in members.indices[start.members...] where members[index].mark != .max {
            members[index].mark = min(members[index].mark, depth)
        }
    }

    /// Publishes all pending instances that were added since a frame began.
    func publish(since start: Lengths) {
        for index in members.indices[min(start.members, members.count)...] { members[index].mark = .max }
        guard start.pending < pending.count else { return }
        let entries = pending[start.pending...]
        pending.removeSubrange(start.pending...)
        for entry in entries {
            if case .pending(let instance, _) = entry.keeper.unpublished { entry.keeper.publish(instance) }
        }
        for entry in entries { entry.keeper.lock.unlock(for: entry.site) }
    }

    /// Drops all instances that were added since a frame began and that may refer to an unfinished one.
    func drop(since start: Lengths) {
        let dropped = pending[min(start.pending, pending.count)...].reversed()
        pending.removeSubrange(min(start.pending, pending.count)...)
        let formerDeferred = deferred[min(start.deferred, deferred.count)...]
        deferred.removeSubrange(min(start.deferred, deferred.count)...)
        let formerMembers = members
        members = members.prefix(start.members) + members.dropFirst(start.members).filter { $0.mark == .max }
        if members.count < formerMembers.count { reindex() }
        let instances = dropped.map { $0.keeper.drop() }
        for entry in dropped { entry.keeper.lock.unlock(for: entry.site) }
        // Released last, because a `deinit` may call the container.
        withExtendedLifetime((instances, formerDeferred, formerMembers)) {}
    }

    /// Returns true if an unfinished instance of a component was added since a frame began.
    /// - Parameter isWhole: True if finished members of the graph count as well.
    func hasUnfinished(_ site: CallSite, since start: Lengths, orMember isWhole: Bool) -> Bool {
        pending.dropFirst(start.pending).contains { $0.site === site }
            || members.dropFirst(start.members).contains {
                $0.site === site && (isWhole || $0.mark != .max)
            }
    }

    // MARK: Deferred injections

    /// Registers an injection to run after the construction at a depth has created its instance.
    func deferInjection(until depth: Int, _ resume: @escaping () throws -> Void) {
        deferred.append((depth, resume))
    }

    /// Runs the injections that wait for the construction at a depth, which has created its instance now.
    func resumeInjections(at depth: Int) throws {
        while let next = deferred.firstIndex(where: { $0.depth == depth }) {
            try deferred.remove(at: next).resume()
        }
    }

    // MARK: The object graph

    /// Returns the graph's instance of a component, and the depth of the frame whose unfinished instance it may refer
    /// to; nil if there is none.
    func member(_ site: CallSite, _ arguments: ArgumentKey?) -> (instance: AnyObject, mark: Int)? {
        let indices = memberIndex[InstanceKey(ObjectIdentifier(site), arguments)] ?? []
        return indices.map { members[$0] }.first { ArgumentKey.areEqual($0.arguments, arguments) }
            .map { ($0.instance, $0.mark) }
    }

    /// Adds an instance to the graph.
    /// - Parameter mark: The depth of the outermost frame whose unfinished instance it may refer to; `Int.max` for
    ///   none.
    func add(_ instance: AnyObject, of site: CallSite, _ arguments: ArgumentKey?, mark: Int) {
        members.append(Member(site: site, arguments: arguments, instance: instance, mark: mark))
        memberIndex[InstanceKey(ObjectIdentifier(site), arguments), default: []].append(members.count - 1)
    }

    private func reindex() {
        memberIndex = [:]
        for (index, member) in members.enumerated() {
            let key = InstanceKey(ObjectIdentifier(member.site), member.arguments)
            memberIndex[key, default: []].append(index)
        }
    }

    // MARK: The end

    /// Registers properties to fill before the graph is returned.
    func willFill(_ cells: [AnyInjectionCell], of instance: AnyObject) { unfilled.append((instance, cells)) }

    /// Registers a completion to run at the end of the outermost construction.
    func atEnd(_ completion: @escaping () throws -> Void) { completions.append(completion) }

    /// Fills the registered properties. Then runs the completions, in the order of their registration.
    func end() throws {
        var next = 0
        while next < unfilled.count {
            let (instance, cells) = unfilled[next]
            next += 1
            try withExtendedLifetime(instance) {
                for cell in cells { try cell.fill() }
            }
        }
        let filled = exchange(&unfilled, with: [])
        withExtendedLifetime(filled) {}
        while !completions.isEmpty { try completions.removeFirst()() }
    }
}
