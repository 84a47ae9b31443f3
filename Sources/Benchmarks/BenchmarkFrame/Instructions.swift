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
    /// The kernel does not count them, for this reason.
    case refused(String)

    /// True if they are counted here.
    package static var here: Instructions {
        let count = ioc_instructions()
        return count < 0 ? .refused(String(cString: strerror(Int32(-count)))) : .counted
    }

    /// The instructions of this thread since it first asked; nil where nobody counts them.
    static var now: Double? {
        let count = ioc_instructions()
        return count < 0 ? nil : Double(count)
    }
}
