/// Reports that something is not well, and why.
struct Unwell: Error, CustomStringConvertible {
    let description: String
}
