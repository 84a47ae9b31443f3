#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Times as the database stores them: texts that sort in the order of time.
package enum Timestamp {
    /// The current time.
    package static var now: String { Date().ISO8601Format(.init(includingFractionalSeconds: true)) }
}
