import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Several threads that begin the same work at one moment.
package struct Crew: Sendable {
    private final class Work: Sendable {
        let body: @Sendable () throws -> Void
        let waiting: Atomic<Int>
        private let error = Mutex<(any Error)?>(nil)

        init(count: Int, body: @escaping @Sendable () throws -> Void) {
            self.body = body
            waiting = Atomic(count)
        }

        func run() {
            waiting.subtract(1, ordering: .acquiringAndReleasing)
            while waiting.load(ordering: .acquiring) > 0 { sched_yield() }
            do {
                try body()
            } catch let failure {
                error.withLock { $0 = failure }
            }
        }

        func check() throws {
            if let error = error.withLock({ $0 }) { throw error }
        }
    }

    private let count: Int

    package init(_ count: Int) { self.count = count }

    /// The number of processors the threads can have.
    private var processors: Int { max(1, min(count, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    /// The cost of `body` on a thread while all threads run it at once.
    ///
    /// Of one thread it is the thread's processor time. Of several it is the time that passes from the moment when all are
    /// there until the last has finished; where they outnumber the processors, the share of it that each can have.
    package func time(_ body: @escaping @Sendable () throws -> Void) throws -> Cost {
        if count == 1 { return try Clock.thread.time(body) }
        let work = Work(count: count + 1, body: body)
        var threads: [pthread_t] = []
        for _ in 0..<count {
            #if canImport(Darwin)
            var thread: pthread_t?
            #else
            var thread = pthread_t()
            #endif
            let argument = Unmanaged.passRetained(work).toOpaque()
            #if canImport(Darwin)
            let status = pthread_create(&thread, nil, { Crew.enter($0) }, argument)
            if status == 0, let thread { threads.append(thread) }
            #else
            let status = pthread_create(&thread, nil, { Crew.enter($0!) }, argument)
            if status == 0 { threads.append(thread) }
            #endif
            precondition(status == 0, "no further thread can be made")
        }
        work.waiting.subtract(1, ordering: .acquiringAndReleasing)
        while work.waiting.load(ordering: .acquiring) > 0 { sched_yield() }
        let begin = Clock.wall.now
        for thread in threads { pthread_join(thread, nil) }
        let time = Clock.wall.now - begin
        try work.check()
        return Cost(nanoseconds: time * Double(processors) / Double(count))
    }

    private static func enter(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        // Sound: the argument is the work that `time` retained for this thread.
        Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
        return nil
    }
}
