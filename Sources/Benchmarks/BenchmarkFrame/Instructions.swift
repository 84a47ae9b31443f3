import CMeasure

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The instructions that this thread executes, which neither the allocator nor a busy machine changes.
package enum Instructions: Equatable, Sendable {
    case counted
    /// The kernel does not count them, but lets a process be stepped through.
    case stepped
    /// Neither, for this reason.
    case refused(String)

    /// The way in which they are counted here.
    package static var here: Instructions {
        let count = ioc_instructions()
        if count >= 0 { return .counted }
        if stepped(through: { Clock.thread.time {} }) != nil { return .stepped }
        return .refused(String(cString: strerror(Int32(-count))))
    }

    /// The instructions of this thread since it first asked; nil where nobody counts them.
    static var now: Double? {
        let count = ioc_instructions()
        return count < 0 ? nil : Double(count)
    }

    /// Counts the instructions that some work takes, by going through them one by one in a copy of this process.
    /// - Parameters:
    ///   - limit: The most instructions that are gone through, as each may take a hundred microseconds.
    ///   - work: The work; what it does by the clock of its thread is counted.
    /// - Returns: Nil where nothing is done by that clock, where it takes more than the limit or half a minute, and where no
    ///   process may be stepped through.
    package static func stepped(limit: Int = 100_000, through work: @escaping () throws -> Cost) -> Double? {
        final class Work {
            let body: () throws -> Cost
            init(_ body: @escaping () throws -> Cost) { self.body = body }
        }
        let context = Work(work)
        return withExtendedLifetime(context) {
            let count = ioc_steps(
                // Sound: the context is kept until the copy has ended.
                { _ = try? Unmanaged<Work>.fromOpaque($0!).takeUnretainedValue().body() },
                Unmanaged.passUnretained(context).toOpaque(), Int64(limit), 30)
            return count < 0 ? nil : Double(count)
        }
    }
}
