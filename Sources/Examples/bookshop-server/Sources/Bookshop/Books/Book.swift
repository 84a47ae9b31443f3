/// A book on the shelf.
package struct Book: Codable, Sendable, Equatable {
    package let id: Int
    package let isbn: String
    package let title: String
    package let author: String
    /// The price in cents.
    package let price: Int
    /// The number of copies.
    package let stock: Int
}
