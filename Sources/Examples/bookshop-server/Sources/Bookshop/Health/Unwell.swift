/// Something is not well, and how.
struct Unwell: Error, CustomStringConvertible {
    let description: String
}
