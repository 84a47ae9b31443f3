import Dispatch
import IOCBase
import IOCModel

/// The fate of a shared instance that other threads have got before it was published.
final class Publication: @unchecked Sendable {
    // Sound: the state is reached under the wait graph's mutex only.

    fileprivate enum State {
        /// Its construction, or one around it, is still running.
        case open
        /// It is finished, and stays if what it may hold does.
        case settling(Settlement)
        case stays
        case failed(any Error)
    }

    fileprivate var state = State.open
    let waits: WaitGraph

    init(_ waits: WaitGraph) { self.waits = waits }

    func stays() { waits.decide(self, .stays) }
    func fails(_ error: any Error) { waits.decide(self, .failed(error)) }
}

/// All that one outermost lookup has finished and can't publish yet, as it may hold what other threads have not finished.
private final class Settlement: @unchecked Sendable {
    // Sound: reached under the wait graph's mutex only.
    let own: [Publication]
    let awaited: [AwaitedPublication]
    let wake = DispatchSemaphore(value: 0)

    init(own: [Publication], awaited: [AwaitedPublication]) {
        self.own = own
        self.awaited = awaited
    }
}

extension WaitGraph {
    /// The settlements that wait for a publication.
    final class Settlements {
        fileprivate var waiting: [Settlement] = []

        fileprivate func wakeAll() {
            for settlement in waiting { settlement.wake.signal() }
        }
    }

    fileprivate func decide(_ publication: Publication, _ state: Publication.State) {
        settlements.withLock { settlements in
            publication.state = state
            settlements.wakeAll()
        }
    }

    /// Waits until everything stays that an outermost lookup has got from other threads.
    ///
    /// Lookups on several threads that hold each other's instances wait for each other: once all of them have finished
    /// their part, all stay.
    /// - Parameters:
    ///   - own: The publications of what the lookup has finished, for which other threads may be waiting.
    ///   - awaited: The publications that the lookup waits for.
    /// - Throws: The error with which the first one failed; `construction-timeout` where one takes too long.
    func settle(_ own: [Publication], _ awaited: [AwaitedPublication], timeout: Duration) throws {
        let settlement = Settlement(own: own, awaited: awaited)
        let deadline = DispatchTime.now() + timeout.dispatchInterval
        settlements.withLock { settlements in
            settlements.waiting.append(settlement)
            for publication in own { publication.state = .settling(settlement) }
            settlements.wakeAll()
        }
        defer { settlements.withLock { $0.waiting.removeAll { $0 === settlement } } }
        var isLate = false
        while true {
            // Time that has run out decides nothing by itself: another lookup may have settled this one meanwhile.
            let verdict = settlements.withLock { settlements in
                let verdict = settlements.verdict(on: settlement)
                guard isLate, case .open(let awaited) = verdict else { return verdict }
                let error = IOCError(Fault(.constructionTimeout(component: awaited.name, seconds: timeout.seconds)))
                settlements.fail(settlement, error)
                return .failed(awaited, error)
            }
            switch verdict {
            case .stays: return
            case .failed(let awaited, let error): throw Self.error(error, of: awaited)
            case .open: isLate = settlement.wake.wait(timeout: deadline) == .timedOut
            }
        }
    }

    /// The error of another thread's construction, with the way to it on this thread.
    private static func error(_ error: any Error, of awaited: AwaitedPublication) -> any Error {
        guard let error = error as? IOCError else { return error }
        return IOCError(
            error.faults.map { fault in
                var fault = fault
                let rest = fault.path.firstIndex(of: awaited.name).map { fault.path[$0...] } ?? [awaited.name]
                fault.path = awaited.path + rest
                return fault
            })
    }
}

private enum Verdict {
    case stays
    case failed(AwaitedPublication, any Error)
    case open(AwaitedPublication)
}

extension WaitGraph.Settlements {
    /// Returns the verdict on a settlement now. Where nothing is open, it decides the settlement and those that it holds.
    fileprivate func verdict(on settlement: Settlement) -> Verdict {
        var seen = [settlement]
        var known: Set<ObjectIdentifier> = [ObjectIdentifier(settlement)]
        var open: AwaitedPublication?
        var next = 0
        while next < seen.count {
            for awaited in seen[next].awaited {
                switch awaited.publication.state {
                case .stays: break
                case .open: open = open ?? awaited
                case .failed(let error):
                    fail(settlement, error)
                    return .failed(awaited, error)
                case .settling(let other):
                    if known.insert(ObjectIdentifier(other)).inserted { seen.append(other) }
                }
            }
            next += 1
        }
        if let open { return .open(open) }
        for publication in seen.flatMap(\.own) { publication.state = .stays }
        wakeAll()
        return .stays
    }

    fileprivate func fail(_ settlement: Settlement, _ error: any Error) {
        for publication in settlement.own { publication.state = .failed(error) }
        wakeAll()
    }
}
