import Foundation

/// A thread with little stack.
enum SmallStack {
    /// Runs `body` on a thread and waits for it. By default, the stack is as large as on the threads of servers.
    static func run(kilobytes: Int = 512, _ body: @escaping @Sendable () throws -> Void) throws {
        let result = Locked<Result<Void, any Error>?>(nil)
        let isThere = DispatchSemaphore(value: 0)
        let thread = Thread {
            let outcome = Result { try body() }
            result.withLock { $0 = outcome }
            isThere.signal()
        }
        thread.stackSize = kilobytes * 1024
        thread.start()
        isThere.wait()
        try result.withLock { $0 }?.get()
    }
}
