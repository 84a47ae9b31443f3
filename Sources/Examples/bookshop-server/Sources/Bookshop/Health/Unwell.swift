/// The error of a health check, with the reason.
struct Unwell: Error, CustomStringConvertible {
    let description: String
}
