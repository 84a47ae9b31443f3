/// The misbehaviour of a faulty component.
enum Misbehavior: String, Decodable, Sendable {
    case none
    /// Fails.
    case throwing = "throws"
    /// Takes its time, but ends when it is cancelled.
    case slow
    /// Blocks its thread forever and ignores cancellation.
    case hanging = "hangs"
}

/// A failure that was asked for.
struct DeliberateFault: Error, CustomStringConvertible {
    let description: String
}
