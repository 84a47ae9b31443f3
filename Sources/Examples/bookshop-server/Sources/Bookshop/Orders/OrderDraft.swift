import Web

/// An order as a client places it.
struct OrderDraft: Decodable, Sendable {
    let reference: String
    let book: Int
    let quantity: Int

    /// Checks all values.
    /// - Throws: ``HTTPError`` with 422, which lists all faults.
    func validate() throws {
        var faults: [String] = []
        if reference.isEmpty || reference.utf8.count > 100 { faults.append("'reference' has 1 to 100 bytes") }
        if !(1...1000).contains(quantity) { faults.append("'quantity' goes from 1 to 1000") }
        guard faults.isEmpty else { throw HTTPError(.unprocessable, faults.joined(separator: "; ")) }
    }
}
