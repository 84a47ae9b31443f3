#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Moments as the database keeps them: texts that sort as the moments do.
package enum Timestamp {
    /// This moment.
    package static var now: String { Date().ISO8601Format(.init(includingFractionalSeconds: true)) }
}
