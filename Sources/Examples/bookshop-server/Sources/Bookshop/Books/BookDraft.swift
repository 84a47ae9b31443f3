import Web

/// A book as a client describes it.
struct BookDraft: Decodable, Sendable {
    let isbn: String
    let title: String
    let author: String
    let price: Int
    let stock: Int?

    /// Checks all values.
    /// - Throws: ``HTTPError`` with 422, which lists all faults.
    func validate() throws {
        var faults: [String] = []
        for (name, text) in [("isbn", isbn), ("title", title), ("author", author)] {
            if text.allSatisfy(\.isWhitespace) { faults.append("'\(name)' is empty") }
            if text.utf8.count > 500 { faults.append("'\(name)' is longer than 500 bytes") }
        }
        if price < 0 { faults.append("'price' is negative") }
        if let stock, stock < 0 { faults.append("'stock' is negative") }
        guard faults.isEmpty else { throw HTTPError(.unprocessable, faults.joined(separator: "; ")) }
    }
}
