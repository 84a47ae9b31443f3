import class Foundation.Thread

/// A thread with little stack, such as servers run their requests on.
enum SmallStack {
    /// Runs `body` on a thread with a small stack, and waits for it.
    static func run(kilobytes: Int = 512, _ body: @escaping @Sendable () throws -> Void) throws {
        let result = Locked<Result<Void, any Error>?>(nil)
        let isThere = Door()
        let thread = Thread {
            let outcome = Result { try body() }
            result.withLock { $0 = outcome }
            isThere.open()
        }
        thread.stackSize = kilobytes * 1024
        thread.start()
        isThere.pass()
        try result.withLock { $0 }?.get()
    }
}
