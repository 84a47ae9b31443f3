/// The budget for expanding placeholders in one reading of a property, with everything below it.
///
/// A small file can ask for any amount of work: a long text that is used often, a list in a list. Work is counted in bytes
/// that are read or written; what takes time without any counts as some.
final class PlaceholderBudget {
    static let bytes = 64 << 20

    private var spent = 0

    /// Counts a text that is taken apart or put together.
    func spend(_ bytes: Int) throws(PlaceholderText.Malformed) {
        spent += bytes
        guard spent <= Self.bytes else {
            throw PlaceholderText.Malformed(
                reason: "its placeholders, with those read along with it, take more than \(Self.bytes) bytes of text")
        }
    }

    /// Counts a look at a key: each part of it may begin another name.
    func spend(lookingUp key: PropertyKey) throws(PlaceholderText.Malformed) {
        try spend(64 + key.parts.count * key.parts.reduce(0) { $0 + $1.utf8.count })
    }

    /// Counts a step into a list or an object that a placeholder stands for.
    func spendStep() throws(PlaceholderText.Malformed) { try spend(256) }
}
