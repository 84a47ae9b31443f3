import Synchronization

/// Items, each of which is lent to one user at a time. A task that finds no free item waits without blocking a thread.
package final class WaitingLine<Item: Sendable>: Sendable {
    private struct State {
        var free: [Item]
        /// The waiting tasks, in the order in which they came.
        var waiting: [(id: UInt64, waiter: CheckedContinuation<Item, any Error>)] = []
        /// The tasks that were cancelled before they started to wait.
        var cancelled: Set<UInt64> = []
        var lastID: UInt64 = 0
        /// The error for tasks that find no item: until an item is added, or forever if the line is closed.
        var refusal: (any Error)?
        var isClosed = false
    }

    private let state: Mutex<State>

    package init(_ items: [Item]) { state = Mutex(State(free: items)) }

    /// The number of tasks that wait.
    package var waitingCount: Int { state.withLock(\.waiting.count) }

    /// Borrows an item; give it back with ``giveBack(_:)``.
    /// - Throws: `CancellationError` if the task is cancelled while it waits, or the error that ``refuse(_:)`` or
    ///   ``close(_:)`` was given.
    package func borrow() async throws -> Item {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        defer { state.withLock { _ = $0.cancelled.remove(id) } }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                let result: Result<Item, any Error>? = state.withLock { state in
                    if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
                    if let item = state.free.popLast() { return .success(item) }
                    if let refusal = state.refusal { return .failure(refusal) }
                    state.waiting.append((id, waiter))
                    return nil
                }
                if let result { waiter.resume(with: result) }
            }
        } onCancel: {
            cancel(id)
        }
    }

    private func cancel(_ id: UInt64) {
        let waiter = state.withLock { state -> CheckedContinuation<Item, any Error>? in
            guard let index = state.waiting.firstIndex(where: { $0.id == id }) else {
                state.cancelled.insert(id)
                return nil
            }
            return state.waiting.remove(at: index).waiter
        }
        waiter?.resume(throwing: CancellationError())
    }

    /// Gives a borrowed or a new item to the task that waits longest, or keeps it.
    /// - Returns: False if the line is closed. The caller keeps the item then.
    @discardableResult
    package func giveBack(_ item: Item) -> Bool {
        let (waiter, isTaken) = state.withLock { state -> (CheckedContinuation<Item, any Error>?, Bool) in
            if state.isClosed { return (nil, false) }
            state.refusal = nil
            if !state.waiting.isEmpty { return (state.waiting.removeFirst().waiter, true) }
            state.free.append(item)
            return (nil, true)
        }
        waiter?.resume(returning: item)
        return isTaken
    }

    /// Fails the waiting tasks with an error. Until an item is added, later tasks that find no item fail, too.
    package func refuse(_ reason: any Error) { _ = refuse(reason, forGood: false) }

    /// Fails all waiting and later tasks with an error.
    /// - Returns: The items that were not borrowed.
    package func close(_ reason: any Error) -> [Item] { refuse(reason, forGood: true) }

    private func refuse(_ reason: any Error, forGood isClosing: Bool) -> [Item] {
        let (free, waiting) = state.withLock { state in
            let result = (isClosing ? state.free : [], state.waiting.map(\.waiter))
            if isClosing { state.free = [] }
            state.waiting = []
            if !state.isClosed { state.refusal = reason }
            state.isClosed = state.isClosed || isClosing
            return result
        }
        for waiter in waiting { waiter.resume(throwing: reason) }
        return free
    }
}
