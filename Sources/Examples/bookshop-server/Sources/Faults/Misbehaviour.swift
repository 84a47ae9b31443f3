/// The misbehaviour of a faulty component.
enum Misbehavior: String, Decodable, Sendable {
    case none
    /// Throws an error.
    case throwing = "throws"
    /// Takes a long time, but ends when it is cancelled.
    case slow
    /// Blocks its thread forever and ignores cancellation.
    case hanging = "hangs"
}

/// A failure that a request or a setting asked for.
struct DeliberateFault: Error, CustomStringConvertible {
    let description: String
}
