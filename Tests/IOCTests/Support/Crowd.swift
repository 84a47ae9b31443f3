import Synchronization

/// Counts the visitors that are inside at the same time.
final class Crowd: Sendable {
    private let count = Mutex((now: 0, most: 0, all: 0))
    var now: Int { count.withLock { $0.now } }
    var most: Int { count.withLock { $0.most } }
    var all: Int { count.withLock { $0.all } }

    func enter() {
        count.withLock {
            $0.all += 1
            $0.now += 1
            $0.most = max($0.most, $0.now)
        }
    }

    func leave() { count.withLock { $0.now -= 1 } }
}
